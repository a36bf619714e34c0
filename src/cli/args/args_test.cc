#include "cli/args/args.h"

#include <doctest/doctest.h>

#include <set>

#include "base/text.h"
#include "cli/args/args_testing.h"
#include "cli/context/report_error.h"
#include "cli/help/help.h"

namespace fm::cli {
namespace {

using Words = std::vector<std::string>;

template <class Args>
Args parsed(const Words& words) {
  const auto invocation = parse_args(words);
  REQUIRE(invocation);
  REQUIRE(std::holds_alternative<Args>(invocation->command));
  return std::get<Args>(invocation->command);
}

Error refused(const Words& words) {
  const auto invocation = parse_args(words);
  REQUIRE(!invocation);
  CHECK(invocation.error().code == "usage_invalid");
  CHECK(status_of(invocation.error()) == kUsage);
  return invocation.error();
}

TEST_CASE("I-14 ideate takes its topic and its options in any order") {
  const auto args = parsed<IdeateArgs>(
      {"ideate",         "--preset",    "full",   "a quiz", "--rounds=2", "--min-ideas", "8",
       "--no-deep-dive", "--min-score", "7.5",    "--out",  "r.html",     "--ideas",     "i.csv",
       "--new",          "--plain",     "--team", "t",      "--model",    "openai:gpt-5"});
  CHECK(args.topic == "a quiz");
  CHECK(args.preset == "full");
  CHECK(args.rounds == 2);
  CHECK(args.min_ideas == 8);
  CHECK(args.deep_dive == false);
  CHECK(args.min_score_hundredths == 750);
  CHECK(args.out == "r.html");
  CHECK(args.ideas == "i.csv");
  CHECK(args.force_new);
  CHECK(args.plain);
  CHECK(args.team == "t");
  CHECK(args.model == "openai:gpt-5");
}

TEST_CASE("what is not said stays open") {
  const auto args = parsed<IdeateArgs>({"ideate", "x"});
  CHECK(!args.rounds);
  CHECK(!args.min_ideas);
  CHECK(!args.deep_dive);
  CHECK(!args.min_score_hundredths);
  CHECK(args.preset.empty());
}

TEST_CASE("I-20 a panel has one to nine seats") {
  CHECK(parsed<IdeateArgs>({"ideate", "x", "--panel", "3"}).panel == 3);
  CHECK(!parsed<IdeateArgs>({"ideate", "x"}).panel);
  for (const char* seats : {"0", "10", "many"})
    CHECK(refused({"ideate", "x", "--panel", seats}).message.contains("from 1 to 9"));
}

TEST_CASE("P-61 policy why takes a tool and its words, of builder where nobody is named") {
  const auto why = parsed<PolicyWhyArgs>({"policy", "why", "run_command", "git", "push"});
  CHECK(why.tool == "run_command");
  CHECK(why.words == Words{"git", "push"});
  CHECK(why.agent == "builder");
  CHECK(why.sandboxed);
  const auto other = parsed<PolicyWhyArgs>(
      {"policy", "why", "write_file", "a.py", "--agent", "tester", "--no-sandbox", "--room", "x"});
  CHECK(other.agent == "tester");
  CHECK_FALSE(other.sandboxed);
  CHECK(other.of.room == "x");
  CHECK(refused({"policy", "why"}).cure.contains("folkmoot policy why run_command"));
  CHECK(refused({"policy", "show", "x"}).message.contains("does not take"));
}

TEST_CASE("S-11 merge, rewind, build and run: what they take, and what excludes what") {
  CHECK(parsed<MergeArgs>({"merge", "--room", "shop"}).of.room == "shop");
  CHECK(parsed<MergeArgs>({"merge", "--patch", "a.patch"}).patch == "a.patch");
  CHECK(parsed<MergeArgs>({"merge", "--push"}).push);
  CHECK(refused({"merge", "--push", "--patch", "a"}).message.contains("two ways"));
  CHECK(!parsed<RewindArgs>({"rewind", "1.2"}).step.has_value());
  CHECK(parsed<RewindArgs>({"rewind", "1.2", "0"}).step == 0);
  CHECK(refused({"rewind"}).message.contains("needs a task"));
  CHECK(refused({"rewind", "1.2", "x"}).message.contains("not \"x\""));
  CHECK(parsed<BuildArgs>({"build", "a shop", "--plain"}).wish == "a shop");
  CHECK(parsed<RunArgs>({"run", "a shop", "--yes", "--merge"}).merge);
  CHECK_FALSE(parsed<RunArgs>({"run", "a shop"}).yes);
  CHECK(refused({"run", "a shop", "--merge"}).cure.contains("--yes --merge"));
  CHECK(refused({"build", "a shop", "--room", "x"}).message.contains("no option --room"));
}

TEST_CASE("I-22 to continue takes a room in place of a topic, and keeps team and preset") {
  const auto args = parsed<IdeateArgs>({"ideate", "--continue", "tools", "--rounds=2"});
  CHECK(args.continues == "tools");
  CHECK(args.topic.empty());
  CHECK(args.rounds == 2);
  CHECK(refused({"ideate", "a topic", "--continue", "tools"}).message.contains("takes no topic"));
  for (const Words& more : {Words{"--team", "x"}, Words{"--preset", "full"}, Words{"--new"}}) {
    Words words{"ideate", "--continue", "tools"};
    words.insert(words.end(), more.begin(), more.end());
    CHECK(refused(words).message.contains("--continue and " + more.front() + " exclude"));
  }
}

TEST_CASE("topics that look like something else") {
  CHECK(parsed<IdeateArgs>({"ideate", "resume"}).topic == "resume");
  CHECK(parsed<IdeateArgs>({"ideate", "-"}).topic == "-");
  CHECK(parsed<IdeateArgs>({"ideate", "--", "--new ways to cook"}).topic == "--new ways to cook");
  CHECK(parsed<IdeateArgs>({"ideate", ""}).topic.empty());  // the service says what is wrong
}

TEST_CASE("P-80 global options stand before or after the command") {
  for (const Words& words :
       {Words{"--store", "/s", "--as", "ana", "--json", "--no-color", "--quiet", "room", "list"},
        Words{"room", "list", "--quiet", "--no-color", "--json", "--as", "ana", "--store", "/s"},
        Words{"room", "--json", "list", "--store=/s", "-q", "--no-color", "--as=ana"}}) {
    const auto invocation = parse_args(words);
    REQUIRE(invocation);
    CHECK(invocation->globals.store == "/s");
    CHECK(invocation->globals.as == "ana");
    CHECK(invocation->globals.json == JsonMode::kEvents);
    CHECK(invocation->globals.no_color);
    CHECK(invocation->globals.quiet);
    CHECK(std::holds_alternative<RoomListArgs>(invocation->command));
  }
  CHECK(parse_args({"ideate", "x", "--json=live"})->globals.json == JsonMode::kLive);
  CHECK(parse_args({"say", "x", "--json=talk"})->globals.json == JsonMode::kTalk);
  CHECK(parse_args({"say", "x", "--json=words"}).error().code == "usage_invalid");
}

TEST_CASE("every command is read") {
  CHECK(parsed<ResumeArgs>({"resume"}).room.empty());
  CHECK(parsed<ResumeArgs>({"resume", "abc", "--force"}).force);
  CHECK(parsed<ResumeArgs>({"resume", "abc", "--anew"}).anew);
  CHECK(parsed<RoomListArgs>({"room", "list", "--all"}).all);
  CHECK(parsed<RoomShowArgs>({"room", "show", "abc"}).room == "abc");
  CHECK(parsed<RoomShowArgs>({"room", "show"}).room.empty());
  CHECK(parsed<RoomExportArgs>({"room", "export", "abc", "--out", "f"}).out == "f");
  CHECK(parsed<AgentsArgs>({"agents", "show", "leader"}).name == "leader");
  CHECK(parsed<AgentsArgs>({"agents", "check"}).action == CatalogAction::kCheck);
  CHECK_FALSE(parsed<AgentsArgs>({"agents", "check"}).start);
  CHECK(parsed<AgentsArgs>({"agents", "check", "--start"}).start);
  CHECK(parsed<TeamsArgs>({"teams", "list"}).action == CatalogAction::kList);
  CHECK(parsed<IntentArgs>({"intent", "-"}).text == "-");
  CHECK(parsed<ReadArgs>({"read", "json"}).file.empty());
  parsed<StoreCheckArgs>({"store", "check"});
  parsed<ConfigShowArgs>({"config", "show"});
  parsed<DoctorArgs>({"doctor"});
  parsed<VersionArgs>({"version"});
  parsed<VersionArgs>({"--version"});
}

TEST_CASE("models and costs are read") {
  CHECK(parsed<ModelsArgs>({"models"}).name.empty());
  CHECK(!parsed<ModelsArgs>({"models"}).check);
  const auto models = parsed<ModelsArgs>({"models", "--check", "openai:gpt-5"});
  CHECK(models.name == "openai:gpt-5");
  CHECK(models.check);
  const auto all = parsed<CostsArgs>({"costs"});
  CHECK((all.by.empty() && all.room.empty() && all.days == 0));
  const auto costs = parsed<CostsArgs>({"costs", "--by=agent", "--room", "tools", "--days", "30"});
  CHECK(costs.by == "agent");
  CHECK(costs.room == "tools");
  CHECK(costs.days == 30);
  CHECK(refused({"costs", "--by", "modle"}).cure == "Did you mean model?");
  CHECK(refused({"costs", "--by", "weather"}).message.contains("day, room, agent, model, task"));
  CHECK(refused({"costs", "tools"}).message == "folkmoot costs does not take \"tools\".");
  for (const char* days : {"0", "-1", "week", "36501"})
    CHECK(refused({"costs", std::string("--days=") + days}).message.contains("--days takes"));
  refused({"models", "openai", "anthropic"});
  refused({"models", "--by", "day"});
}

TEST_CASE("P-80 no command is the talk of the folder's room") {
  CHECK(parsed<ConversationArgs>({}) == ConversationArgs());
  const auto args = parsed<ConversationArgs>(
      {"--room", "shop", "--team=t", "--model", "m:x", "--plain", "--record", "f", "--json"});
  CHECK(args.room == "shop");
  CHECK(args.team == "t");
  CHECK(args.model == "m:x");
  CHECK(args.plain);
  CHECK(args.record == "f");
  CHECK(parsed<ConversationArgs>({"--new", "A shop"}).new_title == "A shop");
  CHECK(parsed<ConversationArgs>({"--new", "doctor"}).new_title == "doctor");
  refused({"--new", "A shop", "--room", "shop"});
  refused({"--record", "a", "--replay", "b"});
  refused({"--room"});
  CHECK(refused({"a shop for candles"}).cure ==
        "To say it to the team: folkmoot say \"a shop for candles\"");
}

TEST_CASE("P-80 options stand before, between or behind a command's words") {
  for (const std::vector<std::string>& order :
       {std::vector<std::string>{"say", "hi", "--room", "x", "--json"},
        {"--room", "x", "--json", "say", "hi"},
        {"--json=live", "say", "--room=x", "hi"},
        {"--room=x", "-q", "say", "--", "hi"},
        {"--as", "say", "say", "--room", "x", "hi"}}) {
    CHECK(parsed<SayArgs>(order).room == "x");
    CHECK(parsed<SayArgs>(order).text == "hi");
  }
  CHECK(parsed<ProjectLogArgs>({"project", "-n", "5", "log"}).lines == 5);
  CHECK(parsed<ProjectLogArgs>({"-n5", "project", "log"}).lines == 5);
  CHECK(parsed<RoomListArgs>({"--all", "room", "--json", "list"}).all);
  CHECK(parsed<IdeateArgs>({"--model", "openai:x", "ideate", "t"}).model == "openai:x");
  CHECK(parsed<ConversationArgs>({"--room", "say"}).room == "say");
  CHECK(parsed<SayArgs>({"say", "--", "--room"}).text == "--room");
}

TEST_CASE("P-82 the talk's options are no other command's") {
  CHECK(refused({"doctor", "--plain"}).message ==
        "There is no option --plain for folkmoot doctor.");
  CHECK(refused({"room", "show", "--room", "x"}).message.contains("no option --room"));
  CHECK(refused({"project", "--room", "x"}).message.contains("no option --room"));
  CHECK(refused({"resume", "--new", "x"}).message.contains("no option --new"));
  CHECK(!refused({"doctor", "--plin"}).cure.contains("--plain"));
  CHECK(parsed<IdeateArgs>({"ideate", "x", "--new"}).force_new);
}

TEST_CASE("say takes one message") {
  const auto args = parsed<SayArgs>({"say", "hello", "--room", "shop", "--team", "t", "--model",
                                     "m:x", "--plain", "--replay", "f"});
  CHECK(args.text == "hello");
  CHECK(args.room == "shop");
  CHECK(args.team == "t");
  CHECK(args.model == "m:x");
  CHECK(args.plain);
  CHECK(args.replay == "f");
  CHECK(parsed<SayArgs>({"say", "-"}).text == "-");
  CHECK(refused({"say", "make", "it", "red"}).cure ==
        "Put it in quotes: folkmoot say \"make it red\"");
  CHECK(refused({"say"}).message == "folkmoot say needs a message.");
}

TEST_CASE("P-34 demo takes the name of one demonstration, or none") {
  CHECK(parsed<DemoArgs>({"demo"}).name.empty());
  CHECK(parsed<DemoArgs>({"demo", "barber", "--plain"}).name == "barber");
  CHECK(parsed<DemoArgs>({"demo", "barber", "--plain"}).plain);
  CHECK(refused({"demo", "barber", "photos"}).message.contains("photos"));
  CHECK(refused({"demo", "--model", "x:y"}).message.contains("no option --model"));
}

TEST_CASE("C-51 channels are bound, listed and unbound, spoken by, and migrated to") {
  const auto bind = parsed<RoomBindArgs>({"room", "bind", "shop", "telegram:42"});
  CHECK(bind.room == "shop");
  CHECK(bind.channel == "telegram:42");
  CHECK(parsed<RoomBindArgs>({"room", "bind", "shop"}).channel.empty());
  CHECK(parsed<RoomUnbindArgs>({"room", "unbind", "shop", "slack:C1"}).channel == "slack:C1");
  CHECK(refused({"room", "bind"}).message == "folkmoot room bind needs a room.");
  CHECK(refused({"room", "unbind", "shop"}).cure == "See what is bound: folkmoot room bind shop");
  CHECK(refused({"room", "bind", "shop", "a:1", "a:2"}).message.contains("does not take \"a:2\""));

  CHECK(parsed<SayArgs>({"say", "hi", "--channel", "telegram:42"}).channel == "telegram:42");
  CHECK(parsed<SayArgs>({"say", "hi", "--channel", ""}).channel == "");
  CHECK_FALSE(parsed<SayArgs>({"say", "hi"}).channel);
  CHECK(refused({"room", "show", "--channel", "x:1"}).message.contains("no option --channel"));

  const auto migrate =
      parsed<SessionMigrateArgs>({"session", "migrate", "a:1", "b:2", "--room", "shop"});
  CHECK(migrate.keys == Words{"a:1", "b:2"});
  CHECK(migrate.room == "shop");
  CHECK(parsed<SessionMigrateArgs>({"session", "migrate", "-"}).keys == Words{"-"});
  CHECK(refused({"session", "migrate"}).message == "folkmoot session migrate needs keys.");
  CHECK(parsed<HelpArgs>({"session"}).about == "session");
}

TEST_CASE("C-51 programs are shown what came after an event, from the very first on") {
  CHECK(parsed<RoomShowArgs>({"room", "show", "x", "--json", "--after", "12"}).after == 12);
  CHECK(parsed<RoomShowArgs>({"--json", "room", "show", "--after=0"}).after == 0);
  CHECK_FALSE(parsed<RoomShowArgs>({"room", "show"}).after);
  CHECK(refused({"room", "show", "--after", "12"}).cure.contains("--json --after 12"));
  for (const char* after : {"-1", "1.5", "last", "1000000001"})
    CHECK(refused({"room", "show", "--json", std::string("--after=") + after})
              .message.contains("from 0 to"));
}

TEST_CASE("gates are listed, and answered by an option with a reason") {
  CHECK(parsed<GateListArgs>({"gate", "list"}).room.empty());
  CHECK(parsed<GateListArgs>({"gate", "list", "--room", "shop"}).room == "shop");
  const auto args =
      parsed<GateAnswerArgs>({"gate", "answer", "g-1", "do it again", "--reason", "it was me"});
  CHECK(args.gate == "g-1");
  CHECK(args.option == "do it again");
  CHECK(args.reason == "it was me");
  CHECK(parsed<GateAnswerArgs>({"gate", "answer", "g-1"}).option.empty());
  CHECK(refused({"gate", "answer"}).cure.contains("folkmoot gate list"));
  CHECK(refused({"gate", "answer", "g-1", "do", "it"}).cure.ends_with("g-1 \"do it\""));
  refused({"gate", "list", "g-1"});
  CHECK(parsed<HelpArgs>({"gate"}).about == "gate");
}

TEST_CASE("every command about a project is read") {
  const Words target{"--room", "shop", "--project", "p-2"};
  const auto with = [&](Words words) {
    words.insert(words.end(), target.begin(), target.end());
    return words;
  };
  const auto check = [](const ProjectTarget& of) {
    CHECK(of.room == "shop");
    CHECK(of.project == "p-2");
  };
  check(parsed<ProjectStatusArgs>(with({"project", "status"})).of);
  check(parsed<ProjectStatusArgs>(with({"project", "state"})).of);
  check(parsed<ProjectHistoryArgs>(with({"project", "history"})).of);
  const auto log = parsed<ProjectLogArgs>(with({"project", "log", "-n", "5"}));
  check(log.of);
  CHECK(log.lines == 5);
  CHECK(parsed<ProjectLogArgs>({"project", "log"}).lines == 20);
  const auto brief = parsed<ProjectBriefArgs>(with({"project", "brief", "2", "--compare", "1"}));
  check(brief.of);
  CHECK(brief.revision == 2);
  CHECK(brief.compare == 1);
  CHECK(!parsed<ProjectBriefArgs>({"project", "brief"}).revision);
  const auto reset = parsed<ProjectResetArgs>(with({"project", "reset", "--yes"}));
  check(reset.of);
  CHECK(reset.yes);
  CHECK(!parsed<ProjectResetArgs>({"project", "reset"}).yes);
  CHECK(parsed<ProjectListArgs>({"project", "list", "--room", "shop"}).room == "shop");
  const auto begun = parsed<ProjectNewArgs>({"project", "new", "a shop", "--room", "shop"});
  CHECK(begun.goal == "a shop");
  CHECK(begun.room == "shop");
  CHECK(parsed<ProjectSwitchArgs>({"project", "switch", "p-2"}).project == "p-2");
}

TEST_CASE("P-82 mistakes about a project name what is wrong") {
  CHECK(refused({"project", "stats"}).cure == "Did you mean folkmoot project status?");
  CHECK(refused({"project", "log", "-n", "0"}).message.starts_with("-n takes a whole number"));
  CHECK(refused({"project", "brief", "two"}).message.starts_with("folkmoot project brief takes"));
  CHECK(refused({"project", "brief", "--compare", "x"}).message.contains("--compare takes"));
  CHECK(refused({"project", "new"}).message == "folkmoot project new needs a goal.");
  CHECK(refused({"project", "switch"}).message == "folkmoot project switch needs a project.");
  refused({"project", "status", "p-2"});
  refused({"project", "list", "--project", "p-2"});
  refused({"project", "status", "-n", "3"});
}

TEST_CASE("P-35 what is recorded is not replayed at the same time") {
  CHECK(parsed<IdeateArgs>({"ideate", "x", "--record", "f.jsonl"}).record == "f.jsonl");
  CHECK(parsed<ResumeArgs>({"resume", "--replay", "f.jsonl"}).replay == "f.jsonl");
  for (const char* command : {"ideate", "resume"})
    CHECK(refused({command, "x", "--record", "a", "--replay", "b"}).message.contains("exclude"));
}

TEST_CASE("read takes what to read, a file, and what an answer may name") {
  const auto args =
      parsed<ReadArgs>({"read", "tool-call", "answer.txt", "--form", "openai", "--tools", "t.json",
                        "--ideas", "i.json", "--roster", "r.json", "--task", "t-1", "--cut-off"});
  CHECK(args.what == "tool-call");
  CHECK(args.file == "answer.txt");
  CHECK(args.form == "openai");
  CHECK(args.tools == "t.json");
  CHECK(args.ideas == "i.json");
  CHECK(args.roster == "r.json");
  CHECK(args.task == "t-1");
  CHECK(args.cut_off);
}

TEST_CASE("P-80 help is there for everything, and a group alone shows its help") {
  CHECK(parsed<HelpArgs>({"--help"}).about.empty());
  CHECK(parsed<HelpArgs>({"ideate", "--help"}).about == "ideate");
  CHECK(parsed<HelpArgs>({"room", "show", "-h"}).about == "room show");
  CHECK(parsed<HelpArgs>({"help", "room", "list"}).about == "room list");
  CHECK(parsed<HelpArgs>({"room"}).about == "room");
}

TEST_CASE("P-82 a mistake names what was probably meant") {
  CHECK(refused({"idate", "x"}).cure == "Did you mean folkmoot ideate?");
  CHECK(refused({"room", "lst"}).cure == "Did you mean folkmoot room list?");
  CHECK(refused({"ideate", "x", "--rouds", "3"}).cure == "Did you mean --rounds?");
  CHECK(refused({"ideate", "x", "--jsno"}).cure == "Did you mean --json?");
  CHECK(refused({"read", "idees"}).cure == "Did you mean ideas?");
  CHECK(refused({"intent", "an", "app"}).cure == "Put it in quotes: folkmoot intent \"an app\"");
  CHECK(refused({"frobnicate"}).cure == "See folkmoot --help.");
  CHECK(refused({"ideate", "a", "tool", "library"}).cure ==
        "Put it in quotes: folkmoot ideate \"a tool library\"");
}

TEST_CASE("P-82 values out of their range are refused with an example") {
  for (const char* value : {"0", "11", "-1", "abc", "2.5", "99999999999", ""}) {
    CAPTURE(value);
    if (*value != '\0')
      CHECK(refused({"ideate", "x", std::string("--rounds=") + value})
                .message.contains("a whole number from 1 to 10"));
  }
  for (const char* value : {"10.01", "-1", "7.555", "x", ".", "1e1", "7,5"})
    CHECK(
        refused({"ideate", "x", std::string("--min-score=") + value}).message.contains("0 to 10"));
  CHECK(parsed<IdeateArgs>({"ideate", "x", "--min-score", "10"}).min_score_hundredths == 1000);
  CHECK(parsed<IdeateArgs>({"ideate", "x", "--min-score", "0"}).min_score_hundredths == 0);
  CHECK(parsed<IdeateArgs>({"ideate", "x", "--min-score", "6.25"}).min_score_hundredths == 625);
  CHECK(refused({"ideate", "x", "--min-ideas", "21"}).message.contains("1 to 20"));
}

TEST_CASE("P-82 what is missing or one too many is said") {
  CHECK(refused({"ideate"}).message == "folkmoot ideate needs a topic.");
  CHECK(refused({"room", "export"}).message == "folkmoot room export needs a room.");
  CHECK(refused({"agents", "show"}).message == "folkmoot agents show needs a name.");
  CHECK(refused({"intent"}).message == "folkmoot intent needs a message.");
  CHECK(refused({"read"}).cure.starts_with("One of ideas, scores, "));
  CHECK(refused({"read", "json", "x", "--form", "smoke"}).message.contains("openai-deltas"));
  refused({"read", "json", "a", "b"});
  refused({"ideate", "x", "--out"});
  refused({"resume", "a", "b"});
  refused({"doctor", "now"});
  refused({"agents", "list", "leader"});
  refused({"ideate", "x", "--deep-dive", "--no-deep-dive"});
  refused({"ideate", "x", "--json=later"});
}

TEST_CASE("an option that is given twice counts as it was given last") {
  CHECK(parsed<IdeateArgs>({"ideate", "x", "--preset", "full", "--preset", "standard"}).preset ==
        "standard");
}

TEST_CASE("errors are told as JSON wherever --json stands") {
  CHECK(json_mode_in({"idate", "--json"}) == JsonMode::kEvents);
  CHECK(json_mode_in({"--json=live", "x"}) == JsonMode::kEvents);
  CHECK(json_mode_in({"ideate", "--", "--json"}) == JsonMode::kNo);
}

TEST_CASE("P-80 every page of help fits 80 columns, has examples and names every option") {
  for (const std::string& command : command_names()) {
    if (command == "help") continue;
    CAPTURE(command);
    const std::string_view page = help_text(command);
    REQUIRE(!page.empty());
    CHECK(page.contains("\nExamples:\n  folkmoot "));
    for (const std::string& option : option_names(command)) {
      CAPTURE(option);
      CHECK(page.contains(option));
    }
    for (const std::string_view line : split_lines(page)) {
      CAPTURE(line);
      CHECK(width(line) <= 80);
    }
  }
  for (const std::string& option : option_names(""))
    CHECK((option == "--version" || help_text("").contains(option)));
}

TEST_CASE("the examples in the help can be typed as they stand") {
  std::set<std::string> commands;
  for (const std::string& command : command_names()) {
    const std::string_view page = help_text(command);
    for (const std::string_view line :
         split_lines(page.substr(std::min(page.find("\nExamples:"), page.size())))) {
      if (!line.starts_with("  folkmoot ")) continue;
      Words words;
      bool quoted = false;
      bool open = false;
      for (const char c : line.substr(11)) {
        if (c == '"') quoted = !quoted;
        if (!quoted && (c == '|' || c == '<')) break;
        if (c == ' ' && !quoted) {
          open = false;
        } else {
          if (!open) words.emplace_back();
          open = true;
          if (c != '"') words.back() += c;
        }
      }
      CAPTURE(line);
      CHECK(parse_args(words));
    }
  }
}

}  // namespace
}  // namespace fm::cli
