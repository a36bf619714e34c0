#include "team/pack/parsed_files.h"

#include <string>
#include <utility>

#include "team/pack/languages.h"

namespace fm {
namespace {

constexpr std::size_t kMost = 256;  // of a kind

// The path is in what is said of a fault, so it counts as well.
Sha256 key_of(std::string_view text, std::string_view path) {
  std::string key(path);
  key += '\0';
  key += text;
  return sha256(key);
}

}  // namespace

template <typename T, typename Read>
std::shared_ptr<const ParsedFiles::Parsed<T>> ParsedFiles::find(Known<T>& known,
                                                                std::string_view text,
                                                                std::string_view path, Read read) {
  const Sha256 key = key_of(text, path);
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = known.find(key); found != known.end()) return found->second;
  }
  // Not under the lock: two that read the same at once do so twice, and nobody waits.
  auto parsed = std::make_shared<Parsed<T>>();
  parsed->value = read(text, path, parsed->faults);
  const std::lock_guard lock(mutex_);
  ++read_;
  if (known.size() >= kMost) known.clear();
  known[key] = parsed;
  return parsed;
}

template <typename T, typename Read>
std::optional<T> ParsedFiles::value(Known<T>& known, std::string_view text, std::string_view path,
                                    std::vector<Error>& faults, Read read) {
  const auto parsed = find(known, text, path, read);
  faults.insert(faults.end(), parsed->faults.begin(), parsed->faults.end());
  return parsed->value;
}

std::optional<AgentProfile> ParsedFiles::profile(std::string_view text, std::string_view path,
                                                 std::vector<Error>& faults) {
  return value(profiles_, text, path, faults, read_profile);
}

std::optional<Team> ParsedFiles::team(std::string_view text, std::string_view path,
                                      std::vector<Error>& faults) {
  return value(teams_, text, path, faults, read_team);
}

std::optional<Prompts> ParsedFiles::prompts(std::string_view text, std::string_view path,
                                            std::vector<Error>& faults) {
  return value(prompts_, text, path, faults, read_prompts);
}

std::optional<Error> ParsedFiles::language_fault(std::string_view text, std::string_view path) {
  const auto read = [](std::string_view given, std::string_view where, std::vector<Error>&) {
    return fm::language_fault({where, given});
  };
  return find(languages_, text, path, read)->value;
}

std::size_t ParsedFiles::read() const {
  const std::lock_guard lock(mutex_);
  return read_;
}

}  // namespace fm
