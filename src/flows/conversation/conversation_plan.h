// What a conversation is pinned to when it begins. A value; pure.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "coding/choice.h"
#include "engine/flow/flow.h"

namespace fm {

// As the arguments of its flow.
struct ConversationPlan {
  std::string team;
  std::string leader;  // ids of agents; empty: nobody in the team is one
  std::string adversary;
  std::string researcher;
  std::string orchestrator;
  std::vector<std::string> members;           // whom @all asks
  std::map<std::string, std::string> models;  // agent -> "provider:model"
  std::map<std::string, std::vector<std::string>> fallbacks;
  bool by_model = false;     // a model routes, and judges what rules are unsure of (C-12, C-34)
  bool understands = false;  // a model reads each message that is no closed form (C-12)
  int unsure_below = 45;     // percent
  Millis rest = std::chrono::minutes(30);  // silence after which a project rests (C-46)
  std::string execution = "agency";        // C-43
  bool thorough = false;  // each asks for itself, votes, a summary of the debate (C-31)
  JsonObject coders;      // CodingChoices: who builds with a coding agent of the person's (S-20)
  std::map<std::string, std::string> coders_here;  // id -> title of those that are installed
  JsonObject ideation;  // arguments of one, without topic; empty: none is possible
};
JsonObject to_args(const ConversationPlan& plan);
ConversationPlan conversation_plan(const JsonObject& args);

}  // namespace fm
