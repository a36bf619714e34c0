// A plan that is built by the program itself, with scripted models: who is asked how often, and
// what becomes of a claim, a finding, a conflict and a failure.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "test/support/agency_world.h"

namespace fm::testing {
namespace {

ScriptedReply writes(const std::string& path, const std::string& text) {
  return calls({tool_call("write_file", {{"path", path}, {"content", text}})});
}
ScriptedReply edits(const std::string& path, const std::string& old, const std::string& now) {
  return calls({tool_call("read_file", {{"path", path}}),
                tool_call("edit_file", {{"path", path}, {"old", old}, {"new", now}})});
}

// One file, one test.
void one_task(AgencyWorld& world) {
  world.git.begin();
  world.add_task("1.1", "Greet.", {"grep -q hello greeting.txt"});
  world.rounds["1.1"] = {writes("greeting.txt", "hello\n")};
}

const TaskWork& task(AgencyWorld& world, const std::string& id) {
  const TaskWork* work = world.work().find(id);
  REQUIRE(work != nullptr);
  return *work;
}

TEST_CASE(
    "A-4 A-5 A-6 one task takes its builder, two reviews, nobody who weighs, and no question") {
  AgencyWorld world;
  one_task(world);
  const std::string before = world.git.head();
  world.begin();
  world.run();
  CAPTURE(world.story());
  REQUIRE(world.over());
  CHECK_FALSE(world.gate());
  CHECK(world.calls_of("builder", "") == 2);  // it writes, and says that it is done
  CHECK(world.calls_of("reviewer", "") == 1);
  CHECK(world.calls_of("auditor", "") == 1);
  CHECK(world.asked.size() == 4);
  CHECK(world.count("gate.opened") == 0);
  CHECK(task(world, "1.1").status == TaskStatus::kCompleted);
  // It is known that the command failed before, that it passed on the tree that was judged, and on
  // what was merged.
  std::string checks;
  for (const CheckRecord& check : task(world, "1.1").checks)
    checks += check.on + (check.passed() ? "+ " : "- ");
  CHECK(checks == "base- task+ merge+ ");
  CHECK(world.branch_file("greeting.txt") == "hello");
  CHECK(world.git.head() == before);
  CHECK(world.git.shell("git status --porcelain").empty());
  CHECK(world.git.shell("git worktree list | wc -l") == "1");
  world.git.shell("git fsck --strict");
}

TEST_CASE(
    "A-5 P-24 a builder's calls keep their beginning: each prompt begins with the one before") {
  AgencyWorld world;
  world.git.begin();
  world.add_task("1.1", "Greet.", {"grep -q 7 n.txt"});
  for (int n = 1; n <= 7; ++n) world.rounds["1.1"].push_back(writes("n.txt", std::to_string(n)));
  world.begin();
  world.run();
  REQUIRE(world.over());
  std::size_t shared = 0;
  std::size_t all = 0;
  std::string last;
  for (const ModelRequest& request : world.asked) {
    if (request.purpose.agent != "builder") continue;
    std::string text;
    for (const ModelMessage& message : request.messages) {
      text += message.text.str();
      for (const ToolCall& call : message.tool_calls) text += call.name + call.arguments;
    }
    if (!last.empty()) {
      CHECK(text.starts_with(last));
      shared += last.size();
      all += text.size();
    }
    last = text;
  }
  MESSAGE("share of a builder's prompts that was sent before: " << shared * 100 / all << " %");
  CHECK(shared * 100 >= all * 90);
}

TEST_CASE("A-5 a claim without a change is no work: the builder hears it, and then the person") {
  AgencyWorld world;
  one_task(world);
  world.rounds.clear();  // it says "Done." at once, and again
  world.begin();
  world.run();
  CAPTURE(world.story());
  REQUIRE(world.gate());
  CHECK(world.gate()->question.contains("1.1"));
  CHECK(world.calls_of("builder", "") == 4);
  CHECK(world.calls_of("reviewer", "") == 0);
  const ModelRequest& second = world.asked[1];
  CHECK(second.messages.back().text.str().contains("nothing in your lane differs"));
  world.reply("skip");
  world.run();
  CHECK(world.over());
  CHECK(task(world, "1.1").skipped);
}

TEST_CASE("A-5 a claim that its command does not confirm comes back with what the command said") {
  AgencyWorld world;
  one_task(world);
  world.rounds["1.1"] = {writes("greeting.txt", "good day\n"), says("Done, all tests pass."),
                         writes("greeting.txt", "hello\n")};
  world.begin();
  world.run();
  CAPTURE(world.story());
  REQUIRE(world.over());
  CHECK(world.calls_of("builder", "") == 4);
  CHECK(world.asked[2].messages.back().text.str().contains("do not pass"));
  CHECK(world.branch_file("greeting.txt") == "hello");
}

TEST_CASE("A-4 A-6 findings of all go back as they are, those of one are weighed by the leader") {
  AgencyWorld world;
  one_task(world);
  world.rounds["1.1 rework"] = {edits("greeting.txt", "hello", "hello, world")};
  bool both = false;
  SUBCASE("both want changes") { both = true; }
  SUBCASE("one does") {}
  world.answer = [&](const ModelRequest& request) -> std::optional<ScriptedReply> {
    const bool first = request.messages.back().text.str().contains("+hello\n");
    if (request.purpose.task == "synthesize") return wants("greeting.txt", "Greet somebody.");
    if (request.purpose.task != "review_code" || !first) return std::nullopt;
    if (request.purpose.agent == "reviewer" || both) return wants("greeting.txt", "Greet whom?");
    return std::nullopt;
  };
  world.begin();
  world.run();
  CAPTURE(world.story());
  REQUIRE(world.over());
  CHECK(world.calls_of("leader", "synthesize") == (both ? 0 : 1));
  CHECK(world.calls_of("reviewer", "review_code") == 2);
  CHECK(world.branch_file("greeting.txt") == "hello, world");
  CHECK(task(world, "1.1").reviews.size() == (both ? 4 : 5));
}

TEST_CASE("A-7 S-11 two tasks that change the same lines are joined by the builder of the second") {
  AgencyWorld world;
  world.git.begin();
  world.add_task("1.1", "Upper.", {"grep -q UPPER b.txt"});
  world.add_task("1.2", "Lower.", {"grep -q lower b.txt"});
  world.rounds["1.1"] = {edits("b.txt", "b", "UPPER")};
  world.rounds["1.2"] = {edits("b.txt", "b", "lower")};
  // At first it claims so, with git's markers in the file.
  const Rounds joins = {says("Done."), calls({tool_call("read_file", {{"path", "b.txt"}})}),
                        writes("b.txt", "UPPER\nlower\n")};
  world.rounds["1.1 resolve"] = joins;
  world.rounds["1.2 resolve"] = joins;
  world.begin();
  world.run();
  CAPTURE(world.story());
  REQUIRE(world.over());
  CHECK(world.branch_file("b.txt") == "UPPER\nlower");
  CHECK(world.calls_of("builder", "resolve") == 4);
  bool told = false;
  for (const ModelRequest& request : world.asked)
    told = told || request.messages.back().text.str().contains("markers still stand in b.txt");
  CHECK(told);
  world.git.shell("git fsck --strict");
}

TEST_CASE(
    "S-11 of a train that fails together, what passes alone is merged and the other asked about") {
  AgencyWorld world;
  world.git.begin();
  world.add_task("1.1", "One.", {"test ! -e two.txt || test ! -e one.txt"});
  world.add_task("1.2", "Two.", {"test -e two.txt"});
  world.rounds["1.1"] = {writes("one.txt", "1\n")};
  world.rounds["1.2"] = {writes("two.txt", "2\n")};
  world.begin();
  world.run();
  CAPTURE(world.story());
  REQUIRE(world.gate());
  world.reply("skip");
  world.run();
  REQUIRE(world.over());
  const std::string files = world.git.shell("git ls-tree --name-only " + world.work().branch);
  CHECK(files.contains("one.txt") != files.contains("two.txt"));
}

TEST_CASE("F-39 a builder that goes in circles is told so, then stopped, and the person is asked") {
  AgencyWorld world;
  one_task(world);
  world.rounds["1.1"].clear();
  for (int n = 0; n < 60; ++n)
    world.rounds["1.1"].push_back(calls({tool_call("read_file", {{"path", "a.txt"}})}));
  world.begin();
  world.run();
  CAPTURE(world.story());
  REQUIRE(world.gate());
  CHECK(world.gate()->question.contains("circles"));
  CHECK(world.calls_of("builder", "") < 15);
}

TEST_CASE("A-9 a word to the builder reaches it before its next round; others' words do not") {
  AgencyWorld world;
  one_task(world);
  world.rounds["1.1"] = {writes("greeting.txt", "hel\n"), writes("greeting.txt", "hello\n")};
  bool said = false;
  world.told = [&](const Event& event) {
    if (said || event.kind != "tool.called") return;
    said = true;
    world.say("@builder keep it short");
    world.say("@leader how is it going?");
  };
  world.begin();
  world.run();
  CAPTURE(world.story());
  REQUIRE(world.over());
  std::string heard;
  for (const ModelMessage& message : world.asked[1].messages) heard += message.text.str();
  CHECK(heard.contains("keep it short"));
  CHECK_FALSE(heard.contains("how is it going"));
}

TEST_CASE("A-9 A-10 interrupted, a task rests with its lane, and the next run goes on from there") {
  AgencyWorld world;
  one_task(world);
  world.rounds["1.1"] = {writes("half.txt", "half\n"), writes("greeting.txt", "hello\n")};
  world.answer = [&](const ModelRequest&) -> std::optional<ScriptedReply> {
    if (world.calls_of("builder", "") != 2) return std::nullopt;
    world.interrupt_soon();
    return ScriptedReply{.text = "", .calls = {}, .hangs = true};
  };
  world.begin();
  world.run();
  CAPTURE(world.story());
  REQUIRE(world.over());
  CHECK(text_at(*find_at(world.result(), "result"), "end") == "interrupted");
  CHECK(task(world, "1.1").status == TaskStatus::kPaused);
  CHECK(GitWorld::read(task(world, "1.1").lane + "/half.txt") == "half\n");
  world.rounds["1.1 rework"] = {writes("greeting.txt", "hello\n")};
  world.asked.clear();
  world.answer = nullptr;
  world.begin_again();
  world.run();
  CAPTURE(world.story());
  REQUIRE(world.over());
  CHECK(world.branch_file("half.txt") == "half");
  CHECK(world.branch_file("greeting.txt") == "hello");
  std::string told;
  for (const ModelMessage& message : world.asked.at(0).messages) told += message.text.str();
  CHECK(told.contains("broken off before it was done"));
}

TEST_CASE(
    "A-9 A-10 tried again, the builder is told why it failed, and that its lane holds the work") {
  AgencyWorld world;
  one_task(world);
  world.rounds["1.1"] = {writes("greeting.txt", "good day\n")};
  world.rounds["1.1 rework"] = {edits("greeting.txt", "good day", "hello")};
  world.begin();
  world.run();
  REQUIRE(world.gate());
  CAPTURE(world.story());
  world.reply("retry");
  world.run();
  CAPTURE(world.story());
  REQUIRE(world.over());
  CHECK(world.branch_file("greeting.txt") == "hello");
  std::string told;
  for (const ModelRequest& request : world.asked)
    if (request.purpose.task == "rework" && told.empty())
      for (const ModelMessage& message : request.messages) told += message.text.str();
  CHECK(told.contains("the task's commands do not pass"));
  CHECK(told.contains("+good day"));
}

TEST_CASE("A-9 a pause in the review loses no finding, and what passed is not built again") {
  AgencyWorld world;
  one_task(world);
  bool finds = false;
  SUBCASE("before a review came: it is reviewed, and built by nobody again") {}
  SUBCASE("after one: its finding is put right") { finds = true; }
  world.rounds["1.1 rework"] = {edits("greeting.txt", "hello", "hello, world")};
  bool paused = false;
  world.answer = [&](const ModelRequest& request) -> std::optional<ScriptedReply> {
    const bool reworks = request.purpose.task == "rework" && finds;
    const bool reviews = request.purpose.task == "review_code";
    if (!paused && (reworks || (reviews && !finds))) {
      paused = true;
      world.interrupt_soon();
      return ScriptedReply{.text = "", .calls = {}, .hangs = true};
    }
    if (reviews && finds && !paused) return wants("greeting.txt", "Greet whom?");
    return std::nullopt;
  };
  world.begin();
  world.run();
  REQUIRE(world.over());
  REQUIRE(task(world, "1.1").status == TaskStatus::kPaused);
  world.asked.clear();
  world.begin_again();
  world.run();
  CAPTURE(world.story());
  REQUIRE(world.over());
  CHECK(world.calls_of("builder", "build") == 0);
  CHECK(world.calls_of("builder", "rework") == (finds ? 2 : 0));
  CHECK(world.branch_file("greeting.txt") == std::string(finds ? "hello, world" : "hello"));
}

TEST_CASE(
    "S-11 A-10 a check that fails on the merged result says what it said, and what it was alone "
    "with") {
  AgencyWorld world;
  world.git.begin();
  world.git.shell("echo made.txt > .gitignore; git add .gitignore; git commit -q -m ignore");
  // It passes in the lane, by a file that git ignores.
  world.add_task("1.1", "Greet. Somebody, in one line; and no more.", {"cat made.txt"});
  world.rounds["1.1"] = {
      calls({tool_call("write_file", {{"path", "made.txt"}, {"content", "x\n"}}),
             tool_call("write_file", {{"path", "b2.txt"}, {"content", "x\n"}})})};
  world.begin();
  world.run();
  CAPTURE(world.story());
  REQUIRE(world.gate());
  const std::string why(text_at(*world.gate()->subject, "why"));
  CHECK(why.contains("In a fresh worktree these do not pass"));
  CHECK(why.contains("No such file"));
  world.rounds["1.1 rework"] = {calls(
      {tool_call("run_command", {{"command", "git rm -q --cached .gitignore; rm .gitignore"}})})};
  world.reply("retry");
  world.run();
  REQUIRE(world.over());
  CHECK(world.branch_file("made.txt") == "x");
  CHECK(world.git.shell("git log --no-merges -1 --format=%s " + world.work().branch) ==
        "1.1: Greet");
}

}  // namespace
}  // namespace fm::testing
