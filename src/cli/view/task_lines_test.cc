#include "cli/view/task_lines.h"

#include <doctest/doctest.h>

#include "team/room/project_events.h"
#include "team/tasks/task_events.h"
#include "team/tasks/task_map.h"
#include "test/support/worked_project.h"

namespace fm::cli {
namespace {

struct PlannedProject : testing::WorkedProject {
  PlannedProject() {
    TaskMap map;
    map.title = "Tea";
    for (const char* id : {"1.1", "1.2", "1.3"}) {
      MapTask task;
      task.id = id;
      task.objective = "Brew a pot of tea that is large enough for everybody at the long table.";
      task.stages = {{"IMPLEMENTATION", "", {{"builder", ""}}},
                     {"CODE_REVIEW", "", {{"reviewer", ""}, {"auditor", ""}}}};
      map.tasks.push_back(task);
    }
    map.tasks[2].dependencies = {"1.1", "1.2"};
    to(Phase::kDiscovery).to(Phase::kReady).to(Phase::kSynthesis).propose("Tea", 1);
    script.tell(plan_proposed(id, to_json(map), 1, {Actor::kAgent, "product-planner"}));
    to(Phase::kApproval).to(Phase::kExecution);
  }
  void change(const std::string& task, TaskStatus from, TaskAct act) {
    script.tell(task_changed(id, {.task = task, .digest = "d", .from = from, .act = act}));
  }
  void at(const std::string& task, const std::string& stage, int round) {
    script.tell(task_at_stage(id, *project().work.find(task), stage, round));
  }
  std::string shown(std::size_t most = 9, std::size_t columns = 80) {
    std::string text;
    for (const Line& line : task_lines(task_stands(script.view), most, columns, Charset::kUtf8))
      text += plain(line) + "\n";
    return text;
  }
};

TEST_CASE("A-4 C-48 each task of the plan has a line: who is at it, what it waits for") {
  PlannedProject project;
  CHECK(task_stands(project.script.view).empty());  // nothing has begun
  project.change("1.1", TaskStatus::kNotStarted, TaskAct::kStart);
  project.at("1.1", "IMPLEMENTATION", 1);
  project.change("1.2", TaskStatus::kNotStarted, TaskAct::kStart);
  project.at("1.2", "CODE_REVIEW", 2);
  CHECK(project.shown() ==
        "  1.1 builder, being checked            Brew a pot of tea that is large enough …\n"
        "  1.2 in review, reviewer, auditor, r…  Brew a pot of tea that is large enough …\n"
        "  1.3 after 1.1, 1.2                    Brew a pot of tea that is large enough …\n");
  project.change("1.1", TaskStatus::kRunning, TaskAct::kFinish);
  project.change("1.2", TaskStatus::kRunning, TaskAct::kFail);
  CHECK(tasks_done(task_stands(project.script.view)) == "1 of 3 tasks merged");
  SUBCASE("what is over goes first where there is no room, and narrow lines keep what counts") {
    CHECK(project.shown(2, 40) == "  1.2 not done\n  1.3 after 1.2\n");
  }
  SUBCASE("what the person does without is not counted as merged") {
    project.change("1.2", TaskStatus::kFailed, TaskAct::kSkip);
    CHECK(project.shown(9, 40) == "  1.1 merged\n  1.2 left out\n  1.3 to be begun\n");
    CHECK(tasks_done(task_stands(project.script.view)) == "1 of 3 tasks merged");
  }
  SUBCASE("after the work there are none") {
    project.to(Phase::kReview);
    CHECK(project.shown().empty());
  }
}

}  // namespace
}  // namespace fm::cli
