// docs/errors.md and the code name the same errors.
//
// The page has a row `| code | cause | cure |` for each code. The code of an error is a literal:
// in fail("code", ...), in Error{"code", ...}, or in a table that such a call takes it from.
#include <doctest/doctest.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "test/house/repository.h"

namespace fm::house {
namespace {

std::map<std::string, std::string> program_sources() {
  auto sources = files({"src"}, ".cc");
  std::erase_if(sources, [](const auto& file) { return file.first.ends_with("_test.cc"); });
  sources.merge(files({"src"}, ".h"));
  return sources;
}

std::set<std::string> documented_codes() {
  std::set<std::string> codes;
  for (const auto& row : table_rows(read("docs/errors.md"))) {
    INFO("docs/errors.md: ", row.front());
    CHECK_MESSAGE(row.size() >= 3, "a row has a code, a cause and a cure");
    CHECK_MESSAGE(codes.insert(plain(row.front())).second, "the code has two rows");
  }
  return codes;
}

std::string lines(const std::set<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += "\n  " + text;
  return all;
}

TEST_CASE("every error code in the sources has a row in docs/errors.md") {
  static const RE2 use(R"((?:\bfail\(|\bError\s*\{)\s*"([a-z0-9_]+)\")");
  const auto documented = documented_codes();
  std::set<std::string> missing;
  for (const auto& [path, text] : program_sources()) {
    std::string code;
    for (re2::StringPiece rest(text); RE2::FindAndConsume(&rest, use, &code);)
      if (!documented.contains(code)) missing.insert(code + " (" + path + ")");
  }
  CHECK_MESSAGE(missing.empty(), "without a row: ", lines(missing));
}

TEST_CASE("every error code in docs/errors.md is used in the sources") {
  const auto sources = program_sources();
  std::set<std::string> unused;
  for (const std::string& code : documented_codes()) {
    const bool used = std::ranges::any_of(sources, [literal = '"' + code + '"'](const auto& file) {
      return file.second.contains(literal);
    });
    if (!used) unused.insert(code);
  }
  CHECK_MESSAGE(unused.empty(), "in no source: ", lines(unused));
}

}  // namespace
}  // namespace fm::house
