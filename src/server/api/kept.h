// What the API keeps because it takes a moment to find out (api.cc).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/config/choose_model.h"
#include "server/api/api.h"

namespace fm::server {

struct Api::Kept {
  static constexpr Millis kFresh{60'000};

  struct Team {
    std::vector<AgentLine> agents;
    Millis at{0};
    bool is_read = false;
    std::vector<std::function<void(const std::vector<AgentLine>&)>> waiting;
  };
  std::map<std::pair<std::string, std::string>, Team> teams;  // by team and folder
};

}  // namespace fm::server
