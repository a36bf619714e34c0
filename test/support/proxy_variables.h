// The variables that name proxies: unset for a test, and as they were after it.
#pragma once

#include <array>
#include <cstdlib>
#include <map>
#include <string>

namespace fm::testing {

class ProxyVariables {
 public:
  ProxyVariables() {
    for (const char* name : kNames) {
      if (const char* value = std::getenv(name)) before_[name] = value;
      ::unsetenv(name);
    }
  }
  ~ProxyVariables() {
    for (const char* name : kNames) ::unsetenv(name);
    for (const auto& [name, value] : before_) ::setenv(name.c_str(), value.c_str(), 1);
  }
  ProxyVariables(const ProxyVariables&) = delete;

 private:
  static constexpr std::array kNames{"http_proxy", "https_proxy", "all_proxy", "no_proxy",
                                     "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"};
  std::map<std::string, std::string> before_;
};

}  // namespace fm::testing
