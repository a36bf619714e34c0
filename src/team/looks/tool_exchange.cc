#include "team/looks/tool_exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "reading/json/fault.h"
#include "team/text/fence.h"
#include "tool/tool.h"

namespace fm {
namespace {

constexpr std::string_view kNotRun = "(it was not run)";

ModelMessage message_of(Role role, SharedText text) {
  ModelMessage message;
  message.role = role;
  message.text = std::move(text);
  return message;
}

std::string answer_text(const ToolExchange& exchange, std::size_t call) {
  return call < exchange.answers.size() ? exchange.answers[call].text : std::string(kNotRun);
}

bool failed(const ToolExchange& exchange, std::size_t call) {
  return call < exchange.answers.size() && exchange.answers[call].failed;
}

// Calls that the model wrote into its text are answered in text.
void append_written(const ToolExchange& exchange, std::vector<ModelMessage>& messages) {
  messages.push_back(message_of(Role::kAssistant, exchange.said));
  std::string results;
  for (std::size_t i = 0; i < exchange.calls.size(); ++i)
    results += fmt::format("Result of {}{}:\n{}\n", exchange.calls[i].name,
                           failed(exchange, i) ? " (failed)" : "", fence(answer_text(exchange, i)));
  if (!results.empty()) messages.push_back(message_of(Role::kUser, results));
}

void append_native(const ToolExchange& exchange, std::vector<ModelMessage>& messages) {
  ModelMessage said = message_of(Role::kAssistant, exchange.said);
  said.reasoning = exchange.reasoning;
  said.signatures = exchange.signatures;
  said.tool_calls = exchange.calls;
  messages.push_back(std::move(said));
  for (std::size_t i = 0; i < exchange.calls.size(); ++i) {
    ModelMessage result = message_of(Role::kTool, answer_text(exchange, i));
    result.tool_call_id = exchange.calls[i].id;
    result.tool_failed = failed(exchange, i);
    messages.push_back(std::move(result));
  }
}

}  // namespace

SaidCalls said_calls(const std::string& step, const ModelReply& reply, const std::string& text) {
  SaidCalls said{.beside = text};
  const auto id = [&] { return fmt::format("{}-{}", step, said.calls.size() + 1); };
  for (const ToolCall& call : reply.tool_calls) {
    const bool unique =
        !call.id.empty() && std::ranges::count(reply.tool_calls, call.id, &ToolCall::id) == 1;
    said.calls.push_back({unique ? call.id : id(), call.name, call.arguments});
  }
  if (!said.calls.empty()) return said;
  auto written = read_tool_text(text, tool_table());
  if (!written) {
    said.fault = repair_prompt(written.error(), "a call of a tool, whole");
    return said;
  }
  for (const GivenCall& call : written->calls)
    said.calls.push_back({id(), call.name, canonical(call.arguments)});
  said.written = !said.calls.empty();
  if (said.written) said.beside = std::move(written->text);
  return said;
}

bool may_hold_calls(std::string_view text) {
  constexpr std::array<std::string_view, 4> kMarks = {"tool_call", "TOOL_CALLS", "function_call",
                                                      "<function"};
  const auto has = [&](std::string_view word) { return text.contains(word); };
  return std::ranges::any_of(kMarks, has) ||
         std::ranges::any_of(tool_table(), has,
                             [](const auto& tool) -> std::string_view { return tool.first; });
}

Result<GivenCall> given_call(const ToolCall& call) {
  const auto name = tool_of(call.name, tool_table());
  if (!name)
    return fail("tool_unknown", "There is no tool \"" + call.name + "\".", "",
                "Use one of those that you were given.");
  std::vector<Note> repairs;
  const auto arguments = read_arguments(Json(call.arguments), tool_table().at(*name), repairs);
  if (!arguments)
    return fail("tool_argument_invalid", "The arguments of " + *name + " cannot be read.",
                arguments.error().message, "Send them again, whole, as one JSON object.");
  return GivenCall{.id = call.id, .name = *name, .arguments = *arguments};
}

void append_exchange(const ToolExchange& exchange, std::vector<ModelMessage>& messages) {
  if (exchange.written || exchange.calls.empty())
    append_written(exchange, messages);
  else
    append_native(exchange, messages);
  for (const std::string& note : exchange.notes) messages.push_back(message_of(Role::kUser, note));
}

}  // namespace fm
