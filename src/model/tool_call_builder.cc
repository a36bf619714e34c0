#include "model/tool_call_builder.h"

#include <algorithm>
#include <boost/json/stream_parser.hpp>
#include <string>

#include "base/text.h"

namespace fm {
namespace {

constexpr std::int64_t kNoIndex = -1;

enum class Arguments { kWhole, kCutOff, kMalformed };

Arguments judge(std::string_view text) {
  if (trim(text).empty()) return Arguments::kWhole;
  boost::json::stream_parser parser;
  boost::json::error_code failure;
  parser.write(text.data(), text.size(), failure);
  if (failure) return Arguments::kMalformed;
  parser.finish(failure);
  return failure ? Arguments::kCutOff : Arguments::kWhole;
}

const Json& function_of(const Json& fragment) {
  const Json* function = find_at(fragment, "function");
  return function != nullptr && function->is_object() ? *function : fragment;
}

// Whether `call` got arguments and needs no more of them.
bool is_closed(const ToolCall& call) {
  return !call.arguments.empty() && judge(call.arguments) == Arguments::kWhole;
}

}  // namespace

ToolCallBuilder::Part* ToolCallBuilder::part_of(const Json& fragment, std::string_view id,
                                                std::string_view name) {
  const std::int64_t index = int_at(fragment, "index", kNoIndex);
  if (!id.empty()) {
    const auto same = std::ranges::find(
        calls_, id, [](const Part& part) -> std::string_view { return part.call.id; });
    if (same != calls_.end()) return &*same;
  }
  const auto last = std::find_if(calls_.rbegin(), calls_.rend(), [&](const Part& part) {
    return index == kNoIndex || part.index == index;
  });
  const bool continues = last != calls_.rend() && (id.empty() || last->call.id.empty()) &&
                         (name.empty() || !is_closed(last->call));
  if (continues) return &*last;
  return &calls_.emplace_back(Part{index, {}});
}

void ToolCallBuilder::add(const Json& fragment) {
  if (!fragment.is_object()) return;
  const Json& function = function_of(fragment);
  const std::string_view id = text_at(fragment, "id");
  const std::string_view name = text_at(function, "name");
  ToolCall& call = part_of(fragment, id, name)->call;
  if (call.id.empty()) call.id = id;
  if (call.name.empty()) call.name = name;
  const Json* arguments = find_at(function, "arguments");
  if (arguments == nullptr || arguments->is_null()) return;
  const std::string piece =
      arguments->is_string() ? std::string(text_at(function, "arguments")) : canonical(*arguments);
  call.arguments += piece;
  bytes_ += piece.size();
}

void ToolCallBuilder::add_function(const Json& function) {
  if (function.is_object()) add(JsonObject{{"index", 0}, {"function", function}});
}

std::vector<ToolCall> ToolCallBuilder::take(bool cut_for_length, std::string_view prefix) const {
  std::vector<ToolCall> whole;
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    ToolCall call = calls_[i].call;
    const Arguments state = judge(call.arguments);
    if (state == Arguments::kCutOff || call.name.empty()) continue;
    if (cut_for_length && (state != Arguments::kWhole || call.arguments.empty())) continue;
    if (trim(call.arguments).empty()) call.arguments = "{}";
    if (call.id.empty()) call.id = "call_" + std::string(prefix) + "_" + std::to_string(i + 1);
    whole.push_back(std::move(call));
  }
  return whole;
}

}  // namespace fm
