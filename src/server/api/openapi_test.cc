// P-70: openapi.yaml says what the server does, and the server does what it says.
#include "server/api/openapi.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "server/api/api.h"
#include "team/pack/screenplays.h"
#include "test/support/openapi_schema.h"
#include "test/support/served_store.h"

namespace fm::server {
namespace {

using fm::testing::HttpSaid;
using fm::testing::OpenApi;
using fm::testing::ServedStore;

const OpenApi& description() {
  static const OpenApi read(openapi_description());
  return read;
}

TEST_CASE("P-70 each route is described, and each address that is described is there") {
  std::set<std::string> routed{"GET /healthz", "GET /readyz", "GET /enter", "GET /metrics"};
  for (const Api::Route& route : Api::routes())
    routed.insert(std::string(route.method) + " " + std::string(route.pattern));
  std::set<std::string> described;
  for (const OpenApi::Operation& one : description().operations())
    described.insert(one.method + " " + one.path);
  CHECK(routed == described);
}

// Asks, and holds the answer to the description.
class Held {
 public:
  explicit Held(ServedStore& store) : store_(store) {}

  HttpSaid ask(std::string_view method, std::string_view pattern, const std::string& target,
               const JsonObject& body = {}) {
    std::map<std::string, std::string> headers;
    if (!body.empty()) headers["content-type"] = "application/json";
    const HttpSaid said =
        store_.ask(method, target, headers, body.empty() ? std::string() : canonical(body));
    const auto type = said.headers.find("content-type");
    CAPTURE(method);
    CAPTURE(target);
    CAPTURE(said.body.substr(0, 2000));
    CHECK(description().fault(method, pattern, said.status,
                              type == said.headers.end() ? "" : type->second, said.body) == "");
    asked.insert(std::string(method) + " " + std::string(pattern));
    return said;
  }
  std::set<std::string> asked;

  ServedStore& store() { return store_; }

 private:
  ServedStore& store_;
};

bool waits_at(const Json& room, std::string_view type) {
  const Json* gates = find_at(room, "gates");
  return gates != nullptr && !gates->as_array().empty() &&
         text_at(gates->as_array()[0], "type") == type;
}

// A room with a plan that waits for its yes.
std::string planned_room(ServedStore& store) {
  // Demo mode builds where the demonstration's own files are.
  const auto start = built_in_demonstration_start("barber");
  REQUIRE(start.has_value());
  std::filesystem::create_directories(store.folder() + "/.git");
  for (const auto& [path, text] : start->files) store.scratch.write(path, text);
  const std::string room = store.conversation("Barber");
  store.say(room, "Build a booking page for a barber shop");
  store.room_when(room, [](const Json& now) {
    const Json* project = find_at(now, "project");
    return project != nullptr && text_at(*project, "waits") == "answers";
  });
  store.say(room, "1. they call\n2. Fresh cut\n3. jo@sharp.example");
  store.room_when(room, [](const Json& now) { return waits_at(now, "ready"); });
  store.say(room, "yes");
  store.room_when(room, [](const Json& now) { return waits_at(now, "approval"); });
  return room;
}

// an edit is held to the rules, to the plan that it was made from, and asks anew.
void edit_plan_of(Held& held, const std::string& room, const std::string& project,
                  const Json& work) {
  constexpr const char* kPattern = "/api/rooms/{room}/projects/{project}/plan";
  const std::string at = fmt::format("/api/rooms/{}/projects/{}/plan", room, project);
  const auto gate_now = [&] {
    const Json now = held.ask("GET", "/api/rooms/{room}", "/api/rooms/" + room).json();
    const JsonArray& gates = find_at(now, "gates")->as_array();
    return gates.empty() ? Json() : gates[0];
  };
  const Json before = gate_now();
  JsonObject plan = find_at(work, "plan")->as_object();
  const std::int64_t revision = int_at(work, "revision");
  plan["tasks"].as_array()[0].as_object()["objective"] = "The rules of booking, and no more";
  CHECK(held.ask("PUT", kPattern, at, {{"plan", plan}}).status == 422);
  CHECK(held.ask("PUT", kPattern, at, {{"plan", plan}, {"revision", revision + 1}}).status == 409);
  JsonObject alone = plan;
  alone["tasks"].as_array()[0].as_object()["stages"] =
      JsonArray{JsonObject{{"stageName", "IMPLEMENTATION"}, {"agents", JsonArray{"builder"}}}};
  const auto refused = held.ask("PUT", kPattern, at, {{"plan", alone}, {"revision", revision}});
  CHECK(refused.status == 422);
  CHECK(refused.body.contains("has no stage CODE_REVIEW"));
  CHECK(text_at(gate_now(), "gate") == text_at(before, "gate"));

  CHECK(held.ask("PUT", kPattern, at, {{"plan", plan}, {"revision", revision}}).status == 200);
  held.store().room_when(room, [&](const Json& now) {
    return waits_at(now, "approval") &&
           text_at(find_at(now, "gates")->as_array()[0], "gate") != text_at(before, "gate");
  });
  const Json after = gate_now();
  CHECK(text_at(after, "digest") != text_at(before, "digest"));
  CHECK(canonical(*find_at(after, "subject")).contains("The rules of booking, and no more"));
}

TEST_CASE("P-70 every address answers as it is described, in good and in bad cases") {
  ServedStore store;
  store.sign_in();
  Held held(store);
  const std::string talk = store.conversation("Tool library");
  store.say(talk, "I want to build a page where neighbours lend each other tools");
  store.say(talk, "you decide");
  const Json room = store.room_when(
      talk, [](const Json& now) { return !find_at(now, "gates")->as_array().empty(); });
  const std::string project(text_at(*find_at(room, "project"), "id"));
  const Json gate = find_at(room, "gates")->as_array()[0];
  const std::string gate_id(text_at(gate, "gate"));
  const auto ideation = held.ask(
      "POST", "/api/rooms", "/api/rooms",
      {{"demo", true}, {"ideate", {{"topic", "names for a tool library"}, {"rounds", 1}}}});
  const std::string ideas(text_at(ideation.json(), "room"));
  store.room_when(ideas, [](const Json& now) { return text_at(now, "state") == "finished"; });

  const std::string planned = planned_room(store);
  const Json with_plan = held.ask("GET", "/api/rooms/{room}", "/api/rooms/" + planned).json();
  const std::string plan_at = fmt::format("/api/rooms/{}/projects/{}/work", planned,
                                          text_at(*find_at(with_plan, "project"), "id"));
  const auto work = held.ask("GET", "/api/rooms/{room}/projects/{project}/work", plan_at);
  CHECK(work.status == 200);
  CHECK(find_at(*find_at(work.json(), "plan"), "tasks")->as_array().size() == 3);
  held.ask("GET", "/api/rooms/{room}/projects/{project}/work/{task}", plan_at + "/1.1");
  edit_plan_of(held, planned, std::string(text_at(*find_at(with_plan, "project"), "id")),
               work.json());

  for (const std::string& one : {talk, ideas, std::string("nobody-x1y2")}) {
    const std::string at = "/api/rooms/" + one;
    held.ask("GET", "/api/rooms/{room}", at);
    const auto messages = held.ask("GET", "/api/rooms/{room}/messages", at + "/messages");
    if (messages.status == 200) {
      const Json all = messages.json();
      const std::string id(text_at(find_at(all, "items")->as_array().back(), "id"));
      held.ask("GET", "/api/rooms/{room}/messages/{message}", at + "/messages/" + id);
    }
    held.ask("GET", "/api/rooms/{room}/events", at + "/events");
    held.ask("GET", "/api/rooms/{room}/ideas", at + "/ideas");
    for (const char* format : {"", "?format=md", "?format=json", "?format=html"})
      held.ask("GET", "/api/rooms/{room}/report", at + "/report" + format);
    held.ask("GET", "/api/rooms/{room}/projects/{project}", at + "/projects/" + project);
    held.ask("GET", "/api/rooms/{room}/projects/{project}/work",
             fmt::format("{}/projects/{}/work", at, project));
    held.ask("POST", "/api/rooms/{room}/interrupt", at + "/interrupt");
    held.ask("POST", "/api/rooms/{room}/resume", at + "/resume");
    held.ask("DELETE", "/api/rooms/{room}/projects/{project}/memory",
             at + "/projects/" + project + "/memory");
  }
  const std::string at = "/api/rooms/" + talk;
  for (const char* digest : {"another", ""})
    held.ask("POST", "/api/rooms/{room}/gates/{gate}", at + "/gates/" + gate_id,
             {{"option", "x"}, {"digest", digest}});
  const std::string option(text_at(find_at(gate, "options")->as_array()[0], "id"));
  CHECK(held.ask("POST", "/api/rooms/{room}/gates/{gate}", at + "/gates/" + gate_id,
                 {{"option", option}, {"digest", text_at(gate, "digest")}})
            .status == 200);
  held.ask("POST", "/api/rooms/{room}/messages", at + "/messages", {{"text", "hello"}});
  held.ask("PUT", "/api/rooms/{room}/channels/{channel}", at + "/channels/telegram:1");
  held.ask("GET", "/api/channels", "/api/channels");
  held.ask("DELETE", "/api/rooms/{room}/channels/{channel}", at + "/channels/telegram:1");
  held.ask("POST", "/api/rooms/{room}/cancel", at + "/cancel", {{"why", "enough"}});
  held.ask("POST", "/api/rooms/{room}/cancel", at + "/cancel", {{"why", "enough"}});
  held.ask("GET", "/api/gates", "/api/gates");
  held.ask("GET", "/api/costs", "/api/costs?days=2");
  held.ask("GET", "/api/costs", "/api/costs?days=x");
  held.ask("GET", "/api/memory", "/api/memory");
  held.ask("GET", "/api/rooms", "/api/rooms?limit=1");
  held.ask("GET", "/api/session", "/api/session");
  held.ask("GET", "/api/sessions", "/api/sessions");
  held.ask("POST", "/api/links", "/api/links", {{"name", "ben"}});
  held.ask("POST", "/api/links", "/api/links", {{"name", "[ben]"}});
  held.ask("GET", "/api/openapi.yaml", "/api/openapi.yaml");
  held.ask("GET", "/api/stream", "/api/stream?room=a:x");
  held.ask("GET", "/healthz", "/healthz");
  held.ask("GET", "/readyz", "/readyz");
  held.ask("GET", "/metrics", "/metrics");
  held.ask("GET", "/enter", "/enter?key=x");
  held.ask("DELETE", "/api/sessions/{session}", "/api/sessions/s-none");
  held.ask("DELETE", "/api/session", "/api/session");

  for (const OpenApi::Operation& one : description().operations())
    CHECK_MESSAGE(held.asked.contains(one.method + " " + one.path), one.method << " " << one.path);
}

}  // namespace
}  // namespace fm::server
