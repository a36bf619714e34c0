#include "work/process/environment.h"

#include <array>

namespace fm {
namespace {

constexpr std::array<std::string_view, 11> kUsual{"PATH",     "HOME",       "USER",       "LOGNAME",
                                                  "SHELL",    "TZ",         "LANG",       "LC_ALL",
                                                  "LC_CTYPE", "LC_COLLATE", "LC_MESSAGES"};

constexpr std::string_view kUsualPath =
    "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";

}  // namespace

Variables command_environment(const Variables& ours, std::string_view temporary,
                              const std::vector<std::string>& passed) {
  Variables built{{"PATH", std::string(kUsualPath)}, {"LANG", "C.UTF-8"}};
  const auto take = [&](const std::string& name) {
    const auto at = ours.find(name);
    if (at != ours.end()) built[name] = at->second;
  };
  for (const std::string_view name : kUsual) take(std::string(name));
  for (const std::string& name : passed) take(name);
  built["TERM"] = "dumb";
  built["TMPDIR"] = temporary;
  return built;
}

}  // namespace fm
