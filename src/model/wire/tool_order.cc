#include "model/wire/tool_order.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace fm {
namespace {

constexpr std::string_view kNoResult = "There is no result: the call was interrupted.";
constexpr std::string_view kLostCall = "The result of an earlier tool call:\n";

bool is_in_order(const std::vector<ModelMessage>& messages) {
  std::size_t at = 0;
  while (at < messages.size()) {
    if (messages[at].role == Role::kTool) return false;  // nobody called
    for (const ToolCall& call : messages[at++].tool_calls) {
      if (at == messages.size() || messages[at].role != Role::kTool) return false;
      if (messages[at++].tool_call_id != call.id) return false;
    }
  }
  return true;
}

class ToolMender {
 public:
  explicit ToolMender(const std::vector<ModelMessage>& messages)
      : messages_(messages), used_(messages.size()) {}

  std::vector<ModelMessage> mended() {
    std::vector<ModelMessage> out;
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      const ModelMessage& message = messages_[i];
      if (message.role != Role::kTool) {
        out.push_back(message);
        for (const ToolCall& call : message.tool_calls) out.push_back(result_of(call.id, i + 1));
      } else if (!used_[i] && !message.text.empty()) {
        SharedText lost(kLostCall);
        lost.append_all(message.text);
        out.push_back({.text = std::move(lost)});
      }
    }
    return out;
  }

 private:
  static bool calls(const ModelMessage& message, std::string_view id) {
    return std::ranges::find(message.tool_calls, id, &ToolCall::id) != message.tool_calls.end();
  }

  // Some servers use an id again in a later answer; from there on it is that call's.
  ModelMessage result_of(const std::string& id, std::size_t from) {
    for (std::size_t i = from; i < messages_.size() && !calls(messages_[i], id); ++i) {
      const ModelMessage& message = messages_[i];
      if (message.role != Role::kTool || used_[i] || message.tool_call_id != id) continue;
      used_[i] = true;
      return message;
    }
    return {.role = Role::kTool, .text = kNoResult, .tool_call_id = id, .tool_failed = true};
  }

  const std::vector<ModelMessage>& messages_;
  std::vector<bool> used_;  // results that stand behind their calls
};

}  // namespace

std::optional<std::vector<ModelMessage>> in_tool_order(const std::vector<ModelMessage>& messages) {
  if (is_in_order(messages)) return std::nullopt;
  return ToolMender(messages).mended();
}

}  // namespace fm
