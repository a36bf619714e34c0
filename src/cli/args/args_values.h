// What is written on a command line, read as values: numbers, sentences, names.
//
// Every mistake is an Error with code usage_invalid, told in one voice: what was wrong, what was
// probably meant, what to type. For args.cc and its parts. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace fm::cli {

using Words = std::vector<std::string>;

std::unexpected<Error> wrong(std::string message, std::string cause, std::string cure);

// "See folkmoot room --help." for the command at `path` ("room list").
std::string see_help(std::string_view path);

// "Did you mean X?" where one of the known is near, else `otherwise`.
std::string did_you_mean(std::string_view said, const Words& known, std::string_view otherwise);

// From `least` to `most`; nothing when nothing was said.
Result<std::optional<int>> whole_number(const std::string& option, const std::string& said,
                                        int most, int least = 1);

std::string one_argument(const Words& words);  // with single spaces between them

// The words that no option took, where the command takes at most one, or one and no more. `what`
// has its article: "a room".
Result<std::string> at_most_one(const Words& words, std::string_view path);
Result<std::string> exactly_one(const Words& words, std::string_view path, std::string_view what);
Result<void> no_words(const Words& words, std::string_view path);

// A sentence, which for the shell must be one word.
Result<std::string> sentence(const Words& words, std::string_view path, std::string_view what,
                             std::string_view example);

// What is recorded is not replayed at the same time (P-35).
Result<void> check_cassettes(const std::string& record, const std::string& replay);

}  // namespace fm::cli
