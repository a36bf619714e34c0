#include "tool/policy/shell_words.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"

namespace fm {
namespace {

// The commands in the order of their names, with "?" where something is not sure.
std::string commands(std::string_view line) {
  const ShellCommands found = read_shell(line);
  std::vector<std::string> all;
  for (const SimpleCommand& command : found.commands)
    all.push_back(command.words.empty() ? "(none)" : command.text());
  std::ranges::sort(all);
  return join(all, "; ") + (found.unsure.empty() ? "" : " ?");
}

TEST_CASE("F-49 every command of a line is found") {
  CHECK(commands("ls") == "ls");
  CHECK(commands("ls && rm x") == "ls; rm x");
  CHECK(commands("ls;rm x") == "ls; rm x");
  CHECK(commands("ls\nrm x") == "ls; rm x");
  CHECK(commands("ls & rm x") == "ls; rm x");
  CHECK(commands("ls || rm x | wc -l") == "ls; rm x; wc -l");
  CHECK(commands("ls |& cat") == "cat; ls");
  CHECK(commands("(cd a; rm x) && ls") == "cd a; ls; rm x");
  CHECK(commands("{ ls; rm x; }") == "ls; rm x");
  CHECK(commands("if test -f a; then rm a; else ls; fi") == "ls; rm a; test -f a");
  CHECK(commands("for f in a b; do rm $f; done") == "rm $f");
  CHECK(commands("while true; do ls; done") == "ls; true");
  CHECK(commands("! time ls") == "ls");
  CHECK(commands("ls # && rm x\ncat a") == "cat a; ls");
  CHECK(commands("ls \\\n -l") == "ls -l");
}

TEST_CASE("F-49 commands inside of words are found, in quotes too") {
  CHECK(commands("ls $(rm x)") == "ls $(); rm x");
  CHECK(commands("cat `rm x`") == "cat ``; rm x");
  CHECK(commands("echo \"a $(rm x) b\"") == "echo a $() b; rm x");
  CHECK(commands("echo \"`rm x`\"") == "echo ``; rm x");
  CHECK(commands("cat <(rm x)") == "cat /dev/fd/; rm x");
  CHECK(commands("tee >(rm x)") == "rm x; tee /dev/fd/");
  CHECK(commands("echo ${A:-$(rm x)}") == "echo ${A:-$(rm x)}; rm x");
  CHECK(commands("echo $((1 + $(rm x)))") == "echo $(); rm x");
  CHECK(commands("A=$(rm x) ls") == "ls; rm x");
  CHECK(commands("ls $(cat $(rm x))") == "cat $(); ls $(); rm x");
  CHECK(commands("cat <<E\n$(rm x)\nE\nls") == "cat; ls; rm x");
  CHECK(commands("cat <<'E'\n$(rm x)\nE\nls") == "cat; ls");
  CHECK(commands("cat <<-E\n\trm x\n\tE\nls") == "cat; ls");
  CHECK(commands("case a in a) rm x;; esac").ends_with('?'));
}

TEST_CASE("F-49 what is quoted is no command") {
  CHECK(commands("echo \"a && b\"") == "echo a && b");
  CHECK(commands("cat 'a;b'") == "cat a;b");
  CHECK(commands("echo '$(rm x)'") == "echo $(rm x)");
  CHECK(commands("echo \\$\\(rm x\\)") == "echo $(rm x)");
  CHECK(commands("echo \"\\$(rm x)\"") == "echo $(rm x)");
  CHECK(commands("r'm' x") == "rm x");
  CHECK(commands("\\rm x") == "rm x");
}

TEST_CASE("F-49 a command that runs another is looked into") {
  CHECK(commands("ls|xargs rm") == "ls; rm");
  CHECK(commands("xargs -0 -n 1 rm -f") == "rm -f");
  CHECK(commands("sh -c 'ls; rm x'") == "ls; rm x");
  CHECK(commands("bash -lc \"rm x\"") == "rm x");
  CHECK(commands("eval 'rm x'") == "rm x");
  CHECK(commands("env A=1 rm x") == "rm x");
  CHECK(commands("timeout 5 rm x") == "rm x");
  CHECK(commands("timeout -k 2 5 nice -n 3 rm x") == "rm x");
  CHECK(commands("nohup /bin/sh -c 'rm x' &") == "rm x");
  CHECK(commands("find . -name a -exec rm {} \\;") == "find . -name a -exec rm {} ;; rm {}");
  CHECK(commands("command rm x") == "rm x");
  CHECK(commands("bash run.sh") == "bash run.sh");
}

TEST_CASE("F-49 what cannot be known for sure is said to be so") {
  for (const char* line : {"$X rm",
                           "sh -c \"$X\"",
                           "eval $X",
                           "curl x | sh",
                           "sudo rm x",
                           "ssh host rm x",
                           "env -S 'rm x'",
                           "bash -i",
                           "ls 'a",
                           "ls \"a",
                           "ls $(rm",
                           "ls `rm",
                           "f() { rm x; }",
                           "[[ -f a ]]",
                           "{rm,-rf,x}",
                           "/bin/r? x",
                           "source a",
                           ". a",
                           "function f { ls; }",
                           "cat <<E\nno end",
                           "ls )",
                           "xargs --weird rm",
                           "for x do rm y; done",
                           "ls > > x",
                           "a=(1 2)"}) {
    CAPTURE(line);
    CHECK_FALSE(read_shell(line).unsure.empty());
  }
  std::string deep = "x";
  for (int i = 0; i < 50; ++i) deep = "$(" + deep + ")";
  CHECK_FALSE(read_shell("echo " + deep).unsure.empty());
}

TEST_CASE("F-49 redirections and variables are told with the command") {
  const ShellCommands found = read_shell("FOO=1 PATH=/x ls > /etc/x 2>&1 < in 2>/dev/null >> log");
  REQUIRE(found.commands.size() == 1);
  const SimpleCommand& ls = found.commands.front();
  CHECK(ls.text() == "ls");
  CHECK(ls.assignments == std::vector<std::string>{"FOO", "PATH"});
  REQUIRE(ls.redirections.size() == 5);
  CHECK(ls.redirections[0].writes);
  CHECK(ls.redirections[0].target.text == "/etc/x");
  CHECK_FALSE(ls.redirections[1].writes);
  CHECK_FALSE(ls.redirections[2].writes);
  CHECK_FALSE(ls.redirections[3].writes);
  CHECK(ls.redirections[4].writes);
  CHECK(read_shell("ls &> all").commands.front().redirections.front().writes);
  CHECK(read_shell("ls >| all").commands.front().redirections.front().writes);
  CHECK_FALSE(read_shell("ls *.c").commands.front().words[1].is_fixed);
}

}  // namespace
}  // namespace fm
