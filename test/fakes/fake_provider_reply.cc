#include "test/fakes/fake_provider_reply.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace fm {
namespace {

// How the events of a stream stand in its bytes.
enum class Frames { kEvents, kLines, kArray };

Frames frames_of(const FakeAsked& asked) {
  if (asked.family == ApiFamily::kOllama) return Frames::kLines;
  return asked.as_array ? Frames::kArray : Frames::kEvents;
}

std::string_view content_type(Frames frames) {
  switch (frames) {
    case Frames::kEvents:
      return "text/event-stream";
    case Frames::kLines:
      return "application/x-ndjson";
    case Frames::kArray:
      break;
  }
  return "application/json";
}

constexpr std::string_view kErrorField = "error:";  // as an event's name: a field instead

std::string server_event(const FakeEvent& event, std::string_view line_end) {
  std::string text;
  if (event.name == kErrorField) {
    text = "error: ";
  } else {
    if (!event.name.empty()) text.append("event: ").append(event.name).append(line_end);
    text += "data: ";
  }
  return text.append(event.data).append(line_end).append(line_end);
}

std::vector<std::string> framed(const std::vector<FakeEvent>& events, const FakeAsked& asked,
                                bool has_end) {
  const Frames frames = frames_of(asked);
  const std::string_view line_end = asked.family == ApiFamily::kGemini ? "\r\n" : "\n";
  std::vector<std::string> pieces;
  for (const FakeEvent& event : events) {
    if (frames == Frames::kEvents) pieces.push_back(server_event(event, line_end));
    if (frames == Frames::kLines) pieces.push_back(event.data + "\n");
    if (frames == Frames::kArray) pieces.push_back((pieces.empty() ? "[" : ",\r\n") + event.data);
  }
  if (frames == Frames::kArray && has_end) pieces.push_back(pieces.empty() ? "[]" : "]");
  return pieces;
}

// Keeps what was said up to `pieces` pieces, and never the end.
void cut(std::vector<FakeEvent>& events, std::size_t pieces) {
  std::size_t kept = 0;
  std::size_t said = 0;
  for (std::size_t i = 0; i < events.size() && said < pieces; ++i)
    if (events[i].says) {
      kept = i + 1;
      ++said;
    }
  events.resize(kept);
}

FakeEvent error_event(const FakeRule& rule, ApiFamily family) {
  if (!rule.error.empty()) return {.data = rule.error};
  return fake_failure(family, rule.failure.value_or(ModelErrorKind::kOverloaded),
                      rule.failure_words)
      .event;
}

void add_fault(std::vector<FakeEvent>& events, const FakeRule& rule, ApiFamily family) {
  cut(events, rule.fault_after);
  switch (rule.fault) {
    case FakeFault::kBrokenJson:
      events.push_back({.data = "{\"choices\":[{\"ind"});
      break;
    case FakeFault::kErrorFrame:
      events.push_back(error_event(rule, family));
      break;
    case FakeFault::kErrorEvent:
      events.push_back({"error", error_event(rule, family).data});
      break;
    case FakeFault::kErrorField:
      events.push_back({std::string(kErrorField), error_event(rule, family).data});
      events.push_back({.data = "[DONE]"});
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

std::string finish_of(const FakeRule& rule) {
  if (!rule.finish.empty()) return rule.finish;
  if (!rule.refusal.empty()) return "refusal";
  return rule.tool_calls.empty() ? "stop" : "tool_calls";
}

FakeAnswer answer_of(const FakeRule& rule, const FakeAsked& asked, const Json& request,
                     int number) {
  FakeAnswer answer{.rule = rule,
                    .request = request,
                    .model = asked.model,
                    .number = number,
                    .text = {},
                    .usage = {},
                    .finish = finish_of(rule)};
  answer.text.reserve(rule.text.size() * rule.repeat);
  for (std::size_t i = 0; i < rule.repeat; ++i) answer.text += rule.text;
  answer.usage = rule.usage.value_or(
      Usage{.input = 10, .output = static_cast<std::int64_t>(1 + answer.text.size() / 4)});
  return answer;
}

void set_body(FakeReply& reply, std::vector<std::string> pieces, std::string_view type) {
  if (!header(reply.headers, "content-type"))
    reply.headers.push_back({"content-type", std::string(type)});
  reply.pieces = std::make_shared<const std::vector<std::string>>(std::move(pieces));
}

}  // namespace

FakeReply fake_json_reply(int status, std::string body) {
  FakeReply reply;
  reply.status = status;
  reply.framing = FakeFraming::kLength;
  set_body(reply, {std::move(body)}, "application/json");
  return reply;
}

FakeReply fake_failure_reply(const FakeAsked& asked, ModelErrorKind kind, std::string_view words) {
  FakeFailure failure = fake_failure(asked.family, kind, words);
  if (asked.as_array) failure.body = "[" + failure.body + "]";
  return fake_json_reply(failure.status, std::move(failure.body));
}

FakeReply fake_provider_reply(const FakeRule& rule, const FakeAsked& asked, const Json& request,
                              int number) {
  FakeReply reply;
  const bool fails = rule.failure.has_value() && rule.fault == FakeFault::kNone;
  const bool as_it_is = !fails && (rule.status != 200 || !rule.body.empty());
  if (fails) reply = fake_failure_reply(asked, *rule.failure, rule.failure_words);
  if (!fails || rule.status != 200) reply.status = rule.status;
  reply.headers.insert(reply.headers.begin(), rule.headers.begin(), rule.headers.end());
  reply.head_delay = rule.head_delay;
  reply.first_delay = rule.first_delay;
  reply.piece_delay = rule.chunk_delay;
  if (fails) return reply;
  reply.framing = FakeFraming::kLength;
  if (as_it_is) {
    set_body(reply, {rule.body}, "application/json");
    if (rule.fault != FakeFault::kNone) reply.framing = FakeFraming::kChunked;  // has no length
    reply.end = end_of(rule.fault);
    return reply;
  }
  const FakeFamily& family = fake_family(asked.family);
  const FakeAnswer answer = answer_of(rule, asked, request, number);
  if (!asked.streamed || !rule.stream) {
    set_body(reply, {canonical(family.whole(answer))}, "application/json");
    return reply;
  }
  std::vector<FakeEvent> events = family.events(answer);
  if (rule.fault != FakeFault::kNone) add_fault(events, rule, asked.family);
  reply.framing = FakeFraming::kChunked;
  reply.end = end_of(rule.fault);
  set_body(reply, framed(events, asked, reply.end == FakeEnd::kFinish),
           content_type(frames_of(asked)));
  return reply;
}

}  // namespace fm
