#include "work/process/environment.h"

#include <doctest/doctest.h>

#include "work/process/command_testing.h"

namespace fm {
namespace {

const Variables kOurs{{"PATH", "/opt/bin:/bin"}, {"HOME", "/home/ada"},
                      {"LANG", "de_DE.UTF-8"},   {"TERM", "xterm-256color"},
                      {"CLAUDECODE", "1"},       {"TMUX", "/tmp/tmux-1000/default,1,0"},
                      {"NODE_OPTIONS", "x"},     {"OPENAI_API_KEY", "sk-123456789"},
                      {"LD_PRELOAD", "x.so"},    {"GIT_DIR", "/elsewhere"},
                      {"JAVA_HOME", "/opt/java"}};

TEST_CASE("F-14 S-22 an environment has what a program needs and nothing of where we run") {
  CHECK(command_environment(kOurs, "/lane/tmp", {}) == Variables{{"PATH", "/opt/bin:/bin"},
                                                                 {"HOME", "/home/ada"},
                                                                 {"LANG", "de_DE.UTF-8"},
                                                                 {"TERM", "dumb"},
                                                                 {"TMPDIR", "/lane/tmp"}});
}

TEST_CASE("S-22 further variables are passed by their names only") {
  const auto built = command_environment(kOurs, "/tmp", {"JAVA_HOME", "NOT_SET"});
  CHECK(built.at("JAVA_HOME") == "/opt/java");
  CHECK(built.size() == 6);
}

TEST_CASE("S-22 without any variables of ours the system's programs are found") {
  const auto built = command_environment({}, "/tmp", {});
  CHECK(built.at("PATH").contains("/usr/bin"));
  CHECK(built.at("LANG") == "C.UTF-8");
}

TEST_CASE_FIXTURE(CommandWorld,
                  "F-14 a program gets the variables of its spec and its mark, no other") {
  for (const char* name : {"CLAUDECODE", "TMUX", "NODE_OPTIONS"}) ::setenv(name, "1", 1);
  CommandSpec spec = command({"env"});
  spec.environment["HELLO"] = "a=b \"c\"";
  spec.mark = "the-mark";
  CHECK(run(spec).output ==
        "HELLO=a=b \"c\"\nPATH=" + spec.environment["PATH"] + "\nFOLKMOOT_COMMAND=the-mark\n");
  for (const char* name : {"CLAUDECODE", "TMUX", "NODE_OPTIONS"}) ::unsetenv(name);
}

}  // namespace
}  // namespace fm
