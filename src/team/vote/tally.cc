#include "team/vote/tally.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace fm {
namespace {

void give_reasons(VoteTally& tally, std::size_t agents, std::size_t quorum) {
  if (!tally.quorum_met) {
    tally.reasons.push_back(fmt::format("Only {} of {} agents gave a valid vote; {} {} needed.",
                                        tally.valid(), agents, quorum, quorum == 1 ? "is" : "are"));
  } else if (tally.agree + tally.conditions == tally.object) {
    tally.reasons.push_back(
        fmt::format("There are as many for it as against it: {}.", tally.object));
  } else if (!tally.approved) {
    tally.reasons.push_back(fmt::format("{} are against it and {} for it.", tally.object,
                                        tally.agree + tally.conditions));
  }
  for (const std::string& agent : tally.unreadable) {
    tally.reasons.push_back(fmt::format("The answer of {} holds no vote.", agent));
  }
  for (const std::string& agent : tally.missing) {
    tally.reasons.push_back(fmt::format("{} did not vote.", agent));
  }
}

}  // namespace

std::size_t usual_quorum(std::size_t agents) { return agents / 2 + 1; }

VoteTally tally_votes(std::span<const std::string> agents, std::span<const CastVote> votes,
                      std::size_t quorum) {
  VoteTally tally;
  std::size_t asked = 0;
  for (std::size_t i = 0; i < agents.size(); ++i) {
    const std::string& agent = agents[i];
    if (std::ranges::find(agents.first(i), agent) != agents.first(i).end()) continue;
    ++asked;
    const CastVote* counts = nullptr;
    bool answered = false;
    for (const CastVote& vote : votes) {
      if (vote.agent != agent) continue;
      answered = true;
      if (vote.stance) counts = &vote;
    }
    if (counts == nullptr) {
      (answered ? tally.unreadable : tally.missing).push_back(agent);
      continue;
    }
    switch (*counts->stance) {
      case Stance::kAgree:
        ++tally.agree;
        break;
      case Stance::kAgreeWithConditions:
        ++tally.conditions;
        break;
      case Stance::kObject:
        ++tally.object;
        break;
    }
    tally.votes.push_back(*counts);
  }
  tally.quorum_met = tally.valid() > 0 && tally.valid() >= quorum;
  tally.approved = tally.quorum_met && tally.agree + tally.conditions > tally.object;
  if (!tally.approved) give_reasons(tally, asked, quorum);
  return tally;
}

std::string tally_line(const VoteTally& tally) {
  std::vector<std::string> parts;
  const auto add = [&](std::size_t count, std::string_view one, std::string_view many) {
    if (count > 0) parts.push_back(fmt::format("{} {}", count, count == 1 ? one : many));
  };
  add(tally.agree, "agrees", "agree");
  add(tally.conditions, "agrees with conditions", "agree with conditions");
  add(tally.object, "objects", "object");
  std::string line = parts.empty() ? "Nobody voted" : join(parts, ", ");
  std::vector<std::string> silent = tally.missing;
  silent.insert(silent.end(), tally.unreadable.begin(), tally.unreadable.end());
  if (!silent.empty()) line += "; no vote from " + join(silent, ", ");
  return line + ".";
}

}  // namespace fm
