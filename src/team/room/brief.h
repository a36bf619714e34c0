// What is done with a brief (C-40, C-41): shown, compared with the one before, held to what the
// person said, and put together from the log where the leader's cannot be read.
//
// Values in, values out. brief_markdown() is read back by read_brief(), so that a person can edit
// it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "people/language/vocabulary.h"
#include "people/questions/questions.h"
#include "reading/brief/brief.h"
#include "reading/json/fault.h"
#include "team/room/project.h"

namespace fm {

enum class BriefOrigin { kLeader, kLog, kPerson };

// Whether a brief ends with the question whether to start. The question belongs to where it is
// asked, so what is told before that leaves it out.
enum class Closing { kYes, kNo };

// Goal, in scope, out of scope, constraints, decisions, objections with what became of them, need
// more info, proposed next steps, and the question. Parts without content are left out.
std::string brief_markdown(const Brief& brief, BriefOrigin origin = BriefOrigin::kLeader,
                           Closing closing = Closing::kYes);

struct BriefChange {
  enum class Kind { kAdded, kRemoved, kChanged };
  Kind kind = Kind::kAdded;
  std::string part;    // "goal", "in scope", "budget", "next step of coder"
  std::string before;  // empty for what was added
  std::string after;   // empty for what was removed

  bool operator==(const BriefChange&) const = default;
};

std::string_view to_string(BriefChange::Kind kind);  // "added"

// In the order of the parts. Nothing where only case, punctuation or the order of items differs.
std::vector<BriefChange> compare_briefs(const Brief& before, const Brief& after);

// What an edit changed, to the letter, as a list: "- **In scope**: gift cards *(new)*" (C-41).
// Empty where nothing did.
std::string brief_changes_markdown(const Brief& before, const Brief& after);

// "+ in scope: gift cards", "- ...", "~ budget: 900 -> 1200": one line each.
std::vector<std::string> change_lines(const std::vector<BriefChange>& changes);

struct BriefLog {
  std::string goal;  // the person's first words
  SharedVector<ProjectQuestion> questions;
  std::vector<std::string> feedback;  // on earlier revisions, oldest first
  std::string leader;                 // who gets the one next step; its agent's id
};

// Answers become constraints, those to questions about the scope what is in or (a plain no) out of
// it, feedback a constraint of its own, open questions unknowns.
Brief brief_from_log(const BriefLog& log, const Vocabulary& vocabulary);

// Puts every question without an answer under the unknowns (C-40) and gives those that were not
// there.
std::vector<std::string> add_unanswered(Brief& brief,
                                        const SharedVector<ProjectQuestion>& questions);

// Where the brief may contradict the person, for the repair turn: a number of an answer that stands
// nowhere in it (answer_lost), an answered question under the unknowns (answer_ignored).
std::vector<Note> doubts_about(const Brief& brief, const SharedVector<ProjectQuestion>& questions);

}  // namespace fm
