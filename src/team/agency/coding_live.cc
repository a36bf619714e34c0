#include "team/agency/coding_live.h"

#include <fmt/format.h>

#include <utility>

#include "base/text.h"
#include "team/text/one_line.h"

namespace fm {
namespace {

constexpr std::size_t kMostSummary = 200;
constexpr std::size_t kMostSaying = 16'000;  // bytes of one step's words

// {"command":"npm test"} is npm test.
std::string telling_argument(const std::string& arguments) {
  const auto read = parse_json(arguments);
  if (!read || !read->is_object()) return {};
  for (const char* key : {"command", "path", "pattern", "url"})
    if (const std::string_view value = text_at(*read, key); !value.empty())
      return std::string(value);
  return {};
}

}  // namespace

NewEvent CodingLive::of_task(std::string kind, JsonObject body) const {
  NewEvent event;
  event.kind = std::move(kind);
  event.body = std::move(body);
  event.body["task"] = options_.task;
  event.by = {Actor::kAgent, options_.agent};
  event.project = options_.project;
  return event;
}

std::string CodingLive::shown(std::string_view text) const {
  std::string words = options_.redact(text);
  const std::string lane = options_.lane + "/";
  for (std::size_t at = words.find(lane); at != words.npos; at = words.find(lane, at))
    words.erase(at, lane.size());
  return words;
}

void CodingLive::say_so_far(std::vector<NewEvent>& told) {
  const std::string words(trim(shown(std::exchange(saying_, {}))));
  if (!words.empty() && calls_ <= kMostTold)
    told.push_back(of_task("session.said", {{"said", words}}));
}

void CodingLive::called(const CodingEvent& event, std::vector<NewEvent>& told) {
  if (++calls_ > kMostTold) return;
  const std::string id = options_.prefix + event.id;
  const std::string arguments = shown(event.text);
  const std::string said(trim(shown(std::exchange(saying_, {}))));
  told.push_back(of_task(
      "session.said",
      {{"said", said},
       {"calls",
        JsonArray{JsonObject{{"id", id}, {"name", event.name}, {"arguments", arguments}}}}}));
  told.push_back(of_task("tool.called", {{"call", id}, {"tool", event.name}, {"args", arguments}}));
  summaries_[id] =
      on_one_line(fmt::format("{} {}", event.name, telling_argument(arguments)), kMostSummary);
}

void CodingLive::finished(const CodingEvent& event, std::vector<NewEvent>& told) {
  const std::string id = options_.prefix + event.id;
  const auto call = summaries_.extract(id);
  if (!call) return;
  const std::string name = call.mapped().substr(0, call.mapped().find(' '));
  told.push_back(
      of_task("tool.finished", {{"call", id},
                                {"tool", name},
                                {"ok", event.ok},
                                {"text", shown(event.text)},
                                {"summary", call.mapped() + (event.ok ? "" : " (failed)")}}));
}

void CodingLive::take(const std::vector<CodingEvent>& events) {
  std::vector<NewEvent> told;
  for (const CodingEvent& event : events) {
    switch (event.kind) {
      case CodingEvent::Kind::kText:
        if (!event.goes_on) say_so_far(told);
        if (saying_.size() < kMostSaying) saying_ += event.text;
        break;
      case CodingEvent::Kind::kToolCall:
        called(event, told);
        break;
      case CodingEvent::Kind::kToolResult:
        finished(event, told);
        break;
      case CodingEvent::Kind::kTrouble:
        break;  // it goes on after it, or says so at its end
    }
  }
  if (!told.empty()) options_.tell(std::move(told));
  if (session_.empty() && !events.empty())
    if (session_ = stream_.session(); !session_.empty()) options_.has_session(session_);
}

Task<bool> CodingLive::on_start(ProcessMark mark) { return options_.started(std::move(mark)); }

void CodingLive::on_output(std::string_view bytes) {
  if (has_flooded()) return;
  bytes_ += static_cast<std::int64_t>(bytes.size());
  if (has_flooded()) return options_.cancel.cancel();
  take(stream_.feed(bytes));
}

void CodingLive::finish() {
  take(stream_.finish());
  std::vector<NewEvent> told;
  say_so_far(told);
  if (!told.empty()) options_.tell(std::move(told));
}

}  // namespace fm
