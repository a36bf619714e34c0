// Turns templates into words: the values of a turn, and the vocabulary without repeats.
//
// Each list is shuffled once for the topic. A speaker starts at its own place in that order and
// takes the next entry at every use. In an ideation two speakers with the same start take the same
// entries: so the leader can cite what the researcher said in the same round, and round two says
// other things than round one. In a conversation each agent has a seat and so a start of its own,
// and {{own_ask}} is the list ask_AGENT, or ask where the agent has none. Lives for one turn;
// the screenplay outlives it.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "rehearsal/rehearsal_dice.h"
#include "rehearsal/screenplay.h"

namespace fm {

// Where an agent stands in a conversation.
struct Seat {
  std::string agent;
  std::size_t turn = 0;  // how often it has spoken before
  std::size_t number = 0;
  std::size_t of = 1;
};

class Speaker {
 public:
  // Starts `part` of `parts` into every list (round 2 of 3); with `parts` 0, at entry `part`.
  Speaker(const Screenplay& play, const TemplateLists* own, const Dice& dice, std::size_t part,
          std::size_t parts)
      : play_(play), own_(own), dice_(dice), part_(part), parts_(parts) {}
  Speaker(const Screenplay& play, const TemplateLists* own, const Dice& dice, Seat seat)
      : play_(play), own_(own), dice_(dice), seat_(std::move(seat)) {}

  std::string say(const Template& text, std::vector<const Json*> scopes);
  std::string pick(std::string_view list, std::vector<const Json*> scopes);
  bool has(std::string_view list) const { return find(list) != nullptr; }

 private:
  const std::vector<Template>* find(std::string_view list) const;  // the topic's own first
  std::string resolved(std::string_view list) const;               // "own_view" to "view_coder"
  std::size_t start(std::size_t count, bool own) const;

  const Screenplay& play_;
  const TemplateLists* own_;  // of the topic's kind or of a demonstration; may be null
  Dice dice_;
  std::size_t part_ = 0;
  std::size_t parts_ = 0;
  std::optional<Seat> seat_;
  std::map<std::string, std::size_t, std::less<>> used_;
  int depth_ = 0;
};

}  // namespace fm
