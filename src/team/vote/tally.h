// Counting votes (C-38): what a team thinks of a proposal, by code and not by a model.
//
// One vote an agent, the last that could be read; votes of others than the asked agents do not
// count. Approved is what a quorum voted on with more for than against: a tie is not approved, and
// silence is no consent. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "team/vote/vote.h"

namespace fm {

// What an agent answered when it was asked; without a vote where none could be read.
struct CastVote {
  std::string agent;
  std::optional<Stance> stance;
  std::string why;
};

struct VoteTally {
  std::size_t agree = 0;
  std::size_t conditions = 0;
  std::size_t object = 0;
  std::vector<CastVote> votes;          // those that count, in the order of the agents
  std::vector<std::string> missing;     // agents that did not answer
  std::vector<std::string> unreadable;  // agents whose answers held no vote
  bool quorum_met = false;
  bool approved = false;
  std::vector<std::string> reasons;  // why it is not approved, in sentences

  std::size_t valid() const { return agree + conditions + object; }
};

// More than half of the agents.
std::size_t usual_quorum(std::size_t agents);

VoteTally tally_votes(std::span<const std::string> agents, std::span<const CastVote> votes,
                      std::size_t quorum);

// A line for the person: "3 agree, 1 with conditions, 1 objects; no vote from ux."
std::string tally_line(const VoteTally& tally);

}  // namespace fm
