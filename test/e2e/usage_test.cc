// Mistakes in what was typed, and the help.
#include <doctest/doctest.h>

#include "cli/args/args.h"
#include "cli/args/args_testing.h"
#include "test/e2e/told.h"

namespace fm::e2e {
namespace {

struct Mistake {
  Words words;
  const char* told;
  int status = 2;
};

TEST_CASE("E-8 P-82 each mistake has status 2, what was wrong, and what to type") {
  const Place place;
  const std::string topic = "a topic";
  const std::vector<Mistake> mistakes{
      {{"ideate", topic, "--preset", "nope"}, "no preset"},
      {{"ideate", topic, "--team", "nope"}, "no team"},
      {{"ideate", topic, "--model", "nope:x"}, "no model provider"},
      {{"ideate", topic, "--model", "gpt-5"}, "gpt-5"},
      {{"ideate", topic, "--model", "openai:"}, "no model's name"},
      {{"ideate", topic, "--model", "rehearsal:nope"}, "no screenplay"},
      {{"ideate", topic, "--rounds", "0"}, "--rounds"},
      {{"ideate", topic, "--rounds", "11"}, "--rounds"},
      {{"ideate", topic, "--rounds", "two"}, "--rounds"},
      {{"ideate", topic, "--rounds", "1e1"}, "--rounds"},
      {{"ideate", topic, "--rounds", "99999999999999999999"}, "--rounds"},
      {{"ideate", topic, "--rounds"}, "--rounds"},
      {{"ideate", topic, "--min-ideas", "-1"}, "--min-ideas"},
      {{"ideate", topic, "--min-ideas", "21"}, "--min-ideas"},
      {{"ideate", topic, "--min-score", "10.01"}, "--min-score"},
      {{"ideate", topic, "--min-score", "7.555"}, "--min-score"},
      {{"ideate", topic, "--min-score", "nan"}, "--min-score"},
      {{"ideate", topic, "--deep-dive", "--no-deep-dive"}, "opposite"},
      {{"ideate", topic, "--ideas", "x.txt"}, ".txt"},
      {{"ideate", topic, "--presett", "full"}, "--preset?"},
      {{"ideate", topic, "--json=nope"}, "usage_invalid"},
      {{"ideate", "two", "words"}, "quotes"},
      {{"ideat", topic}, "folkmoot ideate?"},
      {{"frobnicate"}, "--help"},
      {{"--frobnicate"}, "--frobnicate"},
      {{"room", "lst"}, "folkmoot room list?"},
      {{"room", "export"}, "needs a room"},
      {{"room", "list", "extra"}, "extra"},
      {{"room", "bind"}, "needs a room"},
      {{"room", "unbind", "general"}, "needs a channel"},
      {{"session", "migrate"}, "needs keys"},
      {{"say", "hi", "--channel", "nonsense"}, "is no channel"},
      {{"agents", "show"}, "needs a name"},
      {{"agents", "show", "nobody"}, "nobody"},
      {{"teams", "show", "nobody"}, "nobody"},
      {{"help", "nothing"}, "nothing"},
      {{"version", "x"}, "x"},
      {{"resume", "a", "b"}, "\"b\""}};
  for (const Mistake& mistake : mistakes) {
    CAPTURE(mistake.words);
    const Ran ran = run(place, mistake.words);
    CHECK(ran.out.empty());
    if (ran.err.starts_with("{")) {
      check_told_json(ran, mistake.status, mistake.told);
      continue;
    }
    check_told(ran, mistake.status, mistake.told);
    Words json = mistake.words;
    json.insert(json.begin(), "--json");
    const Ran again = run(place, json);
    CHECK(again.status == mistake.status);
    CHECK(lines_of(again.err).size() == 1);
    CHECK(parse_json(again.err.substr(0, again.err.find('\n'))).has_value());
  }
  CHECK(run(place, {"room", "list", "--json"}).out.empty());  // nothing was begun
}

TEST_CASE("P-82 absurdly long arguments are cut in the message") {
  const Place place;
  const std::string absurd(100'000, 'z');
  for (const Words& words :
       {Words{absurd}, Words{"ideate", "x", "--" + absurd}, Words{"ideate", "x", "--team", absurd},
        Words{"resume", absurd}, Words{"ideate", "x", "--out", "/" + absurd}}) {
    const Ran ran = run(place, words);
    CHECK((ran.status == 2 || ran.status == 1));
    CHECK(ran.err.size() < 2'000);
    CHECK(ran.err.starts_with("folkmoot: "));
  }
}

TEST_CASE("P-80 every command has a help page with an example that fits the screen") {
  const Place place;
  Words commands = cli::command_names();
  for (const char* group : {"", "room", "agents", "teams", "store", "config"})
    commands.emplace_back(group);
  CHECK(commands.size() >= 20);
  for (const std::string& command : commands) {
    CAPTURE(command);
    Words words;
    for (std::size_t at = 0; at < command.size();) {
      const std::size_t end = std::min(command.find(' ', at), command.size());
      words.push_back(command.substr(at, end - at));
      at = end + 1;
    }
    words.emplace_back("--help");
    const Ran ran = run(place, words);
    CHECK(ran.status == 0);
    CHECK(ran.err.empty());
    CHECK(ran.out.contains("Usage: folkmoot"));
    CHECK(ran.out.contains("Example"));
    for (const std::string& line : ran.lines()) CHECK_MESSAGE(line.size() <= 80, line);
    for (const std::string& option : cli::option_names(command))
      if (option != "--help" && option != "--version")
        CHECK_MESSAGE(ran.out.contains(option), option);
  }
  CHECK(!fs::exists(place.store()));  // help makes nothing
}

TEST_CASE("P-80 a help page's examples can be typed as they stand") {
  const Place place;
  const Ran help = run(place, {"help", "ideate"});
  int typed = 0;
  for (const std::string& line : help.lines()) {
    if (!line.starts_with("  folkmoot ideate \"") || line.contains('|')) continue;
    const Ran ran =
        run(place, {},
            {.before = {"sh", "-c", "p=$0; folkmoot() { \"$p\" \"$@\"; }; " + line + " --quiet"}});
    CHECK_MESSAGE(ran.status == 0, line, ran.err);
    ++typed;
  }
  CHECK(typed >= 3);
}

}  // namespace
}  // namespace fm::e2e
