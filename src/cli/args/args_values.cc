#include "cli/args/args_values.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "base/text.h"
#include "cli/args/nearest.h"

namespace fm::cli {

std::unexpected<Error> wrong(std::string message, std::string cause, std::string cure) {
  return fail("usage_invalid", std::move(message), std::move(cause), std::move(cure));
}

std::string see_help(std::string_view path) {
  return path.empty() ? "See folkmoot --help."
                      : fmt::format("See folkmoot {} --help.", path.substr(0, path.find(' ')));
}

std::string did_you_mean(std::string_view said, const Words& known, std::string_view otherwise) {
  const auto near = nearest(said, known);
  return near ? fmt::format("Did you mean {}?", *near) : std::string(otherwise);
}

Result<std::optional<int>> whole_number(const std::string& option, const std::string& said,
                                        int most, int least) {
  if (said.empty()) return std::optional<int>();
  int value = 0;
  const auto [end, error] = std::from_chars(said.data(), said.data() + said.size(), value);
  if (error != std::errc() || end != said.data() + said.size() || value < least || value > most)
    return wrong(fmt::format("{} takes a whole number from {} to {}, not \"{}\".", option, least,
                             most, said),
                 "", fmt::format("For example: {} 3", option));
  return std::optional(value);
}

std::string one_argument(const Words& words) { return join(words, " "); }

Result<void> no_words(const Words& words, std::string_view path) {
  if (words.empty()) return {};
  return wrong(fmt::format("folkmoot {} does not take \"{}\".", path, words.front()), "",
               see_help(path));
}

Result<std::string> at_most_one(const Words& words, std::string_view path) {
  if (words.size() > 1)
    return wrong(fmt::format("folkmoot {} does not take \"{}\".", path, words[1]), "",
                 see_help(path));
  return words.empty() ? std::string() : words.front();
}

Result<std::string> exactly_one(const Words& words, std::string_view path, std::string_view what) {
  std::string word = TRY(at_most_one(words, path));
  if (word.empty())
    return wrong(fmt::format("folkmoot {} needs {}.", path, what), "", see_help(path));
  return word;
}

Result<std::string> sentence(const Words& words, std::string_view path, std::string_view what,
                             std::string_view example) {
  if (words.empty())
    return wrong(fmt::format("folkmoot {} needs a {}.", path, what), "",
                 fmt::format("For example: folkmoot {} \"{}\"", path, example));
  if (words.size() > 1) {
    const std::string said = one_argument(words);
    return wrong(fmt::format("The {} is more than one word for the shell.", what), "",
                 said.contains('"')
                     ? "Put it in quotes."
                     : fmt::format("Put it in quotes: folkmoot {} \"{}\"", path, said));
  }
  return words.front();
}

Result<void> check_cassettes(const std::string& record, const std::string& replay) {
  if (!record.empty() && !replay.empty())
    return wrong("--record and --replay exclude each other.", "", "Give one of them.");
  return {};
}

}  // namespace fm::cli
