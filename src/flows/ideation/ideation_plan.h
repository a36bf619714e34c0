// What an ideation was begun with: team, roles, limits, models, files. Fixed in flow.started, as
// the arguments of its flow, so that a changed preset, card or program changes nothing that was
// begun.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "base/json.h"

namespace fm {

struct IdeationPlan {
  std::string topic;
  std::string team;
  std::string team_file;  // for I-1's error
  std::string preset;
  int first_round = 1;  // above 1: goes on with what an earlier flow of the room has found
  int max_rounds = 1;   // the last one
  int min_ideas = 3;
  bool deep_dive = false;
  int min_score = 600;                           // hundredths
  std::array<int, 5> weights = {1, 1, 1, 1, 1};  // by kCriteria
  std::map<std::string, std::string> roles;      // role -> agent; an absent role is skipped (I-2)
  std::vector<std::string> panel = {};  // agents who score, one for each seat; one alone is none
  std::map<std::string, std::string> models;  // agent -> "provider:model"
  // Agent -> the models asked when that one fails, in this order (P-32).
  std::map<std::string, std::vector<std::string>> fallbacks = {};
  std::string out;        // absolute path of the report, or empty
  std::string ideas_out;  // absolute path, or empty
};

JsonObject to_args(const IdeationPlan& plan);
IdeationPlan ideation_plan(const JsonObject& args);

}  // namespace fm
