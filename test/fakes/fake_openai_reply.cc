#include "test/fakes/fake_openai_reply.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"

namespace fm {
namespace {

constexpr std::string_view kOverload =
    R"({"error":{"message":"The engine is currently overloaded","type":"overloaded_error","code":null}})";

std::string quoted(std::string_view text) {
  std::string json;
  append_json_string(json, text);
  return json;
}

std::string event(std::string_view data) { return fmt::format("data: {}\n\n", data); }

// Builds the chunks of one streamed answer.
class Chunks {
 public:
  Chunks(std::string_view model, int number)
      : head_(fmt::format(
            R"({{"id":"chatcmpl-{}","object":"chat.completion.chunk","created":0,"model":{},"choices":)",
            number, quoted(model))) {}

  void delta(std::string_view fields, std::string_view finish = "null") {
    events_.push_back(
        event(fmt::format(R"({}[{{"index":0,"delta":{{{}}},"finish_reason":{}}}],"usage":null}})",
                          head_, fields, finish)));
  }
  void usage(std::size_t input, std::size_t output) {
    events_.push_back(event(fmt::format(
        R"({}[],"usage":{{"prompt_tokens":{},"completion_tokens":{},"total_tokens":{}}}}})", head_,
        input, output, input + output)));
  }
  void raw(std::string text) { events_.push_back(std::move(text)); }
  void cut_to(std::size_t count) { events_.resize(std::min(count, events_.size())); }
  std::vector<std::string> take() { return std::move(events_); }

 private:
  std::string head_;
  std::vector<std::string> events_;
};

// Pieces of about `size` bytes that never cut a character.
std::vector<std::string_view> slices(std::string_view text, std::size_t size) {
  std::vector<std::string_view> result;
  while (!text.empty()) {
    std::size_t length = std::min(std::max<std::size_t>(size, 1), text.size());
    while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80)
      ++length;
    result.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return result;
}

std::string repeated(const FakeRule& rule) {
  std::string text;
  text.reserve(rule.text.size() * rule.repeat);
  for (std::size_t i = 0; i < rule.repeat; ++i) text += rule.text;
  return text;
}

std::string finish_of(const FakeRule& rule) {
  if (!rule.finish.empty()) return rule.finish;
  return rule.tool_calls.empty() ? "stop" : "tool_calls";
}

void add_tool_calls(Chunks& chunks, const FakeRule& rule) {
  for (std::size_t i = 0; i < rule.tool_calls.size(); ++i) {
    const ToolCall& call = rule.tool_calls[i];
    chunks.delta(fmt::format(
        R"("tool_calls":[{{"index":{},"id":{},"type":"function","function":{{"name":{},"arguments":""}}}}])",
        i, quoted(call.id), quoted(call.name)));
    for (std::string_view piece : slices(call.arguments, rule.chunk_bytes))
      chunks.delta(fmt::format(R"("tool_calls":[{{"index":{},"function":{{"arguments":{}}}}}])", i,
                               quoted(piece)));
  }
}

// Ends the stream as the fault says; true when the connection itself stays well.
void add_fault(Chunks& chunks, const FakeRule& rule) {
  const std::string error = rule.error.empty() ? std::string(kOverload) : rule.error;
  chunks.cut_to(rule.fault_after);
  switch (rule.fault) {
    case FakeFault::kBrokenJson:
      chunks.raw("data: {\"choices\":[{\"ind\n\n");
      break;
    case FakeFault::kErrorFrame:
      chunks.raw(event(error));
      break;
    case FakeFault::kErrorEvent:
      chunks.raw("event: error\n" + event(error));
      break;
    case FakeFault::kErrorField:
      chunks.raw("error: " + error + "\n\ndata: [DONE]\n\n");
      break;
    case FakeFault::kNone:
    case FakeFault::kCut:
    case FakeFault::kReset:
    case FakeFault::kSilence:
    case FakeFault::kNoEnd:
      break;
  }
}

FakeEnd end_of(FakeFault fault) {
  switch (fault) {
    case FakeFault::kCut:
      return FakeEnd::kClose;
    case FakeFault::kReset:
      return FakeEnd::kReset;
    case FakeFault::kSilence:
      return FakeEnd::kHang;
    default:
      return FakeEnd::kFinish;
  }
}

std::vector<std::string> streamed(const FakeRule& rule, std::string_view model, int number) {
  Chunks chunks(model, number);
  chunks.delta(R"("role":"assistant","content":"")");
  for (std::string_view piece : slices(rule.reasoning, rule.chunk_bytes))
    chunks.delta("\"reasoning_content\":" + quoted(piece));
  const std::string text = repeated(rule);
  for (std::string_view piece : slices(text, rule.chunk_bytes))
    chunks.delta("\"content\":" + quoted(piece));
  add_tool_calls(chunks, rule);
  chunks.delta("", quoted(finish_of(rule)));
  chunks.usage(10, 1 + text.size() / 4);
  chunks.raw("data: [DONE]\n\n");
  if (rule.fault != FakeFault::kNone) add_fault(chunks, rule);
  return chunks.take();
}

std::string whole(const FakeRule& rule, std::string_view model, int number) {
  JsonObject message{{"role", "assistant"}, {"content", repeated(rule)}};
  if (!rule.reasoning.empty()) message["reasoning_content"] = rule.reasoning;
  JsonArray calls;
  for (const ToolCall& call : rule.tool_calls)
    calls.push_back(
        JsonObject{{"id", call.id},
                   {"type", "function"},
                   {"function", JsonObject{{"name", call.name}, {"arguments", call.arguments}}}});
  if (!calls.empty()) message["tool_calls"] = std::move(calls);
  return canonical(JsonObject{
      {"id", fmt::format("chatcmpl-{}", number)},
      {"object", "chat.completion"},
      {"model", model},
      {"choices", JsonArray{JsonObject{
                      {"index", 0}, {"message", message}, {"finish_reason", finish_of(rule)}}}},
      {"usage",
       JsonObject{{"prompt_tokens", 10}, {"completion_tokens", 1}, {"total_tokens", 11}}}});
}

}  // namespace

FakeReply fake_openai_reply(const FakeRule& rule, std::string_view model, int number) {
  FakeReply reply;
  reply.status = rule.status;
  reply.headers = rule.headers;
  reply.head_delay = rule.head_delay;
  reply.first_delay = rule.first_delay;
  reply.piece_delay = rule.chunk_delay;
  const bool as_it_is = rule.status != 200 || !rule.body.empty();
  const bool events = !as_it_is && rule.stream;
  if (!header(reply.headers, "content-type"))
    reply.headers.push_back({"content-type", events ? "text/event-stream" : "application/json"});
  std::vector<std::string> pieces;
  if (events) {
    pieces = streamed(rule, model, number);
    reply.end = end_of(rule.fault);
  } else {
    reply.framing = FakeFraming::kLength;
    pieces.push_back(as_it_is ? rule.body : whole(rule, model, number));
  }
  reply.pieces = std::make_shared<const std::vector<std::string>>(std::move(pieces));
  return reply;
}

}  // namespace fm
