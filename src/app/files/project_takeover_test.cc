#include "app/files/project_takeover.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "team/room/project_status.h"
#include "test/support/project_builder.h"
#include "test/support/room_script.h"
#include "test/support/scratch_folder.h"

namespace fm {
namespace {

namespace fs = std::filesystem;
using enum Phase;
using testing::kAna;
using testing::RoomScript;

constexpr UtcMs kNow{1'777'636'800'000};
const RoomId kGeneral{"general"};

const std::string kApprovalFile = R"({
  "phase": "approval", "user_goal": "A tea shop.",
  "discovery_log": [
    {"bot": "leader", "content": "Who buys?", "is_question": true, "timestamp": "2025-05-01T12:00:00"},
    {"bot": "creative", "content": "Which look?", "is_question": true},
    {"bot": "user", "content": "Neighbours.", "is_question": false},
    {"bot": "user", "content": "FEEDBACK: no coffee", "is_question": false},
    {"bot": "coder", "content": "Which shop system?"}],
  "synthesis": {"title": "Tea", "goal": "Sell tea.", "scope": {"included": ["cart"], "excluded": []},
    "constraints": {"budget": "900"}, "unknowns": ["bank"], "next_steps": {"coder": "build"}},
  "approval": {"approved": false, "feedback": "no coffee", "timestamp": "2025-05-01T12:00:00"},
  "execution_plan": null, "created_at": "2025-05-01T12:00:00", "updated_at": "2025-05-01T12:00:00",
  "iteration": 1})";

struct Folder : ScratchFolder {
  RoomScript script{"general"};

  OldProjects look(const RoomId& room = kGeneral) {
    auto found = old_projects(path().string(), room, script.view.projects, kAna, kNow);
    REQUIRE(found.has_value());
    return std::move(*found);
  }
  // As it is done: committed, then put aside.
  OldProjects take(const RoomId& room = kGeneral) {
    OldProjects found = look(room);
    for (const NewEvent& event : found.events) script.tell(event);
    CHECK(put_aside_taken_over(path().string(), found.files).empty());
    return found;
  }
  const Project& project() const {
    REQUIRE(script.view.projects.all.size() == 1);
    return script.view.projects.all.front();
  }
  std::vector<std::string> names(const std::string& folder) const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(path() / folder))
      names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
  }
};

std::string old_file(const std::string& phase, const std::string& more = {}) {
  return R"({"phase": ")" + phase + R"(", "user_goal": "A tea shop.")" + more + "}";
}

TEST_CASE("C-49 an older file is taken over once, and its project rests where it stood") {
  Folder folder;
  folder.write(".nanofolks/project_states/default.json", kApprovalFile);
  CHECK(folder.take().notices.empty());
  const Project& project = folder.project();
  CHECK(project.goal == "A tea shop.");
  CHECK(project.phase == kIdle);
  CHECK(project.came_from == kApproval);
  CHECK(project.iteration == 2);
  CHECK(project.agents == std::vector<std::string>{"leader", "creative", "coder"});
  REQUIRE(project.questions.size() == 3);
  CHECK(project.questions[0].answer == "Neighbours.");
  CHECK(project.questions[1].answer == "Neighbours.");
  CHECK(project.questions[2].end == QuestionEnd::kDropped);
  REQUIRE(project.feedback.size() == 1);
  CHECK(project.feedback[0].text == "no coffee");
  REQUIRE(project.brief() != nullptr);
  CHECK(project.brief()->brief->title == "Tea");
  CHECK(project.brief()->brief->included == std::vector<std::string>{"cart"});
  CHECK(check_change(kIdle, kApproval, project.context()).has_value());
  for (const Message& message : folder.script.view.messages) CHECK(message.kind != "user");
  CHECK(folder.names(".nanofolks/project_states") ==
        std::vector<std::string>{"default.json.taken-over"});
  CHECK(folder.look().events.empty());
  CHECK(folder.look().files.empty());
}

TEST_CASE("after a crash between commit and renaming nothing is taken over twice") {
  Folder folder;
  folder.write(".folkmoot/project_states/general.json", kApprovalFile);
  for (const NewEvent& event : folder.look().events) folder.script.tell(event);
  const OldProjects again = folder.take();
  CHECK(again.events.empty());
  CHECK(again.files.size() == 1);
  CHECK(folder.names(".folkmoot/project_states") ==
        std::vector<std::string>{"general.json.taken-over"});
}

TEST_CASE("every phase of an older file has its place to go on, a finished one has none") {
  for (const Phase phase : {kDiscovery, kReady, kSynthesis, kApproval, kExecution, kReview}) {
    Folder folder;
    const std::string name(to_string(phase));
    CAPTURE(name);
    folder.write(".folkmoot/project_states/general.json", old_file(name));
    CHECK(folder.take().notices.empty());
    CHECK(folder.project().phase == kIdle);
    CHECK(folder.project().came_from == phase);
  }
  Folder finished;
  finished.write(".folkmoot/project_states/general.json",
                 old_file("idle", R"(, "approval": {"approved": true})"));
  finished.take();
  CHECK(finished.project().ending == ProjectEnding::kSuccess);
  CHECK_FALSE(finished.project().came_from.has_value());
  Folder begun;
  begun.write(".folkmoot/project_states/general.json", old_file("idle"));
  begun.take();
  CHECK(begun.project().came_from == kDiscovery);
  Folder empty;
  empty.write(".folkmoot/project_states/general.json", R"({"phase": "idle"})");
  CHECK(empty.take().events.empty());
  CHECK(empty.names(".folkmoot/project_states").front() == "general.json.taken-over");
}

TEST_CASE("a plan is taken over with what was being done") {
  Folder folder;
  folder.write(".folkmoot/project_states/general.json",
               old_file("execution", R"(, "execution_plan": {"tasks": ["a"], "share": 0.5})"));
  for (const NewEvent& event : folder.take().events) CHECK_FALSE(contains_double(event.body));
  REQUIRE(folder.project().plans.size() == 1);
  CHECK(text_at(*folder.project().plans[0].plan, "share") == "0.5");
}

TEST_CASE("each room has its own files, and they are found by their names") {
  Folder folder;
  folder.write(".nanofolks/project_states/room_shop.json", old_file("discovery"));
  folder.write(".nanofolks/project_states/other.json", old_file("discovery"));
  folder.write(".folkmoot/project_states/shop.json", old_file("approval"));
  folder.write(".nanofolks/project_states/default.json", old_file("discovery"));
  folder.write(".nanofolks/project_states/Odd Name.json", old_file("discovery"));
  folder.write(".folkmoot/project_states/default.json", old_file("discovery"));
  CHECK(folder.look({"shop"}).files.size() == 2);
  CHECK(folder.look().files == std::vector<std::string>{".nanofolks/project_states/default.json"});
  CHECK(folder.look({"../x"}).files.empty());
}

TEST_CASE("a damaged file is put aside with a notice, whatever is wrong with it") {
  std::string deep = R"({"phase": "discovery", "synthesis": )";
  for (int i = 0; i < 10000; ++i) deep += R"({"goal": )";
  const std::string huge = old_file("discovery", R"(, "x": ")" + std::string(5 << 20, 'x') + "\"");
  for (const std::string& bytes :
       {std::string(), std::string("{broken"), std::string("[]"), std::string("\0\xFF", 2),
        std::string(R"({"user_goal": "x"})"), old_file("nowhere"),
        std::string(R"({"phase": 3, "user_goal": "x"})"),
        std::string(R"({"phase": "discovery", "user_goal": ["x"]})"),
        old_file("discovery", R"(, "discovery_log": "x")"),
        old_file("approval", R"(, "synthesis": [1])"), deep, huge}) {
    Folder folder;
    folder.write(".folkmoot/project_states/general.json", bytes);
    CAPTURE(bytes.substr(0, 60));
    const OldProjects found = folder.take();
    CHECK(found.events.empty());
    REQUIRE(found.notices.size() == 1);
    CHECK(found.notices[0].code == "project_file_damaged");
    const auto names = folder.names(".folkmoot/project_states");
    REQUIRE(names.size() == 1);
    CHECK(names[0] == "general.json.damaged-20260501T120000Z");
    CHECK(fs::file_size(folder.path() / ".folkmoot/project_states" / names[0]) == bytes.size());
  }
}

TEST_CASE("odd entries inside a sound file are told of, and the rest is taken over") {
  Folder folder;
  std::string log = R"(, "discovery_log": [1, null, {"bot": 7}, {"content": "Who?"},)"
                    R"({"bot": "Team Lead!", "content": "\u001b[31mWhen?", "is_question": "yes"},)"
                    R"({"bot": "coder", "content": "I know Go.", "is_question": false})";
  for (int i = 0; i < 30; ++i)
    log += R"(,{"bot": "user", "content": "FEEDBACK: again", "is_question": false})";
  folder.write(".folkmoot/project_states/general.json",
               old_file("discovery", log + R"(], "iteration": 1e300, "synthesis": {"goal": 5})"));
  CHECK(folder.take().notices.empty());
  const Project& project = folder.project();
  REQUIRE(project.questions.size() == 2);
  CHECK(project.questions[0].agent == "leader");
  CHECK(project.questions[1].agent == "team-lead");
  CHECK(project.questions[1].text == "When?");
  CHECK(project.questions[1].open());
  CHECK(project.feedback.size() == 10);
  CHECK(folder.script.view.messages.back().text->contains("3 entries"));
}

TEST_CASE("a link is not followed, and a folder that is not there is said") {
  Folder folder;
  const ScratchFolder outside;
  outside.write("x.json", kApprovalFile);
  fs::create_directories(folder.path() / ".folkmoot/project_states");
  fs::create_symlink(outside.path() / "x.json",
                     folder.path() / ".folkmoot/project_states/general.json");
  const OldProjects found = folder.look();
  CHECK(found.events.empty());
  CHECK(found.files.empty());
  REQUIRE(found.notices.size() == 1);
  CHECK(found.notices[0].code == "folder_file_failed");
  CHECK_FALSE(old_projects("/no/such", kGeneral, {}, kAna, kNow).has_value());
}

}  // namespace
}  // namespace fm
