// A person's reply, cut into the pieces that may each answer a question.
//
// A piece is a clause, or the part of one before or after a marker. What it is for (an answer, a
// label before a colon, a question asked back, "you decide") is said here; which question it goes
// to is not, but for what a marker or a quoted question says. At most 400; a reply has fewer.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "people/language/utterance.h"
#include "people/message/act.h"

namespace fm {

struct ReplyPiece {
  std::size_t first = 0;  // phrases
  std::size_t last = 0;
  std::size_t begin = 0;  // in bytes of the reply
  std::size_t end = 0;
  std::size_t sentence = 0;
  Senses senses;
  bool joined = false;     // begins with "and" or "or"
  bool asks = false;       // asks the team something
  bool label = false;      // stands before a colon, or is an echo: "Internet? no."
  bool enough = false;     // no more questions
  bool decide = false;     // "you decide"
  bool rest = false;       // speaks of all other questions
  bool no_answer = false;  // says that there is no answer yet
  bool small_talk = false;
  bool number = false;                // has an amount
  bool polar = false;                 // says yes or no, first or last
  std::optional<std::size_t> marked;  // the question that a marker names

  bool may_answer() const {
    const bool says_nothing = small_talk && !marked;
    return !asks && !enough && !decide && !no_answer && !says_nothing && !label && !rest;
  }
};

// `questions` are their texts, `numbers` those by which they are shown (reply_markers.h).
std::vector<ReplyPiece> reply_pieces(const Utterance& reply, std::string_view text,
                                     std::span<const std::string> questions,
                                     std::span<const int> numbers);

}  // namespace fm
