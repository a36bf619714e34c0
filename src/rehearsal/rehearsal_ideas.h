// The ideas that a rehearsal has about a topic, in an order that the topic decides.
//
// Idea number k is the same in every call, so nothing has to be remembered: an idea met again by
// its title is made once more with its risks, steps and scores. Ideas of other origin (a person's,
// another model's) get general ones. Scores are distinct by construction. Pure; lives for a turn.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "rehearsal/rehearsal_dice.h"
#include "rehearsal/rehearsal_topic.h"
#include "rehearsal/screenplay.h"

namespace fm {

class IdeaBook {
 public:
  // Topic and screenplay outlive the book. `facts` as in rehearsal.h; `scorer` is who scores.
  IdeaBook(const Screenplay& play, const Topic& topic, const Dice& dice, const Json& facts,
           std::string_view scorer);

  // What the discussion has so far, each with id, revision, score (text), hundredths, rank (1 is
  // best), and everything a sketch has.
  const JsonArray& ideas() const { return ideas_; }
  JsonArray ranked() const;  // the same, best first; without vetoed ones

  // `count` ideas that the discussion does not have yet.
  JsonArray fresh(std::size_t count) const;

  // Up to `count` of the better ideas in their next version: description and builds_on changed.
  JsonArray revised(std::size_t count, int round) const;

 private:
  const JsonObject& sketch(std::size_t number) const;  // made once, kept
  JsonObject made(std::size_t number) const;
  JsonObject stranger(std::string_view title, std::size_t number) const;
  void add_known(const Json& idea, std::size_t position);
  void rank_all(std::string_view scorer);
  void add_criteria(JsonObject& idea, int score) const;

  const Screenplay& play_;
  const Topic& topic_;
  const Dice& dice_;
  std::vector<const IdeaCard*> profiles_;  // in the topic's order
  JsonArray ideas_;
  mutable std::deque<JsonObject> sketches_;
};

}  // namespace fm
