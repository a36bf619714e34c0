// Where in a brief an id, or whatever a model writes for one, points to. For brief_patch.cc only.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reading/brief/brief.h"

namespace fm {

enum class BriefPart {
  kTitle,
  kGoal,
  kIncluded,
  kExcluded,
  kUsualConstraint,  // its name is budget, timeline or platform
  kOtherConstraint,
  kDecisions,
  kUnknowns,
  kStep,      // its name is the agent's id; empty: of nobody yet
  kObjection  // an open one
};

struct BriefPlace {
  BriefPart part = BriefPart::kIncluded;
  std::optional<std::size_t> index = {};  // of a list, from 0; none: the part itself
  std::string name = {};

  bool operator==(const BriefPlace&) const = default;
};

std::string id_of(const BriefPlace& place);  // "in2", "step-coder"; of a part its name
std::string id_of(const Brief& brief, const BriefPlace& place);  // with the brief's own numbers
// How ids of entries of a list begin: "in", "rule"; empty for a part that is none.
std::string_view id_word(BriefPart part);

// Which constraints are rule1.., and which objections o1..: their places in the brief.
std::vector<std::size_t> other_constraints(const Brief& brief);
std::vector<std::size_t> open_objections(const Brief& brief);

// The ids, as `before` has them, of what differs in `after`; of what was added the part's name.
std::vector<std::string> entries_that_differ(const Brief& before, const Brief& after);

// Borrows both.
class BriefPlaces {
 public:
  BriefPlaces(const Brief& brief, const Roster& roster);

  // By id, by the name of a part ("in scope"), by a constraint's name, an agent that has a step, or
  // the text of an entry. An index may be beyond the list: then nothing stands there yet.
  std::optional<BriefPlace> find(std::string_view said) const;
  bool stands(const BriefPlace& place) const;

 private:
  std::optional<BriefPlace> by_name(std::string_view said) const;
  std::size_t place_of(BriefPart part, int number) const;

  const Brief& brief_;
  const Roster& roster_;
  std::map<std::string, BriefPlace> texts_;  // by title_key()
};

}  // namespace fm
