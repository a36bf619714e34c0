// folkmoot-corpus as whoever scores a folder starts it: exit status and last line.
#include <doctest/doctest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/json.h"
#include "base/text.h"

namespace fm {
namespace {

struct Ran {
  int status = -1;
  std::string out;
};

Ran run_tool(const std::string& arguments) {
  const char* build = std::getenv("FM_BINARY_DIR");
  const std::string command = "'" + std::string(build != nullptr ? build : ".") +
                              "/test/folkmoot-corpus' " + arguments + " 2>/dev/null";
  Ran ran;
  std::FILE* pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    ran.out.append(buffer.data(), count);
  ran.status = WEXITSTATUS(::pclose(pipe));
  return ran;
}

std::string corpus() {
  const char* source = std::getenv("FM_SOURCE_DIR");
  return "'" + std::string(source != nullptr ? source : ".") + "/test/corpus'";
}

TEST_CASE("wrong usage and a folder that is no corpus end with 2") {
  for (const char* arguments :
       {"", "/nowhere/at/all", "/dev/null", "--what .", ". .", "--kind songs ."}) {
    CAPTURE(arguments);
    CHECK(run_tool(arguments).status == 2);
  }
}

TEST_CASE("languages of a folder take the place of those that are built in") {
  const char* source = std::getenv("FM_SOURCE_DIR");
  const std::string packs = "'" + std::string(source != nullptr ? source : ".") + "/packs/default/";
  CHECK(run_tool("--kind cancel --language " + packs + "language' " + corpus()).status == 0);
  CHECK(run_tool("--kind cancel --language " + packs + "agents' " + corpus()).status == 1);
}

TEST_CASE("the last line of --json is the figures, whatever was printed before") {
  const Ran ran = run_tool("--failures --json --kind cancel " + corpus());
  CHECK(ran.status == 0);
  const auto lines = split_lines(ran.out);
  REQUIRE(lines.size() > 1);
  const auto figures = parse_json(lines.back());
  REQUIRE(figures.has_value());
  CHECK(int_at(figures->at("kinds").at("cancel"), "total") > 0);
  CHECK(int_at(*figures, "false_cancels", -1) == 0);
}

}  // namespace
}  // namespace fm
