#include "cli/help/help.h"

#include <algorithm>
#include <array>
#include <span>

#include "cli/help/help_agency.h"
#include "cli/help/help_conversation.h"

namespace fm::cli {
namespace {

constexpr std::string_view kIdeate =
    R"(folkmoot ideate: a team finds, criticises and scores ideas, and one is chosen

Usage: folkmoot ideate TOPIC [OPTIONS]
       folkmoot ideate --continue ROOM [OPTIONS]

TOPIC is a sentence in quotes, or - to read it from standard input (64 KiB).
The same topic with the same options goes on with an unfinished discussion.

  --preset NAME         standard (1 round), extended (2) or full (3)
  --rounds N            rounds, 1 to 10
  --min-ideas N         ideas there must be, 1 to 20
  --deep-dive           one more exchange with the critic in each round
  --no-deep-dive        without it
  --min-score X         the score that counts as good, 0 to 10, such as 7.5
  --panel N             N score apart, 1 to 9; mean and spread are kept
  --continue ROOM       more rounds for a finished discussion, --rounds N of
                        them (default 1); then scores and choice anew
  --team NAME           who takes part (default: ideation)
  --model NAME          provider:model, such as openai:gpt-5 (see folkmoot
                        models); several with commas: when one fails the
                        next speaks. rehearsal plays without any model.
                        Default: the first that works
  --record FILE         keep every exchange with models in FILE
  --replay FILE         no network: the models answer from such a FILE
  --out FILE            write the report, one HTML page
  --ideas FILE          write the ideas: .json, .csv or .md
  --new                 begin anew, whatever is unfinished
  --json, --json=live   each event as a line; with =live growing words too
  --plain               plain lines, nothing redrawn (as in a pipe)
  --quiet               only the outcome

While it runs, type what you want to say and press Enter: the next who speaks
has read it. These words are understood: pause, skip round, one more round,
stop; of ideas: pin idea-2, veto idea-3, score idea-2 8.5, unpin, unveto.
Ctrl-C interrupts who speaks and asks; twice leaves, and folkmoot resume goes
on.

Examples:
  folkmoot ideate "a tool library for our street"
  folkmoot ideate "cheaper lunches" --preset extended --out lunches.html
  folkmoot ideate "a logo" --rounds 3 --min-ideas 8 --ideas logo.csv
  folkmoot ideate - --model openai:gpt-5 < question.txt
  folkmoot ideate --continue tool-library --rounds 2 --out again.html
  folkmoot ideate "a quiz" --json | jq -r 'select(.kind=="idea.selected")'
)";

constexpr std::string_view kResume =
    R"(folkmoot resume: go on with a discussion that was left or cut off

Usage: folkmoot resume [ROOM] [OPTIONS]

Without ROOM, the newest unfinished room of this folder. The beginning of a
room's name is enough. What was done is not done again; files that were asked
for are written at the end.

  --force               also a room that is held back after repeated crashes,
                        or whose model is now reached at another address
  --anew                where it cannot go on: begin it anew from what was said
                        and done, of which nothing is lost or done twice
  --record, --replay FILE   as for ideate
  --json, --json=live   as for ideate
  --plain               plain lines, nothing redrawn

Examples:
  folkmoot resume
  folkmoot resume tool-library-k3m9
  folkmoot resume tool --plain
)";

constexpr std::string_view kRoom =
    R"(folkmoot room: look at rooms, and by what they are spoken in

Usage: folkmoot room list [--all]
       folkmoot room show [ROOM] [--json|--json=talk [--after N]]
       folkmoot room export ROOM [--out FILE]
       folkmoot room bind ROOM [CHANNEL]
       folkmoot room unbind ROOM CHANNEL
       folkmoot room move ROOM

  list                  this folder's rooms, newest first
    --all               those of all folders
  show                  what was said, the ideas, the choice
    --json=talk         only what was said and asked, as for say
    --after N           with --json: only events whose room_seq is above N, so
                        that a bridge hears what was said elsewhere
  export                every event as a line of JSON, with its hash
    --out FILE          write there instead of standard output
  bind ROOM CHANNEL     words that come by CHANNEL are said in ROOM from now
                        on, and no longer where they were said before
  bind ROOM             lists the channels of ROOM
  unbind ROOM CHANNEL   they are said there no longer
  move ROOM             makes it a room of this folder, as when its folder was
                        renamed; with all rooms of a folder that is gone

CHANNEL is a chat bridge's key, a name and an id, such as telegram:123456. The
bridge speaks by folkmoot say --channel CHANNEL. The terminal is open to every
room. The beginning of a room's name is enough where only one room has it. list,
show and export only look: they work beside a running discussion.

Examples:
  folkmoot room list --all
  folkmoot room show tool-library-k3m9
  folkmoot room show | less
  folkmoot room export tool-library-k3m9 --out room.jsonl
  folkmoot room bind general telegram:123456
)";

constexpr std::string_view kAgents = R"(folkmoot agents: who can take part in this folder

Usage: folkmoot agents list
       folkmoot agents show NAME
       folkmoot agents check [--start]

  list                  all agents, with what each is for and its file; and the
                        coding agents (codex, claude, ...), with their versions
  show NAME             one agent's card and instructions
  check                 read every file and name what is wrong in it
    --start             also start each coding agent that is installed, to ask
                        its version and whether it is logged in; no model is
                        asked, so it costs nothing

Agents are Markdown files: built in, in ~/.config/folkmoot/agents, and in
.folkmoot/agents of the folder; later ones replace earlier ones. A coding agent
is a file in coding/ there.

Examples:
  folkmoot agents list
  folkmoot agents show leader
  folkmoot agents check --start
)";

constexpr std::string_view kTeams = R"(folkmoot teams: which agents work together

Usage: folkmoot teams list
       folkmoot teams show NAME
       folkmoot teams check

  list                  all teams with their members
  show NAME             one team: members, presets, limits
  check                 read every file and name what is wrong in it

Examples:
  folkmoot teams list
  folkmoot teams show ideation
  folkmoot teams check
)";

constexpr std::string_view kIntent = R"(folkmoot intent: how a message of yours would be understood

Usage: folkmoot intent TEXT

TEXT is a message in quotes, or - to read it from standard input. The rules
are asked, no model: what it is about (build, explore, advice, research, task
or chat), how sure that is, and the words that decided; and what it says as an
answer, when a team has asked you whether to start. The words are those of
language/ in .folkmoot, your own folder and the program.

Examples:
  folkmoot intent "build me a recipe app"
  folkmoot intent "not yet, I want to think about it" --json
  folkmoot intent - < message.txt
)";

constexpr std::string_view kRead = R"(folkmoot read: what a model's answer says

Usage: folkmoot read WHAT [FILE] [OPTIONS]

Reads FILE, or standard input, as a discussion would, and prints the result as
one line of JSON. What was mended is told on standard error. An answer that
cannot be read ends with 1, the place, and the words to ask the model again.

WHAT is one of
  ideas, scores, choice           of an ideation
  routing                         who speaks next
  plan                            tasks with stages and agents
  task-complete, discuss-result   the blocks that end a task or discussion
  tool-call                       calls of tools, in any of the known forms
  json                            every JSON value in the answer
  answer                          a person's, as folkmoot intent shows it
  questions                       those in an agent's text, with their kinds
  mentions                        whom a message speaks to with an @
  message                         a person's, in its context: what it does

  --ideas FILE          the ideas that there are, for scores and choice:
                        [{"id": "idea-1", "title": "..."}], or a file that
                        folkmoot ideate --ideas wrote
  --roster FILE         agents that may be named, as JSON:
                        [{"id": "leader", "name": "Leader", "aliases": []}]
                        (default: those of this folder)
  --task ID             the task whose block is wanted
  --tools FILE          the tools: {"search": {"query": "string"}}
  --form FORM           of tool calls: text (default), openai, anthropic,
                        gemini, ollama or openai-deltas
  --cut-off             the model was stopped by its limit
  --context FILE        of a message: {"context": {...}, "text": "..."};
                        - is standard input
  --model [MODEL]       a message is read by this model too, in one call
                        (default: the one that is configured)

Examples:
  folkmoot read message --context message.json
  folkmoot read ideas answer.txt
  folkmoot read scores answer.txt --ideas ideas.json
  folkmoot read routing < answer.txt
  folkmoot read tool-call message.json --form openai --tools tools.json
)";

constexpr std::string_view kModels = R"(folkmoot models: which models there are, and which answer

Usage: folkmoot models [PROVIDER | PROVIDER:MODEL] [--check]

Lists the providers, whether their key is set (never the key), and what is
known of their models: tokens they hold, dollars for a million tokens, what
they can. With a name only that one. Keys come from the environment; other
servers, prices, limits and budgets are set in your config.yaml.

  --check               ask each one for its list of models: does it answer?
                        Also says which model speaks where none is named.
                        Status 1 if one that is set up does not work

Examples:
  folkmoot models
  folkmoot models anthropic
  folkmoot models openai:gpt-5-mini
  folkmoot models --check
)";

constexpr std::string_view kCosts = R"(folkmoot costs: what models have cost

Usage: folkmoot costs [OPTIONS]

Adds up the turns in the log: tokens, how much of the input came from the
provider's cache, and dollars at list prices. What has no known price is
counted apart. Works beside a running discussion.

  --by WHAT             day, room, agent, model or task
                        (default: by day, then by model)
  --room ROOM           one room; the beginning of its name is enough
  --days N              only the last N times 24 hours

Examples:
  folkmoot costs
  folkmoot costs --by agent --room tool-library
  folkmoot costs --days 30 --json
)";

constexpr std::string_view kStore =
    R"(folkmoot store: is the log whole, and what to do when it is not

Usage: folkmoot store check [--accept]
       folkmoot store rebuild

check    Reads every event of every room and holds it to its hash, and the
         store to what was written last. Changes nothing and works beside a
         running discussion. Exit status 1 when something is damaged.
rebuild  Writes the tables beside the log anew, out of the log: which rooms
         there are, and what is open in them.

Options:
  --accept              the store ends before what was written last, since a
                        backup was put back: take it as it is

To put a backup back: end folkmoot, move store.db, store.db-wal and
store.db-shm away, copy the backup's files into their place, and accept it.

Examples:
  folkmoot store check
  folkmoot store check --store /backup/folkmoot
  folkmoot store check --accept
)";

constexpr std::string_view kConfig = R"(folkmoot config show: every setting and where it comes from

Usage: folkmoot config show

A flag counts more than FOLKMOOT_* in the environment, that more than the
folder's file, that more than yours, that more than what is built in. Keys are
never shown, only whether there is one.

Examples:
  folkmoot config show
  folkmoot config show --json
)";

constexpr std::string_view kDoctor = R"(folkmoot doctor: what is installed, and what is missing

Usage: folkmoot doctor

Looks at git, tmux, bubblewrap, the terminal, the store, SQLite, and which
providers have a key. Each line ends with what to do, where something is to do.
Asks no model and costs nothing.

Examples:
  folkmoot doctor
  folkmoot doctor --json
)";

constexpr std::string_view kVersion = R"(folkmoot version: the version of this program

Usage: folkmoot version

Examples:
  folkmoot version
  folkmoot version --json
)";

constexpr std::string_view kServe =
    R"(folkmoot serve: the rooms of the store in a browser

Usage: folkmoot serve [OPTIONS]
       folkmoot serve link [--as NAME]

Prints a link that signs a browser in: once, within an hour. serve link prints
another one for the server that runs, for another browser or person, whose
words are said as NAME. Nothing is answered to whoever is not signed in, other
programs of this machine included. Other folkmoot commands work beside it.
Ctrl-C ends it; what runs goes on the next time.

  --host ADDRESS        where it listens (default: 127.0.0.1, this machine
                        alone). Anything else needs FOLKMOOT_SERVE_TOKEN, a
                        secret that programs send as Authorization: Bearer
  --port N              default: 8470; 0 takes any that is free
  --public-url URL      its address for people, where a proxy is before it
  --open                open the link in the browser
  --json                the address and the link as a line of JSON

What programs can ask is described at /api/openapi.yaml.

Examples:
  folkmoot serve --open
  folkmoot serve link --as ben
  folkmoot serve --port 0 --json
  FOLKMOOT_SERVE_TOKEN=... folkmoot serve --host 0.0.0.0
)";

constexpr std::array<HelpPage, 14> kPages{{
    {"ideate", kIdeate},
    {"resume", kResume},
    {"room", kRoom},
    {"agents", kAgents},
    {"teams", kTeams},
    {"intent", kIntent},
    {"read", kRead},
    {"models", kModels},
    {"costs", kCosts},
    {"serve", kServe},
    {"store", kStore},
    {"config", kConfig},
    {"doctor", kDoctor},
    {"version", kVersion},
}};

std::string_view page_in(std::span<const HelpPage> pages, std::string_view command) {
  const auto page = std::ranges::find(pages, command, &HelpPage::first);
  return page == pages.end() ? std::string_view() : page->second;
}

}  // namespace

std::string_view help_text(std::string_view about) {
  const std::string_view first = about.substr(0, about.find(' '));
  for (const auto pages : {conversation_pages(), agency_pages(), std::span<const HelpPage>(kPages)})
    if (const std::string_view page = page_in(pages, first); !page.empty()) return page;
  return {};
}

}  // namespace fm::cli
