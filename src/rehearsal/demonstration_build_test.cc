// The demonstration that is built, played as the flow `agency` asks for it: plan, tasks with their
// rounds of tools, reviews, rework, and the conflict of two tasks.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "reading/brief/brief.h"
#include "reading/plan/code_review.h"
#include "reading/plan/plan.h"
#include "reading/plan/plan_rules.h"
#include "reading/tools/tool_call.h"
#include "rehearsal/conversation_testing.h"
#include "rehearsal/demonstration_start.h"
#include "rehearsal/rehearsal_scene.h"

namespace fm {
namespace {

using Files = std::map<std::string, std::string>;
constexpr int kMostRounds = 12;

const Screenplay& screenplay() {
  static const Screenplay play = screenplay_of(*packaged_screenplay("conversation"));
  return play;
}

const Rehearsal& rehearsal() {
  static const Rehearsal played = packaged_rehearsal("conversation");
  return played;
}

const ToolTable& tools() {
  static const ToolTable kTools = {
      {"read_file", {{"path", "string"}}},
      {"list_files", {}},
      {"write_file", {{"path", "string"}, {"content", "string"}}},
      {"edit_file", {{"path", "string"}, {"old", "string"}, {"new", "string"}}},
      {"run_command", {{"command", "string"}}}};
  return kTools;
}

const Roster& roster() {
  static const Roster team =
      roster_of({"leader", "builder", "reviewer", "auditor", "product-planner"});
  return team;
}

Plan plan_in(const std::string& text) {
  auto plan = read_plan(text, roster());
  REQUIRE_MESSAGE(plan.has_value(), text);
  const auto broken = settle_plan_rules(*plan, roster(), roster().find_exact("leader")->index);
  REQUIRE_MESSAGE(!broken.has_value(), text);
  return std::move(*plan);
}

bool is_of_a_plan(const Scene& scene) {
  static const std::set<std::string> kTasks = {"plan",  "review_code", "synthesize",
                                               "build", "rework",      "resolve"};
  return !scene.builds && scene.demonstration == "barber" &&
         std::ranges::any_of(scene.tasks, [](const auto& task) { return kTasks.contains(task); });
}

// A lane with its files, in which tools are used.
struct Lane {
  Files files;
  std::set<std::string> seen;  // a file is read before it is changed
  std::set<std::string> changed;
  std::vector<std::string> commands;

  void run(const GivenCall& call) {
    const std::string path(text_at(call.arguments, "path"));
    CAPTURE(path);
    if (call.name == "run_command")
      commands.emplace_back(text_at(call.arguments, "command"));
    else if (call.name == "read_file")
      CHECK(files.contains(path));
    else if (call.name == "write_file")
      write(path, std::string(text_at(call.arguments, "content")));
    else if (call.name == "edit_file")
      edit(path, text_at(call.arguments, "old"), text_at(call.arguments, "new"));
    else
      CHECK(call.name == "list_files");
    seen.insert(path);
  }

 private:
  void write(const std::string& path, std::string content) {
    CHECK((seen.contains(path) || !files.contains(path)));
    CHECK(content.ends_with('\n'));
    files[path] = std::move(content);
    changed.insert(path);
  }

  void edit(const std::string& path, std::string_view old_text, std::string_view new_text) {
    CHECK(seen.contains(path));
    std::string& text = files[path];
    const std::size_t at = text.find(old_text);
    REQUIRE_MESSAGE(at != std::string::npos, old_text);
    CHECK_MESSAGE(text.find(old_text, at + 1) == std::string::npos, old_text);
    text.replace(at, old_text.size(), new_text);
    changed.insert(path);
  }
};

// The whole build with what the person said before.
struct Build {
  JsonArray wishes = {};
  JsonArray questions = {};
  Json brief = {};
  std::set<const Scene*> played = {};
  std::string last_words = {};  // of the last task's builder

  Purpose purpose(const std::string& agent, const std::string& task, int round,
                  const std::string& work = {}, int review = 1) const {
    JsonObject facts{{"topic", screenplay().demonstrations.front().opening},
                     {"wishes", wishes},
                     {"questions", questions},
                     {"brief", brief}};
    if (task == "plan")
      facts["seats"] = 4;
    else
      facts["work"] = work;
    facts["review"] = review;
    return {agent, task, round, std::move(facts)};
  }

  std::string say(const Purpose& purpose) {
    const Scene* scene = stage(screenplay(), topic_of(purpose, screenplay()), purpose).scene;
    REQUIRE(scene != nullptr);
    played.insert(scene);
    return rehearsal().turn(purpose).text;
  }

  Plan plan() { return plan_in(say(purpose("product-planner", "plan", 0))); }

  // Rounds of tools until a turn calls none; its words.
  std::string work(Lane& lane, const std::string& task, const std::string& work, int review) {
    for (int round = 1; round <= kMostRounds; ++round) {
      const std::string text = say(purpose("builder", task, round, work, review));
      const auto read = read_tool_text(text, tools());
      REQUIRE_MESSAGE(read.has_value(), text);
      CHECK_FALSE(read->text.empty());
      for (const GivenCall& call : read->calls) lane.run(call);
      if (!read->calls.empty()) continue;
      CHECK(say(purpose("builder", task, round + 1, work, review)).starts_with("My part of task "));
      return read->text;
    }
    FAIL("it never ends");
    return {};
  }

  // Whether nobody asks for changes.
  bool reviewed(const PlanTask& task, int review) {
    bool approved = true;
    for (const PlanStage& stage : task.stages) {
      if (stage.name != "CODE_REVIEW") continue;
      for (const PlanAgent& agent : stage.agents) {
        const std::string& id = roster().agents().at(agent.agent).id;
        const std::string text = say(purpose(id, "review_code", 0, task.id, review));
        const auto read = read_code_review(text);
        REQUIRE_MESSAGE(read.has_value(), text);
        CHECK(read->approves == read->findings.empty());
        for (const GivenFinding& finding : read->findings) {
          CHECK(finding.line > 0);
          CHECK_FALSE(finding.text.empty());
          CHECK_FALSE(finding.fix.empty());
        }
        approved = approved && read->approves;
      }
    }
    return approved;
  }

  Lane done(const PlanTask& task, const Files& base) {
    Lane lane{base, {}, {}, {}};
    std::string words = work(lane, "build", task.id, 1);
    int review = 1;
    while (!reviewed(task, review)) {
      REQUIRE(++review <= 3);
      words = work(lane, "rework", task.id, review);
    }
    // What the task is judged by was run by the builder itself, last of all.
    REQUIRE(task.acceptance.size() == 1);
    CHECK(lane.commands.back() == task.acceptance.front());
    CHECK(words.contains("`" + task.acceptance.front() + "` passes"));
    last_words = words;
    for (const std::string& path : lane.changed)
      CHECK_MESSAGE(std::ranges::find(task.files, path) != task.files.end(), path);
    return lane;
  }

  Files built() {
    const Plan plan = this->plan();
    REQUIRE(plan.tasks.size() == 3);
    const Files base = demonstration_start(screenplay(), "barber")->files;
    Lane first = done(plan.tasks[0], base);
    const Lane second = done(plan.tasks[1], base);

    std::vector<std::string> both;
    std::ranges::set_intersection(first.changed, second.changed, std::back_inserter(both));
    CHECK(both == std::vector<std::string>{"settings.py"});
    Lane joined{second.files, {}, {}, {}};
    for (const std::string& path : first.changed) joined.files[path] = first.files[path];
    joined.files["settings.py"] = "<<<<<<<\n" + first.files["settings.py"] + "=======\n" +
                                  second.files.at("settings.py") + ">>>>>>>\n";
    const std::string words = work(joined, "resolve", "1.2", 1);
    CHECK(words.contains("settings.py has both parts"));
    CHECK(joined.changed == std::set<std::string>{"settings.py"});
    return done(plan.tasks[2], joined.files).files;
  }
};

TEST_CASE("P-34 A-4 the booking page is built: each scripted turn is found, each edit lands") {
  Build build;
  const Files files = build.built();
  CHECK(files.size() == 13);
  CHECK(files.at("settings.py").contains("HEADLINE = \"Fresh cut, no waiting\"\n"));
  CHECK(files.at("settings.py").contains("EMAIL = \"hello@example.com\"\n"));
  CHECK(files.at("settings.py").contains("LOOK = \"auto\""));
  CHECK(files.at("settings.py").contains("OPENING_HOURS = f\"Tuesday to Saturday, "));
  CHECK(files.at("settings.py").contains("MAIL_SERVER = "));
  CHECK_FALSE(files.at("settings.py").contains("€"));
  for (const auto& [path, text] : files) {
    CHECK_FALSE(text.contains("{{"));
    CHECK_FALSE(text.contains("<<<<<<<"));
  }
  for (const Scene& scene : screenplay().scenes)
    if (is_of_a_plan(scene)) CHECK_MESSAGE(build.played.contains(&scene), scene.where);
}

TEST_CASE("P-34 what the person wished and answered stands in the settings of what is built") {
  Build build;
  build.wishes = {"with prices, please", "and a dark look"};
  build.questions = {
      JsonObject{{"agent", "creative"}, {"text", "Words?"}, {"answer", "Say \"cut\" \\ <b>"}},
      JsonObject{{"agent", "coder"}, {"text", "Mail?"}, {"answer", "to jo@sharp.example."}}};
  const std::string settings = build.built().at("settings.py");
  CHECK(settings.contains("LOOK = \"dark\""));
  CHECK(settings.contains("Service(\"haircut\", \"Haircut\", 30, \"€28\"),"));
  CHECK(settings.contains("HEADLINE = \"Say \\\"cut\\\" \\\\ <b>\"\n"));
  CHECK(settings.contains("EMAIL = \"jo@sharp.example\"\n"));
  CHECK_FALSE(build.last_words.contains("Not in it"));

  build.wishes = {"add a \"map\""};
  build.built();
  CHECK(build.last_words.contains("Not in it: “add a \"map\"”."));
}

TEST_CASE("P-53 a turn of a plan that is asked for again is played again") {
  Build build;
  for (const auto& [agent, task] : std::vector<std::pair<std::string, std::string>>{
           {"reviewer", "review_code"}, {"builder", "rework"}, {"product-planner", "plan"}}) {
    const Purpose before = build.purpose(agent, task, 1, "1.1", 2);
    Purpose again = before;
    again.task = "repair";
    again.facts.as_object()["task_before"] = JsonObject{{"task", task}, {"round", 1}};
    const std::string text = build.say(before);
    CHECK(text.contains('{'));
    CHECK(rehearsal().turn(again).text == text);
  }
}

TEST_CASE(
    "A-2 the plan of the booking page covers what was agreed on, with what the person added") {
  Build build;
  const auto objection = [](const char* outcome) {
    return JsonObject{{"agent", "adversary"}, {"text", "x"}, {"outcome", outcome}};
  };
  for (const int included : {7, 8, 9}) {
    JsonArray texts;
    for (int i = 0; i < included; ++i) texts.emplace_back("x");
    build.brief = JsonObject{
        {"scope", JsonObject{{"included", std::move(texts)}}},
        {"decisions", {"x", "y"}},
        {"objections", {objection("taken_up"), objection("open"), objection("taken_up")}}};
    JsonArray entries;
    for (int i = 1; i <= included; ++i)
      entries.push_back(JsonObject{{"id", "in" + std::to_string(i)}, {"text", "x"}});
    Purpose asked = build.purpose("product-planner", "plan", 0);
    asked.facts.as_object()["entries"] = std::move(entries);
    std::set<int> covered;
    for (const PlanTask& task : plan_in(build.say(asked)).tasks)
      covered.insert(task.covers.begin(), task.covers.end());
    CHECK(static_cast<int>(covered.size()) == included + 4);
    CHECK(*covered.rbegin() == included + 4);
  }
}

TEST_CASE("P-34 with a builder the brief is one of a page with a server, and one step builds it") {
  TestConversation talk{rehearsal(), screenplay().demonstrations.front().opening};
  talk.more["agents"] = JsonArray{"leader", "creative", "coder", "builder"};
  const std::string text = talk.say("leader", "draft");
  const auto read = read_brief(text, roster_of({"leader", "creative", "coder", "builder"}));
  REQUIRE_MESSAGE(read.has_value(), text);
  CHECK(read->brief.included.size() == 7);
  CHECK(read->brief.included[0].contains("a small server that keeps the bookings"));
  REQUIRE(read->brief.next_steps.size() == 1);
  CHECK(read->brief.next_steps[0].agent == "builder");

  // Once it stands in the brief, whoever speaks of it speaks of that page.
  talk.take_brief(fenced_json(text));
  talk.more.erase("agents");
  const std::string doubt = talk.say("adversary", "review_draft");
  CHECK(doubt.contains("several book at once"));
  talk.object("adversary", doubt);
  CHECK(talk.say("leader", "revise").contains("of several who take it in the same second"));
  CHECK(talk.say("leader", "answer_brief").contains("cancelled by a link"));
  CHECK(talk.say("leader", "status").contains("The work is three tasks"));
}

TEST_CASE("P-34 the files that are begun with are the agreement, and none for what is not built") {
  const auto start = demonstration_start(screenplay(), "barber");
  REQUIRE(start.has_value());
  CHECK(start->subject.starts_with("The agreement: "));
  CHECK(start->files.size() == 6);
  CHECK(start->files.at("README.md").starts_with("# Booking page for a barber shop\n"));
  CHECK(start->files.at("README.md").contains("“Fresh cut, no waiting”. Mails go to hello@"));
  CHECK(start->files.at("settings.py").contains("Service(\"beard\", \"Beard trim\", 15),\n"));
  CHECK(start->files.at("tests/test_rules.py").contains("class Rules(unittest.TestCase):"));
  for (const char* other : {"photos", "pricing", "nothing"})
    CHECK(demonstration_start(screenplay(), other).error().code == "demo_unknown");
}

TEST_CASE("P-34 for any other wish the plan is the wish, nothing is built, and reviews say so") {
  for (const std::string& topic : conversation_topics()) {
    CAPTURE(topic);
    const auto say = [&](const char* agent, const char* task, int round) {
      return rehearsal()
          .turn({agent, task, round, JsonObject{{"topic", topic}, {"work", "1.1"}, {"review", 1}}})
          .text;
    };
    const Plan plan = plan_in(say("product-planner", "plan", 0));
    CHECK(plan.tasks.size() == 1);
    CHECK(plan.tasks[0].acceptance.empty());
    CHECK(plan.tasks[0].objective.starts_with("Your wish “"));
    for (const char* task : {"build", "rework", "resolve"}) {
      const std::string said = say("builder", task, 1);
      CHECK(said.starts_with("In demo mode nothing is built for “"));
      const auto read = read_tool_text(said, tools());
      CHECK((read.has_value() && read->calls.empty()));
    }
    for (const char* task : {"review_code", "review_plan", "synthesize"}) {
      const auto read = read_code_review(say("reviewer", task, 0));
      REQUIRE(read.has_value());
      CHECK(read->approves);
    }
  }
}

TEST_CASE("P-34 a builder is given work by no script but that of a demonstration") {
  TestConversation talk{rehearsal(), "Build a website for my bakery"};
  talk.more["agents"] = JsonArray{"leader", "builder"};
  talk.more["team"] = JsonArray{"leader", "builder"};
  const auto read = read_brief(talk.say("leader", "draft"), roster_of({"leader", "builder"}));
  REQUIRE(read.has_value());
  for (const BriefStep& step : read->brief.next_steps) CHECK(step.agent != "builder");
}

std::string faults_of(const std::string& yaml) {
  const auto play = Screenplay::parse({yaml, "play.yaml"}, packaged_screenplay);
  REQUIRE_FALSE(play.has_value());
  return play.error().message;
}

TEST_CASE("P-34 every fault of a scripted turn is told with its file and line") {
  CHECK(faults_of("turns:\n  - {stage: bild, text: x}\n")
            .starts_with("play.yaml:2:13: `bild` is no stage; there are plan, build, review, "));
  CHECK(
      faults_of("turns:\n  - {text: x}\n").starts_with("play.yaml:2:5: A turn needs its `stage`"));
  CHECK(
      faults_of("turns:\n  - {stage: build}\n").starts_with("play.yaml:2:5: A turn needs `text`"));
  CHECK(faults_of("turns:\n  - stage: build\n    text: x\n    calls:\n      - name: write_file\n"
                  "        arguments:\n          content: a {{nobody}}\n") ==
        "play.yaml:7:20: {{nobody}} is no value and no list of this screenplay.");
  CHECK(faults_of("turns:\n  - stage: plan\n    text: x\n    answer: {tasks: [\"{{#oh}}\"]}\n")
            .starts_with("play.yaml:4:22: The section {{#oh}} is never closed."));
  CHECK(faults_of("turns:\n  - stage: build\n    text: x\n    calls: [{name: a, arguments: b}]\n")
            .starts_with("play.yaml:4:34: "));
  CHECK(faults_of("turns:\n  - {stage: build, text: x, calls: [{arguments: {}}]}\n")
            .contains("A call needs `name`."));
  CHECK(faults_of("turns:\n  - {stage: plan, text: x, calls: [{name: a}], answer: {}}\n")
            .contains("A turn that calls tools has no answer yet."));
  CHECK(faults_of("turns:\n  - {stage: build, text: x, rond: 2}\n")
            .contains("The key `rond` is not known here. Did you mean `round`?"));
}

TEST_CASE("P-34 what is begun with stays in its folder") {
  for (const char* path : {"/etc/passwd", "../a", "a/../../b", ".git/config", "a//b", "a/"})
    CHECK(faults_of("start:\n  subject: x\n  files: [{path: " + std::string(path) +
                    ", content: x}]\n")
              .contains("is no file inside the repository."));
  CHECK(faults_of("start: {files: []}\n").contains("needs its `subject`"));
  CHECK(faults_of("start: {subject: x, files: [{path: a, content: x}, {path: a, content: y}]}\n")
            .contains("`a` is given twice."));
}

}  // namespace
}  // namespace fm
