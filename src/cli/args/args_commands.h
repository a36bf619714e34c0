// What the values of each command mean: their limits, what excludes what, what was probably meant.
// For args.cc only; the commands of a conversation are in args_conversation.h. Pure.
#pragma once

#include <string>

#include "base/result.h"
#include "cli/args/args.h"
#include "cli/args/args_agency.h"
#include "cli/args/args_conversation.h"
#include "cli/args/args_values.h"

namespace fm::cli {

// What CLI11 fills in: texts as they were written.
struct RawArgs {
  Globals globals;
  std::string json;
  bool help = false;
  bool version = false;
  IdeateArgs ideate;
  std::string rounds, min_ideas, min_score, panel;
  bool deep_dive = false;
  bool no_deep_dive = false;
  bool plain = false;
  bool force = false;
  bool anew = false;
  bool all = false;
  bool check = false;
  bool start = false;
  bool accept = false;
  std::string out;
  std::string record, replay;
  std::string by, room, days, after;
  ReadArgs read;
  ServeArgs serve;
  std::string port;
  ConversationOptions conversation;
  AgencyOptions agency;
  Words words;
};

// All errors are usage_invalid.
Result<Command> read_ideate(RawArgs& raw);
Result<Command> read_resume(RawArgs& raw);
Result<Command> read_show(const RawArgs& raw);
Result<Command> read_costs(RawArgs& raw);
Result<Command> read_read(RawArgs& raw);
Result<Command> read_serve(RawArgs& raw);
Result<CatalogArgs> read_catalog(const RawArgs& raw, const std::string& path);

}  // namespace fm::cli
