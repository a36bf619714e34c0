// The English words by which a vote is understood. For vote_words.cc only.
#pragma once

#include <array>
#include <string_view>

namespace fm::vote_lists {

using Name = std::string_view;

inline constexpr std::array<Name, 17> kAgree = {
    "agree",   "agreed",   "approve", "approved", "accept",   "accepted",
    "endorse", "endorsed", "support", "favour",   "favor",    "consent",
    "concur",  "lgtm",     "aye",     "approval", "agreement"};
inline constexpr std::array<Name, 16> kObject = {"object",     "oppose",     "opposed", "disagree",
                                                 "reject",     "rejected",   "veto",    "objection",
                                                 "objections", "disapprove", "decline", "refuse",
                                                 "nay",        "objecting",  "against", "block"};
inline constexpr std::array<Name, 6> kWorry = {"concern",      "concerns", "reservation",
                                               "reservations", "worries",  "doubts"};
inline constexpr std::array<Name, 6> kYes = {"yes", "yea", "yep", "yeah", "ok", "okay"};
inline constexpr std::array<Name, 2> kNo = {"no", "nope"};
inline constexpr std::array<Name, 11> kNot = {"not",     "never",   "cannot",  "t",
                                              "no",      "without", "nothing", "unable",
                                              "neither", "nor",     "hardly"};
// Of a condition wherever they stand, and of one only behind the agreement.
inline constexpr std::array<Name, 17> kIf = {
    "if",         "provided",    "providing", "unless",  "assuming",      "condition",
    "conditions", "conditional", "caveat",    "caveats", "conditionally", "reservations",
    "partly",     "partially",   "mostly",    "largely", "once"};
inline constexpr std::array<Name, 8> kBut = {"but",    "yet",    "however", "although",
                                             "though", "except", "only",    "subject"};
inline constexpr std::array<Name, 6> kWhen = {"when",       "after", "pending",
                                              "contingent", "until", "soon"};
inline constexpr std::array<Name, 5> kMaybe = {"would", "d", "might", "may", "could"};
inline constexpr std::array<Name, 18> kAfterVote = {
    "with", "to", "because", "since", "as",    "for", "on",    "in",
    "this", "it", "without", "from",  "given", "and", "fully", "unconditionally",
    "or",   "so"};
// Before these words a "yes" or "no" is said: "that's a no".
inline constexpr std::array<Name, 8> kSaysSo = {"a",      "hard", "clear", "firm",
                                                "strong", "big",  "is",    "s"};
inline constexpr std::array<Name, 10> kPast = {"before", "towards", "toward",  "leaning", "was",
                                               "were",   "wanted",  "tempted", "used",    "almost"};
inline constexpr std::array<Name, 6> kOwn = {"i", "we", "my", "me", "our", "count"};
inline constexpr std::array<Name, 32> kFillers = {
    "tentatively", "reluctantly", "gladly",        "happily",
    "well",        "so",          "overall",       "strongly",
    "fully",       "conditional", "conditionally", "partly",
    "partially",   "mostly",      "largely",       "still",
    "and",         "then",        "personally",    "sorry",
    "also",        "totally",     "therefore",     "completely",
    "absolutely",  "not",         "cannot",        "no",
    "in",          "full",        "strong",        "weak"};
// "I agree with ..." what can be voted on; agreeing with others says nothing about it.
inline constexpr std::array<Name, 32> kMatters = {
    "plan",     "proposal", "approach",   "brief",      "idea",           "this",
    "it",       "these",    "direction",  "design",     "scope",          "caveats",
    "caveat",   "changes",  "conditions", "condition",  "following",      "everything",
    "all",      "way",      "choice",     "option",     "reservations",   "solution",
    "decision", "one",      "proposed",   "suggestion", "recommendation", "some",
    "concept"};
inline constexpr std::array<Name, 3> kCondition = {"condition", "conditions", "terms"};
// "agree it is late", "agree that ...", "agree about ..."
inline constexpr std::array<Name, 13> kRemarks = {
    "that", "about", "it", "its", "there", "they", "we", "this", "the", "a", "our", "s", "you"};
inline constexpr std::array<Name, 16> kReadyTo = {
    "vote", "is",   "have",   "happy",   "ready",    "inclined", "glad", "willing",
    "must", "like", "choose", "decided", "prepared", "had",      "need", "able"};
inline constexpr std::array<Name, 6> kUnsure = {"sure",      "certain", "convinced",
                                                "undecided", "abstain", "unsure"};
inline constexpr std::array<Name, 7> kChanges = {"changes", "change", "modifications", "amendments",
                                                 "edits",   "tweaks", "adjustments"};
inline constexpr std::array<Name, 9> kSettled = {"answered", "resolved",  "settled",
                                                 "gone",     "withdrawn", "met",
                                                 "dropped",  "addressed", "withdraw"};

}  // namespace fm::vote_lists
