// The kinds of answers that `folkmoot read` reads, each by the reader that a discussion uses, and
// their results as JSON (P-40).
//
// The JSON is for people who try a reader and for scripts, not what is stored: scores are numbers
// from 0 to 10, agents are ids. Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "reading/ideas/known_ideas.h"
#include "reading/json/fault.h"
#include "reading/json/roster.h"
#include "reading/tools/tool_call.h"

namespace fm {

// What an answer may name.
struct AnswerContext {
  std::vector<KnownIdea> ideas;
  std::vector<RosterAgent> agents;
  std::string task;
  ToolTable tools;
  MessageForm form = MessageForm::kText;
  bool cut_off = false;  // the model was stopped by its limit
};

struct AnswerReading {
  JsonObject value;
  std::vector<Note> notes;
};

struct AnswerKind {
  std::string_view name;    // "task-complete"
  std::string_view wanted;  // for repair_prompt()
  Read<AnswerReading> (*read)(std::string_view text, const AnswerContext& context);
};

const AnswerKind* answer_kind(std::string_view name);  // null when there is none

// What people are understood by: a person's answer, the questions in an agent's text, whom a
// message speaks to, and a message in its context.
inline constexpr std::string_view kPersonAnswer = "answer";
inline constexpr std::string_view kQuestions = "questions";
inline constexpr std::string_view kMentions = "mentions";
inline constexpr std::string_view kMessage = "message";  // in its context

// The names of them all.
std::vector<std::string> readable_kinds();

std::vector<std::string> message_form_names();       // "text", "openai", ...
MessageForm message_form_of(std::string_view name);  // kText for what is none of them

}  // namespace fm
