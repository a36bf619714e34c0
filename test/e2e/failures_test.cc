// Whatever fails says so: words on standard error, and with --json an error object, for every
// command that there is.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "cli/args/args.h"
#include "test/e2e/model_server.h"

namespace fm::e2e {
namespace {

struct Failure {
  Words words;
  int status = 2;  // 2: a word too many makes it fail, where nothing else does
  std::string input = {};
};

// For every command, calls that fail in a folder with one room that talks.
const std::vector<Failure>& failures() {
  static const std::vector<Failure> all{{{"say", "hello", "--room", "nowhere"}, 2},
                                        {{"say", "hello", "--channel", "telegram:1"}, 1},
                                        {{"say", "hello", "--model", "nobody:x"}, 2},
                                        {{"say", "hello", "--team", "nobody"}, 2},
                                        {{"say", "hello", "--replay", "no/such/file"}, 1},
                                        {{"say", "/switch p-none"}, 1},
                                        {{"demo", "nothing"}, 2},
                                        {{"gate", "list", "--room", "nowhere"}, 2},
                                        {{"gate", "answer", "g-none", "1"}, 1},
                                        {{"gate", "answer", "g-none"}, 1},
                                        {{"demo", "barbre"}, 2},
                                        {{"project", "status", "--room", "nowhere"}, 2},
                                        {{"project", "state", "--project", "p-none"}, 1},
                                        {{"project", "log"}, 1},
                                        {{"project", "brief"}, 1},
                                        {{"project", "history"}, 1},
                                        {{"project", "list", "--room", "nowhere"}, 2},
                                        {{"project", "new", "a shop", "--room", "nowhere"}, 2},
                                        {{"project", "switch", "p-none"}, 1},
                                        {{"project", "reset"}, 1},
                                        {{"memory"}, 2},
                                        {{"memory", "list", "--room", "nowhere"}, 2},
                                        {{"memory", "show", "p-none"}, 1},
                                        {{"memory", "delete", "p-none", "--yes"}, 1},
                                        {{"ideate", "a topic", "--replay", "no/such/file"}, 1},
                                        {{"ideate", "--continue", "general"}, 1},
                                        {{"ideate", "a topic", "--team", "nobody"}, 2},
                                        {{"resume"}, 2},
                                        {{"resume", "nowhere"}, 2},
                                        {{"room", "list"}, 2},
                                        {{"room", "show", "nowhere"}, 2},
                                        {{"room", "export", "nowhere"}, 2},
                                        {{"room", "export", "general", "--out", "no/such/file"}, 1},
                                        {{"room", "move", "nowhere"}, 2},
                                        {{"room", "bind", "nowhere", "telegram:1"}, 2},
                                        {{"room", "bind", "general", "web:1"}, 2},
                                        {{"room", "unbind", "general", "telegram:1"}, 1},
                                        {{"session", "migrate", "no key"}, 1},
                                        {{"agents", "list"}, 2},
                                        {{"agents", "show", "nobody"}, 2},
                                        {{"agents", "check"}, 2},
                                        {{"teams", "list"}, 2},
                                        {{"teams", "show", "nobody"}, 2},
                                        {{"teams", "check"}, 2},
                                        {{"intent", ""}, 2},
                                        {{"read", "ideas", "no/such/file"}, 1},
                                        {{"read", "nonsense"}, 2},
                                        {{"read", "scores"}, 1, "no scores at all"},
                                        {{"models", "nobody"}, 2},
                                        {{"costs", "--room", "nowhere"}, 2},
                                        {{"costs", "--by", "nonsense"}, 2},
                                        {{"store", "check"}, 2},
                                        {{"store", "rebuild"}, 2},
                                        {{"config", "show"}, 2},
                                        {{"doctor"}, 2},
                                        {{"serve", "link"}, 1},
                                        {{"serve", "--host", "0.0.0.0"}, 2},
                                        {{"policy", "show"}, 2},
                                        {{"policy", "why"}, 2},
                                        {{"merge"}, 2},
                                        {{"rewind"}, 2},
                                        {{"build"}, 2},
                                        {{"run"}, 2},
                                        {{"version"}, 2},
                                        {{"help"}, 2},
                                        {{}, 2}};
  return all;
}

// What a command cannot do without, so that it gets as far as its store.
Words needed_by(const std::string& command) {
  if (command == "say" || command == "ideate" || command == "project new" || command == "build" ||
      command == "run")
    return {"a topic"};
  if (command == "policy why") return {"read_file", "a.txt"};
  if (command == "rewind") return {"1.1"};
  if (command == "demo") return {"barber"};
  if (command == "gate answer") return {"g-none", "1"};
  if (command == "demo") return {"barber"};
  if (command == "project switch" || command.starts_with("memory show") ||
      command == "memory delete")
    return {"p-none"};
  if (command == "project reset") return {"--yes"};
  if (command == "room export" || command == "room move") return {"general"};
  if (command == "room bind" || command == "room unbind") return {"general", "telegram:1"};
  if (command == "session migrate") return {"telegram:1"};
  return {};
}

std::string command_of(const Words& words) {
  if (words.empty()) return "";
  const Words names = cli::command_names();
  const std::string two = words.size() > 1 ? words[0] + " " + words[1] : words[0];
  return std::ranges::find(names, two) != names.end() ? two : words[0];
}

bool is_object_per_line(std::string_view text) {
  return std::ranges::all_of(lines_of(text), [](const std::string& line) {
    const auto value = parse_json(line);
    return value && value->is_object();
  });
}

// The last object on standard error that tells of an error.
bool tells_an_error(const Ran& ran) {
  return std::ranges::any_of(lines_of(ran.err), [](const std::string& line) {
    const auto value = parse_json(line);
    if (!value || !value->is_object() || !value->get_object().contains("error")) return false;
    const Json& error = value->at("error");
    return !text_at(error, "code").empty() && !text_at(error, "message").empty() &&
           !text_at(error, "cure").empty();
  });
}

void check_both_ways(const Place& place, const Failure& one) {
  CAPTURE(one.words);
  const Ran words = run(place, one.words, {.input = one.input});
  CAPTURE(words.out);
  CAPTURE(words.err);
  CHECK((words.status == 1 || words.status == 2));
  CHECK(words.err.starts_with("folkmoot: "));
  for (const char* mode : {"--json", "--json=live", "--json=talk"}) {
    CAPTURE(mode);
    Words with = one.words;
    with.insert(with.begin(), mode);
    const Ran json = run(place, with, {.input = one.input});
    CAPTURE(json.out);
    CAPTURE(json.err);
    CHECK(json.status == words.status);
    CHECK(is_object_per_line(json.out));
    CHECK(is_object_per_line(json.err));
    CHECK(tells_an_error(json));
  }
}

TEST_CASE("E-8 every command tells its failures in words and as JSON") {
  const Place place;
  run(place, {"say", "hello"});
  std::set<std::string> tried;
  for (const Failure& one : failures()) {
    tried.insert(command_of(one.words));
    Failure failing = one;
    // What fails by itself nowhere is given a word too many.
    if (one.status == 2 && words_of(command_of(one.words)) == one.words)
      failing.words.emplace_back("--nonsense");
    check_both_ways(place, failing);
  }
  for (const std::string& command : cli::command_names())
    CHECK_MESSAGE(tried.contains(command), command, " is not made to fail");
}

TEST_CASE("E-8 a store that cannot be opened is told by whatever needs one") {
  Place place;
  place.write("no-folder", "x");
  for (const std::string& command : cli::command_names()) {
    static const std::set<std::string> kNeedNone{
        "help",        "version",      "doctor",     "config show", "agents list",
        "agents show", "agents check", "teams list", "teams show",  "teams check",
        "intent",      "read",         "models"};
    if (kNeedNone.contains(command)) continue;
    Words words = words_of(command);
    for (const std::string& more : needed_by(command)) words.push_back(more);
    words.insert(words.end(), {"--store", "no-folder"});
    check_both_ways(place, {words, 1});
  }
  check_both_ways(place, {{"--store", "no-folder"}, 1, "hello\n"});
}

TEST_CASE("E-8 a model that fails for good leaves no command without its reason") {
  Place place;
  const FakeProvider server({{refusal(401, -1, R"({"error":{"message":"no such key"}})")}});
  point_at(place, server);
  place.environment["FOLKMOOT_MODEL"] = "openai:any";
  place.environment["OPENAI_API_KEY"] = "sk-wrong";
  const std::vector<Failure> calls{{{"say", "hello"}, 1},
                                   {{"say", "I want to build a shop for candles"}, 1},
                                   {{}, 1, "hello\n"},
                                   {{"project", "new", "a shop for candles"}, 1}};
  for (const Failure& one : calls) {
    check_both_ways(place, one);
    Words quiet = one.words;
    quiet.emplace_back("--quiet");
    const Ran ran = run(place, quiet, {.input = one.input});
    CAPTURE(one.words);
    CHECK(ran.status == 1);
    CHECK((in_one_line(ran.err).contains("key") || in_one_line(ran.err).contains("heard")));
  }
  // An ideation waits for the key, and says so as an error too.
  const Ran waits = run(place, {"ideate", "a topic", "--json"});
  CHECK(waits.status == 3);
  CHECK(tells_an_error(waits));
  CHECK(in_one_line(run(place, {"ideate", "a topic", "--quiet"}).err).contains("key"));
}

TEST_CASE("E-8 an only answer that is empty, refused, filtered or cut to nothing is no success") {
  struct Ending {
    FakeRule rule;
    std::string code;
  };
  FakeRule empty{.text = ""};
  FakeRule blank{.text = " \n\xC2\xA0\n"};
  FakeRule invisible{.text = "\xE2\x80\x8B"};
  FakeRule thought{.reasoning = "I think."};
  FakeRule refused{.refusal = "I will not.", .finish = "refusal"};
  FakeRule filtered{.finish = "content_filter"};
  FakeRule limited{.reasoning = "I think on and on", .finish = "length"};
  for (const Ending& one : std::vector<Ending>{{empty, "empty"},
                                               {blank, "empty"},
                                               {invisible, "empty"},
                                               {thought, "empty"},
                                               {refused, "refus"},
                                               {filtered, "filter"},
                                               {limited, "limit"}}) {
    CAPTURE(one.code);
    Place place;
    const FakeProvider server({{one.rule}});
    point_at(place, server);
    const Ran ran = run(place, {"say", "hello", "--model", "openai:any", "--json"});
    CAPTURE(ran.err);
    CHECK(ran.status == 1);
    CHECK(tells_an_error(ran));
    CHECK(ran.err.contains(one.code));
    const Ran words = run(place, {"say", "hello again", "--model", "openai:any"});
    CHECK(words.status == 1);
    CHECK(words.err.starts_with("folkmoot: "));
  }
}

}  // namespace
}  // namespace fm::e2e
