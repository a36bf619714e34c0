#include "cli/help/help_conversation.h"

#include <array>

namespace fm::cli {
namespace {

constexpr std::string_view kProgram =
    R"(folkmoot: talk a matter over with a team of AI agents before anything is done

Usage: folkmoot [OPTIONS]          talk with a team, in the room of this folder
       folkmoot COMMAND [OPTIONS]

  say TEXT              say one thing to the team and hear what comes of it
  build WISH            the short way to code: a plan, one approval, the work
  run GOAL              the same for scripts: --yes says yes to plan and result
  merge                 what was built comes into your branch; or as a patch
  rewind TASK [N]       the snapshots of a task's worktree, and back to one
  policy show|why       what agents may do, and why one call is allowed or not
  demo [NAME]           see a conversation in demo mode, without any model
  project status        where the work stands, and what it waits for; also
                        log, brief, list, history, new, switch, reset
  memory                what finished projects of this folder decided; also
                        show, delete
  gate list|answer      what only you can decide, and deciding it
  ideate TOPIC          ideas from a team: asked, criticised, scored, one chosen
  resume [ROOM]         go on with a discussion that was left or cut off
  room list             the rooms of this folder
  room show [ROOM]      what was said in a room
  room export ROOM      a room as JSON lines
  room bind|unbind      by which chat bridges a room is spoken in
  room move ROOM        take a room along when its folder has moved
  session migrate       old session keys of bridges, each to a room
  agents list|show|check   who can take part
  teams list|show|check    who works together
  intent TEXT           how a message of yours would be understood
  read WHAT [FILE]      what a model's answer says: ideas, scores, a plan...
  models [PROVIDER]     which models there are, what they cost, which answer
  costs                 what models have cost, by day and by model
  serve                 the same rooms in a browser; also: serve link
  config show           every setting and where it comes from
  store check           is the log whole?
  store rebuild         write the tables beside the log anew
  doctor                what is installed, and what is missing
  version               the version of this program

Options of the talk:
  --room ROOM           in this room; the beginning of its name is enough
  --new TITLE           in a new room
  --team NAME           who takes part (default: council)
  --model NAME          who speaks, as for ideate
  --plain               plain lines, nothing redrawn
  --record, --replay FILE   as for ideate

In the talk, /help lists its commands: /status, /brief, /answers, /projects,
/agents, /model, /costs and more. /brief edit and /plan edit open your editor
(VISUAL, then EDITOR). Enter sends; Ctrl-J, Alt-Enter or a backslash before
Enter begins a new line; a long paste is shown in one word and sent whole.

Options of every command:
  --store DIR           where rooms are kept (also FOLKMOOT_STORE)
  --as NAME             speak as NAME
  --json                for programs: JSON lines; errors too, on stderr
  --no-color            no colours (also NO_COLOR); --plain redraws nothing
  --quiet               only the outcome
  --help                this page, or a command's own

Examples:
  folkmoot
  folkmoot say "a shop for my candles, please"
  folkmoot project status
  folkmoot ideate "names for a bakery" --preset full --out report.html
  folkmoot help ideate

In your folder folkmoot writes only .folkmoot/projects, project_states and a
.gitignore for them, once there is a project; and the files you ask for.

Exit status: 0 done, 1 ended in error, 2 wrong usage, 3 waits for a decision,
75 the store's owner does not answer, 130 interrupted.
)";

constexpr std::string_view kSay =
    R"(folkmoot say: say one thing to the team and hear what comes of it

Usage: folkmoot say TEXT [OPTIONS]

TEXT is a message in quotes, or - to read it from standard input. It is said in
the room of this folder, which is made when there is none. The command ends when
it is your turn again: with 3 when a question or a decision waits for you.

  --room ROOM           in this room; the beginning of its name is enough
  --channel KEY         said by a chat bridge, in the room that KEY is bound to
                        (folkmoot room bind); who speaks is told by --as
  --team NAME           who takes part in a new room (default: council)
  --model NAME          who speaks, as for ideate
  --record FILE         keep every exchange with models in FILE
  --replay FILE         no network: the models answer from such a FILE
  --plain               plain lines, nothing redrawn (as in a pipe)
  --json=talk           for chat bridges, a line of JSON for each thing: what is
                        said {speaker, by, text}, what is asked {gate, question,
                        options, option_ids}, its end {gate, closed, answer},
                        problems, and last {cost_microusd, tokens, gates,
                        status}; --json has every event instead

@name speaks to one agent, @all to every one of the team. TEXT may be a command
of the talk, such as /status; with one that is not known nothing is said, and
the status is 2.

Examples:
  folkmoot say "a shop for my candles, please"
  folkmoot say "@architect what would that cost?" --room candles
  folkmoot say - < wishes.txt
  folkmoot say --channel telegram:123456 --as ana --json=talk "and on Sundays?"
)";

constexpr std::string_view kDemo =
    R"(folkmoot demo: see a conversation in demo mode, without any model

Usage: folkmoot demo               lists the demonstrations
       folkmoot demo NAME          begins one, in a room of its own

Demo mode: scripted answers, no AI model. A demonstration is written out whole,
from the first question to the result; you answer and decide as in any other
conversation, and what you say is taken up. In a terminal the conversation goes
on; else the command ends when it is your turn, with 3.

  --plain               plain lines, nothing redrawn (as in a pipe)

Examples:
  folkmoot demo
  folkmoot demo barber
  folkmoot demo pricing --plain
  folkmoot demo --json
)";

constexpr std::string_view kGate =
    R"(folkmoot gate: what only you can decide, and deciding it

Usage: folkmoot gate list [--room ROOM]
       folkmoot gate answer GATE [OPTION] [--reason TEXT]

  list                  the questions that wait for you in this folder's rooms
    --room ROOM         in this room; the beginning of its name is enough
  answer GATE           answers the question of that id
    OPTION              one of its answers, by its number, in its words or by
                        its id (option_ids of --json); without it you are asked
    --reason TEXT       is kept with your answer

A question waits as long as it takes; the first answer counts.

Examples:
  folkmoot gate list
  folkmoot gate answer g-7qk2m9x4ab 1
  folkmoot gate answer g-7qk2m9x4ab change-something --reason "too expensive"
)";

constexpr std::string_view kProject =
    R"(folkmoot project: where the work of a room stands, and steering it

Usage: folkmoot project status|log|brief|history|reset [OPTIONS]
       folkmoot project list|new GOAL|switch PROJECT [--room ROOM]

  status                phase, goal, questions, brief, and what it waits for;
                        state is another word for it
  log                   what was said and decided, the last entries
    -n N                so many (default 20)
  brief [REVISION]      the agreed statement of the work
    --compare OTHER     what differs between two revisions
  list                  the projects of the room
  history               how long each phase took
  new GOAL              begin another project in the room
  switch PROJECT        go to another project, by its title or id
  reset                 end the project where it stands, to begin anew
    --yes               without asking

  --room ROOM           the beginning of its name is enough (default: the
                        newest of this folder that has a project)
  --project PROJECT     its id (default: the active one)

The first five only look: they work beside a running talk.

Examples:
  folkmoot project status
  folkmoot project log -n 50
  folkmoot project brief 2 --compare 1
  folkmoot project history --room candles --json
  folkmoot project new "a shop for candles"
)";

constexpr std::string_view kMemory =
    R"(folkmoot memory: what finished projects of this folder came to

Usage: folkmoot memory [list] [--room ROOM]
       folkmoot memory show PROJECT [--room ROOM]
       folkmoot memory delete PROJECT [--room ROOM] [--yes]

  list                  the finished projects that are remembered, newest
                        first; folkmoot memory alone does the same
  show PROJECT          its brief, its decisions and what came of it
  delete PROJECT        forget it; what was said stays in its room
    --yes               without asking

  --room ROOM           of this room only; the beginning of its name is enough

The team of a later project in this folder is told the newest five in short.
PROJECT is an id; its beginning is enough.

Examples:
  folkmoot memory
  folkmoot memory list --json
  folkmoot memory show p-k3m9
  folkmoot memory delete p-k3m9 --yes
)";

constexpr std::string_view kSession =
    R"(folkmoot session migrate: old session keys of chat bridges, each to a room

Usage: folkmoot session migrate [--room ROOM] KEY...
       folkmoot session migrate [--room ROOM] -

Programs that came before called a conversation channel:chat_id. Each such KEY
is bound to a room as by folkmoot room bind, and told as KEY -> room:ID. A KEY
that is bound already stays where it is, unless --room is given; room:ID stays
as it is. Doing it twice changes nothing. With - the keys are read from
standard input: one a line, or JSON, a list of keys or an object whose
names are keys.

  --room ROOM           the beginning of its name is enough (default: the room
                        of this folder)

A KEY that is no key is named, and the others are done; the status is 1 then.

Examples:
  folkmoot session migrate telegram:123456 slack:C042
  folkmoot session migrate --room candles - < keys.txt
  folkmoot session migrate --json - < sessions.json
)";

constexpr std::array<HelpPage, 8> kPages{{
    {"", kProgram},
    {"help", kProgram},
    {"say", kSay},
    {"demo", kDemo},
    {"gate", kGate},
    {"project", kProject},
    {"memory", kMemory},
    {"session", kSession},
}};

}  // namespace

std::span<const HelpPage> conversation_pages() { return kPages; }

}  // namespace fm::cli
