// Settings of a person and a folder: what is misspelt is named with what was meant, and a folder
// may spend less than its person allows, never more.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

#include "test/e2e/model_server.h"

namespace fm::e2e {
namespace {

struct Misspelt {
  const char* file;  // below the folder, or the home where it begins with ~
  const char* text;
  const char* named;  // the wrong key
  const char* meant;  // the nearest known one
  const char* check;  // what finds it
};

void write_at(const Place& place, std::string_view file, std::string_view text) {
  const fs::path path = file.starts_with("~/") ? place.home / std::string(file.substr(2))
                                               : place.folder / std::string(file);
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

TEST_CASE("P-82 an unknown key of any file that people write is named with the nearest one") {
  const std::vector<Misspelt> files{
      {".folkmoot/config.yaml", "modell: rehearsal\n", "modell", "model", "config show"},
      {".folkmoot/config.yaml", "counsil: council\n", "counsil", "council", "config show"},
      {".folkmoot/config.yaml", "budget: {room: {usd: 1}}\n", "budget", "budgets", "config show"},
      {".folkmoot/config.yaml", "budgets: {rooms: {usd: 1}}\n", "rooms", "room", "config show"},
      {".folkmoot/config.yaml", "budgets: {room: {used: 1}}\n", "used", "usd", "config show"},
      {".folkmoot/config.yaml", "Preset: full\n", "Preset", "preset", "config show"},
      {"~/.config/folkmoot/config.yaml", "modle: rehearsal\n", "modle", "model", "config show"},
      {"~/.config/folkmoot/config.yaml", "provider: {}\n", "provider", "providers", "config show"},
      {"~/.config/folkmoot/config.yaml", "providers: {work: {base_ur: 'http://x/v1'}}\n", "base_ur",
       "base_url", "config show"},
      {"~/.config/folkmoot/config.yaml", "providers: {work: {limits: {concurent: 1}}}\n",
       "concurent", "concurrent", "config show"},
      {"~/.config/folkmoot/config.yaml", "providers: {work: {timeouts: {totl: 1}}}\n", "totl",
       "total", "config show"},
      {"~/.config/folkmoot/config.yaml", "prices: {'openai:x': {imput: 1, output: 2}}\n", "imput",
       "input", "config show"},
      {"~/.config/folkmoot/config.yaml", "budgets: {day: {token: 1}}\n", "token", "tokens",
       "config show"},
      {".folkmoot/teams/street.yaml",
       "description: x\nagents: [leader]\nleader: leader\nleeder: leader\n", "leeder", "leader",
       "teams check"},
      {".folkmoot/teams/street.yaml",
       "description: x\nagents: [leader]\nleader: leader\nbudgets: {tokns: 1}\n", "tokns", "tokens",
       "teams check"},
      {".folkmoot/teams/street.yaml",
       "description: x\nagents: [leader]\nleader: leader\npresets: {quick: {rounds: 1}}\n",
       "rounds", "max_rounds", "teams check"},
      {".folkmoot/teams/street.yaml",
       "description: x\nagents: [leader]\nleader: leader\ndefaults: {modles: ['openai:x']}\n",
       "modles", "models", "teams check"},
      {".folkmoot/agents/treasurer.md",
       "---\nname: treasurer\ndescription: x\ntemprature: 0.5\n---\nBe strict.\n", "temprature",
       "temperature", "agents check"},
      {".folkmoot/agents/treasurer.md",
       "---\nname: treasurer\ndescription: x\nactions_alowed: [read_file]\n---\nBe strict.\n",
       "actions_alowed", "actions_allowed", "agents check"},
      {".folkmoot/language/en.yaml", "wordz: {}\n", "wordz", "words", "agents check"},
      {".folkmoot/prompts/ideation.yaml", "taks: {}\n", "taks", "tasks", "agents check"},
      {".folkmoot/screenplays/mine.yaml", "abuot: x\n", "abuot", "about", "agents check"}};
  for (const Misspelt& one : files) {
    CAPTURE(one.file);
    CAPTURE(one.text);
    const Place place;
    write_at(place, one.file, one.text);
    const Ran ran = run(place, words_of(one.check));
    const std::string all = in_one_line(ran.out + ran.err);
    CAPTURE(all);
    CHECK(all.contains(fs::path(one.file).filename().string() + ":"));
    CHECK(all.contains(std::string("`") + one.named + "`"));
    CHECK(all.contains(std::string("`") + one.meant + "`"));
    const std::string key = one.named;
    const bool of_agent = std::string(one.file).contains("agents/");
    if (!of_agent) CHECK(ran.status == 1);
  }
}

TEST_CASE("P-82 what is the person's alone is refused in a folder's file, with where it belongs") {
  for (const char* text :
       {"providers: {work: {base_url: 'https://evil.example/v1'}}\n", "me: mallory\n",
        "store: /tmp/elsewhere\n", "prices: {}\n", "proxy: http://127.0.0.1:1\n",
        "ca_file: /tmp/ca.pem\n", "context_tokens: {}\n", "rehearsal_words_per_second: 1\n"}) {
    CAPTURE(text);
    const Place place;
    place.write(".folkmoot/config.yaml", text);
    const Ran ran = run(place, {"say", "hello"});
    check_told(ran, 1, "config.yaml");
    CHECK(in_one_line(ran.err).contains(".config/folkmoot/config.yaml"));
  }
}

TEST_CASE("P-52 agents check refuses a name that is none, and a role that is misspelt") {
  struct Card {
    const char* front;
    const char* named;
  };
  for (const Card& card : std::vector<Card>{{"name: Bad Name!", "Bad Name!"},
                                            {"name: UPPER", "UPPER"},
                                            {"name: two words", "two words"},
                                            {"name: naïve", "naïve"},
                                            {"name: under_score", "under_score"},
                                            {"name: ../etc", "../etc"},
                                            {"name: [a, b]", "name"},
                                            {"role: moderater", "moderator"},
                                            {"role: leadr", "leader"},
                                            {"role: Implementer", "implementer"},
                                            {"role: resercher", "researcher"},
                                            {"role: adversery", "adversary"}}) {
    CAPTURE(card.front);
    const Place place;
    place.write(".folkmoot/agents/one.md",
                std::string("---\n") + card.front + "\ndescription: x\n---\nBe strict.\n");
    const Ran ran = run(place, {"agents", "check"});
    CHECK(ran.status == 1);
    CHECK(in_one_line(ran.out).contains("agents/one.md:"));
    CHECK(in_one_line(ran.out).contains(card.named));
  }
  // What nobody has to know is no mistake, and Claude Code's agents load as they are.
  for (const char* role : {"treasurer", "poet", "leader", "moderator"}) {
    const Place place;
    place.write(".folkmoot/agents/one.md", std::string("---\nname: one\nrole: ") + role +
                                               "\ndescription: x\n---\nBe strict.\n");
    CHECK(run(place, {"agents", "check"}).status == 0);
  }
  const Place place;
  place.write(".claude/agents/Code Reviewer.md",
              "---\nname: Code Reviewer\ndescription: x\n---\nBe strict.\n");
  place.write(".claude/agents/plain.md", "---\nname: plain\ndescription: x\n---\nBe strict.\n");
  const Ran ran = run(place, {"agents", "list"});
  CHECK(ran.out.contains("plain"));
}

TEST_CASE("P-31 a folder's budgets lower what its person allows, and never raise it") {
  struct Case {
    const char* person;
    const char* folder;
    const char* scope;
    const char* shown;  // by config show
  };
  for (const Case& one : std::vector<Case>{
           {"", "budgets: {room: {turns: 3}}\n", "room", "3 turns"},
           {"budgets: {room: {turns: 5}}\n", "budgets: {room: {turns: 3}}\n", "room", "3 turns"},
           {"budgets: {room: {turns: 3}}\n", "budgets: {room: {turns: 50}}\n", "room", "3 turns"},
           {"budgets: {day: {usd: 2}}\n", "budgets: {day: {usd: 100}}\n", "day", "$2.00"},
           {"", "budgets: {day: {usd: 100}}\n", "day", "$10.00"},
           {"", "budgets: {day: {usd: 0.5}}\n", "day", "$0.50"},
           {"budgets: {project: {tokens: 900}}\n", "budgets: {project: {usd: 1}}\n", "project",
            "900 tokens"}}) {
    CAPTURE(one.person);
    CAPTURE(one.folder);
    const Place place;
    write_at(place, "~/.config/folkmoot/config.yaml", one.person);
    place.write(".folkmoot/config.yaml", one.folder);
    const Ran ran = run(place, {"config", "show"});
    CHECK_MESSAGE(ran.status == 0, ran.err);
    CHECK_MESSAGE(in_one_line(ran.out).contains(one.shown), ran.out);
  }
  // It holds: a talk stops to ask.
  const Place place;
  place.write(".folkmoot/config.yaml", "budgets: {room: {turns: 2}}\n");
  const Ran ran = run(place, {"ideate", "a quiz"});
  CHECK(ran.status == 3);
  CHECK(in_one_line(ran.out + ran.err).contains("turns"));
}

}  // namespace
}  // namespace fm::e2e
