#include "app/queries/project_json.h"

#include <doctest/doctest.h>

#include "test/support/worked_project.h"

namespace fm {
namespace {

using enum Phase;
using testing::WorkedProject;

const RoomId kRoom{"tea-2k7f"};

std::string line(const JsonObject& object) {
  CHECK_FALSE(contains_double(object));
  return canonical(Json(object));
}

std::vector<std::string> keys(const JsonObject& object) {
  std::vector<std::string> names;
  for (const auto& [key, value] : object) names.emplace_back(key);
  return names;
}

TEST_CASE("a project's status as JSON says all, and what is not there is null") {
  WorkedProject worked;
  worked.to(kDiscovery).ask("q-1").ask("q-2").end("q-1", QuestionEnd::kAnswered, "red");
  CHECK(line(project_json(kRoom, worked.status())) ==
        R"({"active":true,"agents":["leader","ux"],"brief":null,"came_from":null,"ending":null,)"
        R"("error":null,"goal":"A tea shop.","iteration":1,)"
        R"("last_activity":"2026-05-01T12:00:09.000Z","phase":"discovery","project":"p-tea2",)"
        R"("questions":{"answered":1,"asked":2,"dropped":0,"open":1,"you_decide":0},)"
        R"("room":"tea-2k7f",)"
        R"("this_iteration":{"answered":1,"asked":2,"dropped":0,"open":1,"you_decide":0},)"
        R"("verdict":null,)"
        R"("waits":{"agents":[],"for":"answers","gates":[],"phase":null,"questions":["q-2"]}})");
}

TEST_CASE("the keys are the same wherever the project stands") {
  WorkedProject worked;
  const auto idle = keys(project_json(kRoom, worked.status()));
  worked.to(kDiscovery).to(kSynthesis).propose("Tea", 1).to(kApproval).to(kDiscovery, "cheaper");
  const JsonObject revised = project_json(kRoom, worked.status());
  CHECK(keys(revised) == idle);
  CHECK(canonical(revised.at("brief")) == R"({"revision":1,"title":"Tea"})");
  CHECK(canonical(revised.at("verdict")) ==
        R"({"at":"2026-05-01T12:00:12.000Z","feedback":"cheaper","revision":1,)"
        R"("verdict":"changes_wanted"})");
  worked.to(kSynthesis).to(kFailed);
  const JsonObject failed = project_json(kRoom, worked.status());
  CHECK(keys(failed) == idle);
  CHECK(text_at(failed.at("error"), "code") == "model_timeout");
  CHECK(failed.at("came_from") == "synthesis");
  CHECK(failed.at("ending") == "error");
  CHECK(text_at(failed.at("waits"), "phase") == "synthesis");
}

TEST_CASE("an entry of the log as JSON") {
  WorkedProject worked;
  const auto log = project_log(worked.script.view, worked.project());
  REQUIRE(log.size() == 1);
  CHECK(line(project_log_json(kRoom, worked.id, log.front())) ==
        R"({"agent":"ana","at":"2026-05-01T12:00:02.000Z","mark":"talk","project":"p-tea2",)"
        R"("room":"tea-2k7f","room_seq":2,"text":"A tea shop."})");
}

TEST_CASE("the history as JSON has each stay, and a total of every phase") {
  WorkedProject worked;
  worked.to(kDiscovery);
  const UtcMs now = worked.script.view.updated_at + Millis(5'000);
  const JsonObject history =
      project_history_json(kRoom, worked.id, project_history(worked.project(), now));
  line(history);
  REQUIRE(history.at("stays").as_array().size() == 2);
  const Json& idle = history.at("stays").as_array()[0];
  const Json& now_there = history.at("stays").as_array()[1];
  CHECK(find_at(idle, "why")->is_null());
  CHECK(text_at(idle, "ended") == text_at(now_there, "began"));
  CHECK(find_at(now_there, "ended")->is_null());
  CHECK(int_at(now_there, "ms") == 6'000);
  CHECK(history.at("totals_ms").as_object().size() == kPhases.size());
  CHECK(int_at(history.at("totals_ms"), "discovery") == 6'000);
  CHECK(int_at(history.at("totals_ms"), "review") == 0);
  CHECK(int_at(history, "ms") == 6'000 + int_at(idle, "ms"));
}

TEST_CASE("a brief as JSON, and what differs between two revisions") {
  WorkedProject worked;
  worked.to(kDiscovery).to(kSynthesis).propose("Tea", 1).propose("Green tea", 2);
  const Project& project = worked.project();
  const JsonObject first = brief_json(kRoom, project, *project.brief(1));
  line(first);
  CHECK(first.at("latest") == false);
  CHECK(first.at("origin") == "leader");
  CHECK(first.at("by") == "leader");
  CHECK(text_at(first.at("brief"), "title") == "Tea");
  CHECK(brief_json(kRoom, project, *project.brief(2)).at("latest") == true);
  CHECK(line(brief_changes_json(kRoom, project, *project.brief(1), *project.brief(2))) ==
        R"({"after":2,"before":1,"changes":[{"after":"Green tea","before":"Tea",)"
        R"("kind":"changed","part":"title"}],"project":"p-tea2","room":"tea-2k7f"})");
}

TEST_CASE("an open gate as JSON") {
  WorkedProject worked;
  worked.gate("g-1", "start", "Start?", {"Start implementation", "Continue discussion"});
  CHECK(line(gate_json(kRoom, worked.script.view.gates.front())) ==
        R"({"at":"2026-05-01T12:00:05.000Z","digest":"d-g-1","expired":false,"gate":"g-1",)"
        R"("option_ids":["start-implementation","continue-discussion"],)"
        R"("options":["Start implementation","Continue discussion"],"project":"p-tea2",)"
        R"("question":"Start?","room":"tea-2k7f","type":"start"})");
}

}  // namespace
}  // namespace fm
