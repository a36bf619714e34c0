// What files of packs say, remembered by their content: what has not changed is parsed once a
// process, however often a library is loaded or a cast read (P-50).
//
// Shared by whoever loads; the service owns it. Holds a few hundred files at most: then it begins
// anew. May be used from any thread. A lost one costs time only.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/sha256.h"
#include "team/pack/agent_profile.h"
#include "team/pack/prompts.h"
#include "team/pack/team.h"

namespace fm {

class ParsedFiles {
 public:
  // As read_profile(), read_team(), read_prompts() and language_fault() say.
  std::optional<AgentProfile> profile(std::string_view text, std::string_view path,
                                      std::vector<Error>& faults);
  std::optional<Team> team(std::string_view text, std::string_view path,
                           std::vector<Error>& faults);
  std::optional<Prompts> prompts(std::string_view text, std::string_view path,
                                 std::vector<Error>& faults);
  std::optional<Error> language_fault(std::string_view text, std::string_view path);

  std::size_t read() const;  // how many files were parsed so far

 private:
  template <typename T>
  struct Parsed {
    std::optional<T> value;
    std::vector<Error> faults;
  };
  template <typename T>
  using Known = std::map<Sha256, std::shared_ptr<const Parsed<T>>>;
  template <typename T, typename Read>
  std::shared_ptr<const Parsed<T>> find(Known<T>& known, std::string_view text,
                                        std::string_view path, Read read);
  template <typename T, typename Read>
  std::optional<T> value(Known<T>& known, std::string_view text, std::string_view path,
                         std::vector<Error>& faults, Read read);

  mutable std::mutex mutex_;
  Known<AgentProfile> profiles_;
  Known<Team> teams_;
  Known<Prompts> prompts_;
  Known<Error> languages_;
  std::size_t read_ = 0;
};

}  // namespace fm
