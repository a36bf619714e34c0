// CLI11 finds options and words; what they mean is read in args_commands.cc,
// args_conversation.cc and args_agency.cc, so that all mistakes are told in one voice.
#include "cli/args/args.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <utility>

#include "base/text.h"
#include "cli/args/args_agency.h"
#include "cli/args/args_commands.h"
#include "cli/args/args_conversation.h"
#include "cli/args/args_testing.h"
#include "cli/args/args_values.h"
#include "cli/args/nearest.h"

namespace fm::cli {
namespace {

CLI::App* command(CLI::App& parent, const char* name) {
  CLI::App* sub = parent.add_subcommand(name);
  sub->set_help_flag("");
  sub->fallthrough();
  sub->allow_extras();
  return sub;
}

void text(CLI::App* app, const char* name, std::string& into) {
  app->add_option(name, into)->take_last();
}

void words(CLI::App* app, RawArgs& raw) { app->add_option("words", raw.words); }

// Where a model may speak: who takes part, how it is shown, cassettes.
void add_talk(CLI::App* app, ConversationOptions& conversation) {
  text(app, "--room", conversation.room);
  text(app, "--team", conversation.team);
  text(app, "--model", conversation.model);
  app->add_flag("--plain", conversation.plain);
  text(app, "--record", conversation.record);
  text(app, "--replay", conversation.replay);
}

void add_conversation(CLI::App& app, RawArgs& raw) {
  ConversationOptions& conversation = raw.conversation;
  add_talk(&app, conversation);
  text(&app, "--new", conversation.new_title);
  CLI::App* say = command(app, "say");
  words(say, raw);
  add_talk(say, conversation);
  say->add_option_function<std::string>(
         "--channel", [&conversation](const std::string& said) { conversation.channel = said; })
      ->take_last();

  CLI::App* demo = command(app, "demo");
  words(demo, raw);
  demo->add_flag("--plain", conversation.plain);

  const auto below = [&](CLI::App* parent, const char* name) {
    CLI::App* sub = command(*parent, name);
    words(sub, raw);
    return sub;
  };
  CLI::App* gate = command(app, "gate");
  gate->require_subcommand(0, 1);
  text(below(gate, "list"), "--room", conversation.room);
  text(below(gate, "answer"), "--reason", conversation.reason);

  CLI::App* project = command(app, "project");
  project->require_subcommand(0, 1);
  for (const char* name : {"status", "state", "log", "brief", "history", "reset"}) {
    CLI::App* sub = below(project, name);
    text(sub, "--room", conversation.room);
    text(sub, "--project", conversation.project);
  }
  text(project->get_subcommand("log"), "-n", conversation.lines);
  text(project->get_subcommand("brief"), "--compare", conversation.compare);
  project->get_subcommand("reset")->add_flag("--yes", conversation.yes);
  for (const char* name : {"list", "new", "switch"})
    text(below(project, name), "--room", conversation.room);

  CLI::App* memory = command(app, "memory");
  memory->require_subcommand(0, 1);
  for (const char* name : {"list", "show", "delete"})
    text(below(memory, name), "--room", conversation.room);
  memory->get_subcommand("delete")->add_flag("--yes", conversation.yes);

  CLI::App* session = command(app, "session");
  session->require_subcommand(0, 1);
  text(below(session, "migrate"), "--room", conversation.room);
}

void add_agency(CLI::App& app, RawArgs& raw) {
  ConversationOptions& conversation = raw.conversation;
  const auto of_project = [&](CLI::App* sub) {
    words(sub, raw);
    text(sub, "--room", conversation.room);
    text(sub, "--project", conversation.project);
    return sub;
  };
  CLI::App* policy = command(app, "policy");
  policy->require_subcommand(0, 1);
  of_project(command(*policy, "show"));
  CLI::App* why = of_project(command(*policy, "why"));
  text(why, "--agent", raw.agency.agent);
  why->add_flag("--no-sandbox", raw.agency.no_sandbox);

  CLI::App* merge = of_project(command(app, "merge"));
  text(merge, "--patch", raw.agency.patch);
  merge->add_flag("--push", raw.agency.push);
  of_project(command(app, "rewind"));

  for (const char* name : {"build", "run"}) {
    CLI::App* sub = command(app, name);
    words(sub, raw);
    text(sub, "--team", conversation.team);
    text(sub, "--model", conversation.model);
    text(sub, "--record", conversation.record);
    text(sub, "--replay", conversation.replay);
  }
  app.get_subcommand("build")->add_flag("--plain", conversation.plain);
  app.get_subcommand("run")->add_flag("--yes", conversation.yes);
  app.get_subcommand("run")->add_flag("--merge", raw.agency.merge);
}

void build(CLI::App& app, RawArgs& raw) {
  app.set_help_flag("");
  app.allow_extras();
  app.require_subcommand(0, 1);
  text(&app, "--store", raw.globals.store);
  text(&app, "--as", raw.globals.as);
  app.add_flag("--json{events}", raw.json)->take_last();
  app.add_flag("--no-color", raw.globals.no_color);
  app.add_flag("--quiet,-q", raw.globals.quiet);
  app.add_flag("--help,-h", raw.help);
  app.add_flag("--version", raw.version);
  add_conversation(app, raw);
  add_agency(app, raw);

  CLI::App* ideate = command(app, "ideate");
  words(ideate, raw);
  text(ideate, "--preset", raw.ideate.preset);
  text(ideate, "--rounds", raw.rounds);
  text(ideate, "--min-ideas", raw.min_ideas);
  ideate->add_flag("--deep-dive", raw.deep_dive);
  ideate->add_flag("--no-deep-dive", raw.no_deep_dive);
  text(ideate, "--min-score", raw.min_score);
  text(ideate, "--panel", raw.panel);
  text(ideate, "--continue", raw.ideate.continues);
  text(ideate, "--team", raw.ideate.team);
  text(ideate, "--model", raw.ideate.model);
  text(ideate, "--record", raw.record);
  text(ideate, "--replay", raw.replay);
  text(ideate, "--out", raw.out);
  text(ideate, "--ideas", raw.ideate.ideas);
  ideate->add_flag("--new", raw.ideate.force_new);
  ideate->add_flag("--plain", raw.plain);

  CLI::App* resume = command(app, "resume");
  words(resume, raw);
  resume->add_flag("--force", raw.force);
  resume->add_flag("--anew", raw.anew);
  resume->add_flag("--plain", raw.plain);
  text(resume, "--record", raw.record);
  text(resume, "--replay", raw.replay);

  const auto group = [&](const char* name) {
    CLI::App* parent = command(app, name);
    parent->require_subcommand(0, 1);
    return parent;
  };
  CLI::App* room = group("room");
  command(*room, "list")->add_flag("--all", raw.all);
  CLI::App* show = command(*room, "show");
  words(show, raw);
  text(show, "--after", raw.after);
  for (const char* name : {"bind", "unbind", "move"}) words(command(*room, name), raw);
  CLI::App* exported = command(*room, "export");
  words(exported, raw);
  text(exported, "--out", raw.out);
  for (const char* name : {"agents", "teams"}) {
    CLI::App* catalog = group(name);
    for (const char* action : {"list", "show", "check"}) {
      CLI::App* of = command(*catalog, action);
      words(of, raw);
      if (name == std::string_view("agents") && action == std::string_view("check"))
        of->add_flag("--start", raw.start);
    }
  }
  words(command(app, "intent"), raw);
  CLI::App* read = command(app, "read");
  words(read, raw);
  text(read, "--ideas", raw.read.ideas);
  text(read, "--roster", raw.read.roster);
  text(read, "--tools", raw.read.tools);
  text(read, "--task", raw.read.task);
  text(read, "--form", raw.read.form);
  read->add_flag("--cut-off", raw.read.cut_off);
  text(read, "--context", raw.read.context);
  read->add_option("--model", raw.read.model)->expected(0, 1)->default_str("configured");
  CLI::App* models = command(app, "models");
  words(models, raw);
  models->add_flag("--check", raw.check);
  CLI::App* costs = command(app, "costs");
  text(costs, "--by", raw.by);
  text(costs, "--room", raw.room);
  text(costs, "--days", raw.days);
  CLI::App* serve = group("serve");
  words(serve, raw);
  text(serve, "--host", raw.serve.host);
  text(serve, "--port", raw.port);
  text(serve, "--public-url", raw.serve.public_url);
  serve->add_flag("--open", raw.serve.open);
  command(*serve, "link");
  CLI::App* store = group("store");
  command(*store, "check")->add_flag("--accept", raw.accept);
  command(*store, "rebuild");
  command(*group("config"), "show");
  command(app, "doctor");
  command(app, "version");
  words(command(app, "help"), raw);
}

// "room list" of what was parsed; "" when there was no command.
std::string path_of(const CLI::App& app) {
  std::string path;
  for (const CLI::App* at = &app;;) {
    const auto subs = at->get_subcommands();
    if (subs.empty()) return path;
    at = subs.front();
    path += (path.empty() ? "" : " ") + at->get_name();
  }
}

Words names_of(const CLI::App& app, const std::function<bool(const CLI::App*)>& keep) {
  Words names;
  for (const CLI::App* sub : app.get_subcommands(keep)) names.push_back(sub->get_name());
  return names;
}

Words sub_names(const CLI::App& app) {
  return names_of(app, [](const CLI::App*) { return true; });
}

Words own_options(const CLI::App& app) {
  Words names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

const CLI::App* find_app(const CLI::App& app, std::string_view path) {
  const CLI::App* at = &app;
  while (!path.empty()) {
    const std::size_t space = path.find(' ');
    at = at->get_subcommand(std::string(path.substr(0, space)));
    path = space == std::string_view::npos ? "" : path.substr(space + 1);
  }
  return at;
}

bool is_conversation_option(std::string_view name) {
  return std::ranges::find(kConversationOptions, name) != std::end(kConversationOptions);
}

// The options that may be given to a command, its own and those of every command.
Words options_of(const CLI::App& app, const CLI::App& at) {
  Words known = own_options(at);
  if (&at == &app) return known;
  for (const std::string& name : own_options(app))
    if (!is_conversation_option(name)) known.push_back(name);
  return known;
}

std::unexpected<Error> no_option(const std::string& name, const CLI::App& app,
                                 const std::string& path) {
  return wrong(
      fmt::format("There is no option {}{}.", name, path.empty() ? "" : " for folkmoot " + path),
      "", did_you_mean(name, options_of(app, *find_app(app, path)), see_help(path)));
}

// What a command does not know falls through to the program, which has options of its own.
Result<void> refuse_conversation_options(const CLI::App& app, const std::string& path) {
  if (path.empty()) return {};
  const Words own = own_options(*find_app(app, path));
  for (const std::string name : kConversationOptions) {
    if (app.get_option(name)->count() == 0) continue;
    if (std::ranges::find(own, name) == own.end()) return no_option(name, app, path);
  }
  return {};
}

Result<void> refuse_extras(const CLI::App& app, const std::string& path) {
  Words extras = app.remaining(true);
  std::erase(extras, "--");
  if (extras.empty()) return {};
  const std::string& said = extras.front();
  const CLI::App* at = find_app(app, path);
  if (said.starts_with("-")) return no_option(said.substr(0, said.find('=')), app, path);
  const Words commands = sub_names(*at);
  if (!commands.empty()) {
    const std::string prefix = path.empty() ? "folkmoot " : "folkmoot " + path + " ";
    const auto near = nearest(said, commands);
    if (path.empty() && said.contains(' '))
      return wrong(fmt::format("\"{}\" is no command.", said), "",
                   fmt::format("To say it to the team: folkmoot say \"{}\"", said));
    return wrong(fmt::format("There is no command {}{}.", prefix, said), "",
                 near ? fmt::format("Did you mean {}{}?", prefix, *near) : see_help(path));
  }
  return wrong(fmt::format("folkmoot {} does not take \"{}\".", path, said), "", see_help(path));
}

const CLI::Option* find_option(const CLI::App& app, const std::string& name) {
  if (const CLI::Option* own = app.get_option_no_throw(name)) return own;
  for (const CLI::App* below : app.get_subcommands([](const CLI::App*) { return true; }))
    if (const CLI::Option* its = find_option(*below, name)) return its;
  return nullptr;
}

// Whether the argument after this one is the option's value.
bool value_follows(const CLI::App& app, const std::string& option) {
  if (option.contains('=') || option == "--json") return false;
  if (!option.starts_with("--") && option.size() > 2) return false;  // -n5
  const CLI::Option* known = find_option(app, option);
  return known != nullptr && known->get_items_expected_max() > 0;
}

// Options may stand anywhere: those before a command's name, or between its two words, are put
// behind it, where they are looked for in the command first.
Words commands_first(const CLI::App& app, const Words& arguments) {
  Words path, moved;
  const CLI::App* at = &app;
  std::size_t next = 0;
  for (std::size_t i = 0; i < arguments.size() && !sub_names(*at).empty(); ++i) {
    const std::string& said = arguments[i];
    if (said == "--") break;
    if (said.size() > 1 && said.starts_with('-')) {
      if (value_follows(app, said)) ++i;
      continue;
    }
    const Words known = sub_names(*at);
    if (std::ranges::find(known, said) == known.end()) break;
    moved.insert(moved.end(), arguments.begin() + static_cast<std::ptrdiff_t>(next),
                 arguments.begin() + static_cast<std::ptrdiff_t>(i));
    path.push_back(said);
    next = i + 1;
    at = at->get_subcommand(said);
  }
  path.insert(path.end(), moved.begin(), moved.end());
  path.insert(path.end(), arguments.begin() + static_cast<std::ptrdiff_t>(next), arguments.end());
  return path;
}

Result<Command> read_command(RawArgs& raw, const std::string& path) {
  if (raw.help) return HelpArgs{path};
  if (path.empty() && raw.version) return VersionArgs{};
  if (path.empty()) return read_conversation(raw.conversation);
  if (path == "say") return read_say(raw.conversation, raw.words);
  if (path == "demo")
    return DemoArgs{.name = TRY(at_most_one(raw.words, path)), .plain = raw.conversation.plain};
  if (path.starts_with("gate ")) return read_gate(raw.conversation, raw.words, path);
  if (path.starts_with("project ")) return read_project(raw.conversation, raw.words, path);
  if (path == "memory" || path.starts_with("memory "))
    return read_memory(raw.conversation, raw.words, path);
  if (path.starts_with("policy "))
    return read_policy_wanted(raw.conversation, raw.agency, raw.words, path);
  if (path == "merge") return read_merge(raw.conversation, raw.agency, raw.words);
  if (path == "rewind") return read_rewind(raw.conversation, raw.words);
  if (path == "build") return read_build(raw.conversation, raw.words);
  if (path == "run") return read_run(raw.conversation, raw.agency, raw.words);
  if (path == "help") return HelpArgs{one_argument(raw.words)};
  if (path == "version") return VersionArgs{};
  if (path == "doctor") return DoctorArgs{};
  if (path == "ideate") return read_ideate(raw);
  if (path == "intent")
    return IntentArgs{TRY(sentence(raw.words, path, "message", "build me a recipe app"))};
  if (path == "read") return read_read(raw);
  if (path == "resume") return read_resume(raw);
  if (path == "models")
    return ModelsArgs{.name = TRY(at_most_one(raw.words, path)), .check = raw.check};
  if (path == "costs") return read_costs(raw);
  if (path == "serve") return read_serve(raw);
  if (path == "serve link") return ServeLinkArgs{};
  if (path == "room list") return RoomListArgs{.all = raw.all};
  if (path == "room show") return read_show(raw);
  if (path == "room bind" || path == "room unbind") return read_channels(raw.words, path);
  if (path == "room move") return RoomMoveArgs{.room = TRY(exactly_one(raw.words, path, "a room"))};
  if (path == "session migrate") return read_migration(raw.conversation, raw.words);
  if (path == "room export")
    return RoomExportArgs{.room = TRY(exactly_one(raw.words, path, "a room")), .out = raw.out};
  if (path == "store check") return StoreCheckArgs{.accept = raw.accept};
  if (path == "store rebuild") return StoreRebuildArgs{};
  if (path == "config show") return ConfigShowArgs{};
  if (path.starts_with("agents ")) return AgentsArgs{TRY(read_catalog(raw, path)), raw.start};
  if (path.starts_with("teams ")) return TeamsArgs{TRY(read_catalog(raw, path))};
  return HelpArgs{path};  // "room", "agents", ... alone
}

}  // namespace

Result<Invocation> parse_args(const std::vector<std::string>& arguments) {
  CLI::App app;
  RawArgs raw;
  build(app, raw);
  try {
    Words ordered = commands_first(app, arguments);
    std::ranges::reverse(ordered);
    app.parse(std::move(ordered));
  } catch (const CLI::ParseError& error) {
    // All values are texts, so what is left to fail is a value that is missing or one too many.
    const std::string what = error.what();
    const std::string name = what.substr(0, what.find_first_of(": "));
    return wrong(name.starts_with("--") ? name + " cannot be used like this."
                                        : "The command line cannot be read.",
                 what, see_help(path_of(app)));
  }
  const std::string path = path_of(app);
  if (!raw.help) TRY(refuse_conversation_options(app, path));
  if (!raw.help) TRY(refuse_extras(app, path));
  if (!raw.json.empty() && raw.json != "events" && raw.json != "live" && raw.json != "talk")
    return wrong(
        fmt::format("--json takes no value but live and talk, not \"{}\".", raw.json), "",
        "Give --json, --json=live for growing words too, or --json=talk for what is said.");
  if (!raw.json.empty())
    raw.globals.json = raw.json == "live"   ? JsonMode::kLive
                       : raw.json == "talk" ? JsonMode::kTalk
                                            : JsonMode::kEvents;
  Command command = TRY(read_command(raw, path));
  return Invocation{std::move(raw.globals), std::move(command)};
}

JsonMode json_mode_in(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (argument == "--") break;
    if (argument == "--json" || argument.starts_with("--json=")) return JsonMode::kEvents;
  }
  return JsonMode::kNo;
}

std::vector<std::string> command_names() {
  CLI::App app;
  RawArgs raw;
  build(app, raw);
  Words names;
  for (const std::string& name : sub_names(app)) {
    const Words below = sub_names(*app.get_subcommand(name));
    if (below.empty()) names.push_back(name);
    for (const std::string& sub : below) names.push_back(name + " " + sub);
  }
  return names;
}

std::vector<std::string> option_names(std::string_view command) {
  CLI::App app;
  RawArgs raw;
  build(app, raw);
  return own_options(*find_app(app, command));
}

}  // namespace fm::cli
