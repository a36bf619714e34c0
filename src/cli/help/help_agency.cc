#include "cli/help/help_agency.h"

#include <array>

namespace fm::cli {
namespace {

constexpr std::string_view kBuild =
    R"(folkmoot build: the short way from a wish to code

Usage: folkmoot build WISH [OPTIONS]

WISH is a sentence in quotes, or - to read it from standard input. In a room of
its own the leader writes the brief, the planner the plan, and you approve both
on one card: nothing is built before, and no question is asked that the work can
do without. What is built lies in git worktrees, and on the branch
folkmoot/PROJECT; it comes into your branch when you say so. In a terminal the
conversation goes on; else the command ends when it is your turn, with 3. In a
talk, /build WISH does the same.

  --team NAME           who takes part (default: council)
  --model NAME          who speaks, as for ideate
  --record, --replay FILE   as for ideate
  --plain               plain lines, nothing redrawn (as in a pipe)

Examples:
  folkmoot build "a command-line stopwatch in Python, with tests"
  folkmoot build - < wish.txt
)";

constexpr std::string_view kRun =
    R"(folkmoot run: from a goal to code, for scripts

Usage: folkmoot run GOAL [OPTIONS]

As folkmoot build, where nobody is there to be asked; standard input may be
closed. Without --yes it ends with the plan, which waits for an answer.

  --yes                 yes to the brief, the plan and the commands on its card,
                        and the result, once each. What else is asked (a
                        repository to be made, a command outside of the
                        sandbox, a task that failed, a budget) waits for you
  --merge               with --yes: the result comes into your branch too.
                        Nothing is ever pushed
  --json                each event as a line
  --team, --model, --record, --replay   as for folkmoot build

Exit status: 0 done, 3 waits for a person (folkmoot gate list), 1 failed.

Examples:
  folkmoot run "a command-line stopwatch in Python" --yes
  folkmoot run "a command-line stopwatch in Python" --yes --merge --json
  folkmoot run - --yes < goal.txt
)";

constexpr std::string_view kMerge =
    R"(folkmoot merge: take along what was built

Usage: folkmoot merge [OPTIONS]

Brings what was built, reviewed and tested into the branch that you have checked
out, by a fast forward or a merge; where its review waits, that is your yes to
it. Files that you changed and did not commit stay as they are: where the result
changes the same ones, nothing is done. Nothing is ever pushed.

  --patch FILE          write it as a patch for git apply instead; FILE must not
                        be there yet
  --push                print the lines that push its branch and open a pull
                        request instead
  --room ROOM           the beginning of its name is enough (default: the
                        newest of this folder that has a project)
  --project PROJECT     its id (default: the active one)

Examples:
  folkmoot merge
  folkmoot merge --patch stopwatch.patch
  folkmoot merge --push
)";

constexpr std::string_view kRewind =
    R"(folkmoot rewind: bring a task's worktree back to how it was

Usage: folkmoot rewind TASK [STEP] [OPTIONS]

Lists the snapshots of a task's worktree: one for each round in which its agent
changed something, and 0 for how it began. With STEP the worktree goes back
there, and the work goes on from it. What was there is kept under a name that is
printed. Only where no agent works in it: a task that failed, or was paused.

  --room ROOM           the beginning of its name is enough (default: the
                        newest of this folder that has a project)
  --project PROJECT     its id (default: the active one)

Examples:
  folkmoot rewind 1.2
  folkmoot rewind 1.2 3
  folkmoot rewind 1.2 0 --room stopwatch
)";

constexpr std::string_view kPolicy =
    R"(folkmoot policy: what agents may do with their tools

Usage: folkmoot policy show [OPTIONS]
       folkmoot policy why TOOL [WORDS...] [OPTIONS]

  show                  the rules: the program's, the commands on the plan's
                        card, and what you allowed for good
  why                   whether a call would be allowed, asked about or denied;
                        the rule that decides; and the parts that a shell line
                        is taken apart into. WORDS are the tool's command, path
                        or address
    --agent NAME        who calls it (default: builder)
    --no-sandbox        as where no sandbox works

  --room ROOM           the rules there; the beginning of its name is enough
                        (default: the newest of this folder that has a project)
  --project PROJECT     its id (default: the active one)

Deny wins; else the nearest rule counts: your answer, the plan, the program's.
What no rule speaks of is denied.

Examples:
  folkmoot policy show
  folkmoot policy why run_command "make test && git push"
  folkmoot policy why write_file src/main.py --agent reviewer
  folkmoot policy why run_command "pip install x" --no-sandbox --json
)";

constexpr std::array<HelpPage, 5> kPages{{
    {"build", kBuild},
    {"run", kRun},
    {"merge", kMerge},
    {"rewind", kRewind},
    {"policy", kPolicy},
}};

}  // namespace

std::span<const HelpPage> agency_pages() { return kPages; }

}  // namespace fm::cli
