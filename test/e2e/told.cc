#include "test/e2e/told.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

namespace fm::e2e {
namespace {

const Words kRequired{"v", "seq", "room", "room_seq", "at", "kind", "by", "body"};
const Words kOrder{"v",  "seq",     "room", "room_seq", "at",  "kind",
                   "by", "project", "flow", "place",    "body"};

void check_fields(const JsonObject& event, const Words& more, const std::string& line) {
  Words order = kOrder;
  order.insert(order.end(), more.begin(), more.end());
  auto at = order.begin();
  for (const auto& member : event) {
    at = std::find(at, order.end(), std::string(member.key()));
    REQUIRE_MESSAGE(at != order.end(), "a field at a wrong place: ", std::string(member.key()),
                    " in ", line);
    ++at;
  }
  for (const std::string& name : kRequired) REQUIRE_MESSAGE(event.contains(name), name, " ", line);
  for (const std::string& name : more) REQUIRE_MESSAGE(event.contains(name), name, " ", line);
}

}  // namespace

Events events_of(const Words& lines, const Words& more) {
  Events events;
  for (const std::string& line : lines) {
    auto event = parse_json(line);
    REQUIRE_MESSAGE((event && event->is_object()), "no JSON: ", line);
    check_fields(event->get_object(), more, line);
    REQUIRE(int_at(*event, "v") == 1);
    REQUIRE_MESSAGE(int_at(*event, "room_seq") == static_cast<std::int64_t>(events.size()) + 1,
                    line);
    events.push_back(std::move(*event));
  }
  return events;
}

Events of_kind(const Events& events, std::string_view kind) {
  Events some;
  for (const Json& event : events)
    if (text_at(event, "kind") == kind) some.push_back(event);
  return some;
}

const Json& body(const Json& event) {
  const Json* found = find_at(event, "body");
  REQUIRE(found != nullptr);
  return *found;
}

std::string_view text(const Json& event, std::string_view key) { return text_at(body(event), key); }

std::string room_of(const Events& events) {
  REQUIRE(!events.empty());
  return std::string(text_at(events.front(), "room"));
}

std::string outcome(const Events& events) {
  std::map<std::string, std::string> ideas;
  std::string rest;
  for (const Json& event : events) {
    const std::string_view kind = text_at(event, "kind");
    if (kind == "idea.proposed" || kind == "idea.revised")
      ideas[std::string(text(event, "id"))] = canonical(body(event));
    if (kind == "idea.scored" || kind == "idea.selected" || kind == "flow.finished")
      rest += canonical(body(event)) + "\n";
  }
  std::string all;
  for (const auto& [id, words] : ideas) all += words + "\n";
  return all + rest;
}

std::string in_one_line(std::string_view text) {
  std::string line;
  for (const char c : text)
    if (c != ' ' && c != '\n')
      line += c;
    else if (!line.ends_with(' '))
      line += ' ';
  return line;
}

void check_told(const Ran& ran, int status, std::string_view words) {
  CAPTURE(ran.err);
  CHECK(ran.status == status);
  CHECK(ran.signal == 0);
  CHECK(ran.err.size() < 2'000);
  CHECK(in_one_line(ran.err).contains(words));
  const Words lines = lines_of(ran.err);
  REQUIRE(lines.size() >= 2);  // what happened, and why or what to do
  CHECK(lines.front().starts_with("folkmoot: "));
  for (const std::string& line : lines) CHECK(line.size() <= 300);
  for (const char* inside : {"terminate called", ".cc:", "std::", "what():", "\x1b", "SQLITE"})
    CHECK_MESSAGE(!ran.err.contains(inside), inside);
}

void check_told_json(const Ran& ran, int status, std::string_view code) {
  CAPTURE(ran.err);
  CHECK(ran.status == status);
  CHECK(ran.err.size() < 2'000);
  const Words lines = lines_of(ran.err);
  REQUIRE(lines.size() == 1);
  const auto line = parse_json(lines.front());
  REQUIRE(line.has_value());
  const Json* error = find_at(*line, "error");
  REQUIRE(error != nullptr);
  CHECK(text_at(*error, "code") == code);
  CHECK(!text_at(*error, "message").empty());
  CHECK((!text_at(*error, "cause").empty() || !text_at(*error, "cure").empty()));
}

}  // namespace fm::e2e
