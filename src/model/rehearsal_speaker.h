// Turns templates into words: the values of a turn, and the vocabulary without repeats.
//
// Each list is shuffled once for the topic. A speaker starts at its own place in that order and
// takes the next entry at every use. Two speakers with the same start take the same entries: so the
// leader can cite what the researcher said in the same round, and round two says other things than
// round one. Lives for one turn; the screenplay outlives it.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "model/rehearsal_dice.h"
#include "model/screenplay.h"

namespace fm {

class Speaker {
 public:
  // Starts `part` of `parts` into every list (round 2 of 3); with `parts` 0, at entry `part`.
  Speaker(const Screenplay& play, const TopicKind* kind, const Dice& dice, std::size_t part,
          std::size_t parts)
      : play_(play), kind_(kind), dice_(dice), part_(part), parts_(parts) {}

  std::string say(const Template& text, std::vector<const Json*> scopes);
  std::string pick(std::string_view list, std::vector<const Json*> scopes);
  bool has(std::string_view list) const { return find(list) != nullptr; }

 private:
  const std::vector<Template>* find(std::string_view list) const;  // the topic kind's own first

  const Screenplay& play_;
  const TopicKind* kind_;
  Dice dice_;
  std::size_t part_;
  std::size_t parts_;
  std::map<std::string, std::size_t, std::less<>> used_;
  int depth_ = 0;
};

}  // namespace fm
