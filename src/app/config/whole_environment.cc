#include "app/config/whole_environment.h"

#include <string_view>

extern char** environ;

namespace fm {

std::map<std::string, std::string> whole_environment() {
  std::map<std::string, std::string> all;
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string_view entry(*at);
    if (const auto equals = entry.find('='); equals != entry.npos)
      all.emplace(entry.substr(0, equals), entry.substr(equals + 1));
  }
  return all;
}

}  // namespace fm
