// TaskMap: the agreed work as tasks, each with its stages, agents and checks.
//
// What the log keeps of a planner's answer (reading/plan/plan.h) after its rules were checked, with
// agents by their ids. A value; pure. As JSON:
//
//   {title, description, tasks: [{id, objective, dependencies, files, acceptance, covers,
//    stages: [{stageName, objective, agents: [{agent, model}]}]}], risks, setup, uncovered}
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace fm {

struct TaskAgent {
  std::string agent;
  std::string model;  // the planner's wish; empty: as the agent's card has it
};

struct TaskStage {
  std::string name;
  std::string objective;
  std::vector<TaskAgent> agents;

  bool builds() const;   // IMPLEMENTATION
  bool reviews() const;  // PLAN_REVIEW, CODE_REVIEW and others that end so
  bool reviews_plan() const;
};

struct MapTask {
  std::string id;
  std::string objective;
  std::vector<std::string> dependencies;
  std::vector<std::string> files;
  std::vector<std::string> acceptance;  // commands that Folkmoot runs, in order
  std::vector<TaskStage> stages;

  const TaskStage* stage_that_builds() const;  // null: none
  std::string builder() const;                 // empty: none
  std::vector<std::string> reviewers() const;  // of the code, each once
  // What it is, for noticing that a new map has the same task.
  std::string digest() const;
};

struct TaskMap {
  std::string title;
  std::string description;
  std::vector<MapTask> tasks;  // in the planner's order
  std::vector<std::string> risks;
  std::string start;                   // command that starts what was built; may be empty
  std::vector<std::string> uncovered;  // agreed points that no task has

  const MapTask* find(std::string_view id) const;  // null: there is none
  // All acceptance commands, each once, in order: what the approval allows to be run.
  std::vector<std::string> commands() const;
};

JsonObject to_json(const TaskMap& map);
TaskMap task_map_from_json(const Json& json);  // what cannot be read is left out

// The map as a table and its order as lines, for a card: "1.2 after 1.1".
std::string task_map_markdown(const TaskMap& map);

}  // namespace fm
