// The agents that an answer may name, and how a name is settled.
//
// Built by the caller from the team's cards for one reading; immutable.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "reading/json/fault.h"
#include "reading/json/names.h"

namespace fm {

struct RosterAgent {
  std::string id;
  std::string name;
  std::vector<std::string> aliases;
  bool forbidden = false;  // known, but must not be named here
};

class Roster {
 public:
  explicit Roster(std::vector<RosterAgent> agents);

  const std::vector<RosterAgent>& agents() const { return agents_; }
  std::optional<NameMatch> find(std::string_view said) const { return names_.find(said); }
  std::optional<NameMatch> find_exact(std::string_view said) const {
    return names_.find_exact(said);
  }

  // The agent that a JSON value names: a text, a list of one, an object with an id or name.
  // Faults: missing_field, invalid_type, ambiguous, placeholder, unknown_agent, forbidden_agent.
  Read<std::size_t> agent_of(const Json* value) const;
  Read<std::size_t> agent_of(std::string_view said) const;

 private:
  std::vector<RosterAgent> agents_;
  Names names_;
};

}  // namespace fm
