#include "reading/json/fault.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

namespace fm {
namespace {

constexpr FaultCode kLast = FaultCode::kNothingChanged;

TEST_CASE("P-41 every fault has a name of its own and makes a clear repair prompt") {
  std::set<std::string> names;
  std::set<std::string> prompts;
  for (int i = 0; i <= static_cast<int>(kLast); ++i) {
    const Fault fault{static_cast<FaultCode>(i), "The third item has no title.", 12, "{\"x\": 1}"};
    const std::string name(fault_name(fault.code));
    CAPTURE(name);
    CHECK_FALSE(name.empty());
    CHECK(names.insert(name).second);
    const std::string prompt = repair_prompt(fault, "a JSON object {\"ideas\": [...]}");
    CHECK(prompt.find("a JSON object {\"ideas\": [...]}") != std::string::npos);
    CHECK(prompt.find("The third item has no title.") != std::string::npos);
    CHECK(prompt.size() < 1000);
    const Error error = to_error(fault);
    CHECK(error.code == "reading_" + name);
    CHECK_FALSE(error.message.empty());
  }
  CHECK(names.size() == 20);
}

TEST_CASE("P-41 what stands at the place is quoted, one line of it and clean") {
  const std::string text = "abc\n{\"title\": \x1b[31m}\nrest";
  const Fault fault{FaultCode::kInvalidType, "It is broken.", 4, excerpt_at(text, 4)};
  const std::string prompt = repair_prompt(fault, "one line");
  CHECK(prompt.find("{\"title\":") != std::string::npos);
  CHECK(prompt.find("rest") == std::string::npos);
  CHECK(prompt.find('\x1b') == std::string::npos);
}

}  // namespace
}  // namespace fm
