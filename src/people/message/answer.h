// What a person's message decides: start, approval, cancel and the short commands (C-14, C-41,
// C-45).
//
// Offline and deterministic. Starting, approving or cancelling what nobody asked for is the worst
// error, so each needs words that say it, whole and last: asked, reported, quoted, negated,
// postponed or conditional words never do, and a later "wait, no" takes them back. What is longer
// than kLongestMessage is a text and no answer: it is feedback. Only the person's own newest
// message may be given here (P-63).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "people/message/act.h"

namespace fm {

// What an answer to "Approve this plan?" says. Feedback is a change that must come first, "yes,
// but ..." too; what is unclear is asked again, never guessed.
enum class Approval { kApprove, kReject, kFeedback, kQuestion, kUnclear };

enum class Command { kPause, kResume, kStatus, kRedo, kEnough, kDecide };

std::string_view to_string(Approval approval);  // "approve"
std::string_view to_string(Command command);    // "pause"

struct Answer {
  bool starts = false;   // an explicit order to start the work (C-37)
  bool cancels = false;  // the current work is given up
  Approval approval = Approval::kUnclear;
  std::optional<Command> command;
  std::vector<std::string> words;  // that decided, for the person to see
  std::vector<std::string> languages;
};

Answer read_answer(const Vocabulary& vocabulary, std::string_view message);

// For what has been read already; the languages are left out.
Answer read_answer(const std::vector<Act>& acts);
Answer read_answer(const std::vector<Act>& acts, std::string_view message);

}  // namespace fm
