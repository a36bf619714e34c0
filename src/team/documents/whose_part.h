// Whose work a complaint is about (C-44), and to whom an agent that was asked passes it on.
//
// Who is called (agent_calls.h) counts first. Else clause by clause, so that a complaint of several
// things reaches several agents: whose file is named or in whose part the newest check found what
// the words speak of; then in whose part the words stand, where what is made counts more than what
// is written about it. Where no clause says so, whose part has an open finding, whose trade it is;
// else who made the thing itself, and last of them who put it together. Never empty where anybody
// works. Pure; of a long text only the beginning is looked at.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "team/room/room.h"

namespace fm {

struct Complaint {
  std::string text;
  std::vector<std::string> addressed;  // agents, by an @
  std::string trade;                   // the agent whose trade the words name; may be empty
};

std::vector<std::string> whose_part(const RoomView& view, const Project& project,
                                    const Complaint& complaint);

// Agents with a part of their own whom an agent calls where it says what it did not do.
std::vector<std::string> passed_on_to(const RoomView& view, const Project& project,
                                      const std::string& agent, std::string_view answer);

}  // namespace fm
