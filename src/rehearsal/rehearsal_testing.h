// For the rehearsal's tests: the packaged screenplays from the source tree, and a whole discussion
// played without a flow, as the ideation flow would ask for it.
#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "rehearsal/rehearsal.h"

namespace fm {

inline Result<ScreenplayText> packaged_screenplay(std::string_view name) {
  const char* root = std::getenv("FM_SOURCE_DIR");
  const std::string path = std::string(root != nullptr ? root : ".") +
                           "/packs/default/screenplays/" + std::string(name) + ".yaml";
  std::ifstream file(path);
  if (!file) return fail("screenplay_unknown", "There is no " + path + ".");
  std::stringstream text;
  text << file.rdbuf();
  return ScreenplayText{text.str(), std::string(name) + ".yaml"};
}

inline Screenplay screenplay_of(const ScreenplayText& text) {
  auto play = Screenplay::parse(text, packaged_screenplay);
  REQUIRE_MESSAGE(play.has_value(), play.error().message);
  return std::move(*play);
}

// A screenplay of one file, in which `yaml` stands before all of the packaged one.
inline Rehearsal rehearsal_with(const std::string& yaml, Pacing pacing = {}) {
  return Rehearsal(screenplay_of({"include: ideation\n" + yaml, "test.yaml"}), pacing);
}

inline Rehearsal packaged_rehearsal(std::string_view name = "ideation") {
  const auto text = packaged_screenplay(name);
  REQUIRE_MESSAGE(text.has_value(), text.error().message);
  return Rehearsal(screenplay_of(*text));
}

// The value in the answer's fenced block; null when there is none or it is not strict JSON.
inline Json fenced_json(std::string_view text) {
  const std::size_t open = text.find("```json\n");
  if (open == std::string_view::npos) return {};
  const std::size_t from = open + 8;
  const std::size_t to = text.find("\n```", from);
  if (to == std::string_view::npos) return {};
  return parse_json(text.substr(from, to - from)).value_or(Json());
}

struct Discussion {
  struct Said {
    Purpose purpose;
    std::string text;
  };
  const Rehearsal& rehearsal;
  std::string topic;
  int rounds = 3;
  int min_ideas = 5;
  JsonArray ideas = {};                  // as the facts hold them
  std::vector<std::string> titles = {};  // of all ideas
  std::vector<std::string> texts = {};   // title and description of every idea and revision
  std::vector<Said> said = {};

  JsonObject facts(JsonObject more = {}) const {
    JsonObject out{{"topic", topic},
                   {"max_rounds", rounds},
                   {"min_ideas", min_ideas},
                   {"team",
                    {"leader", "researcher", "ideation", "adversary", "implementer", "moderator",
                     "ui-creator"}},
                   {"ideas", ideas},
                   {"attempt", 1}};
    for (const auto& fact : more) out[fact.key()] = fact.value();
    return out;
  }

  std::string ask(const std::string& agent, const std::string& task, int round,
                  JsonObject more = {}) {
    const Purpose purpose{agent, task, round, facts(std::move(more))};
    said.push_back({purpose, rehearsal.turn(purpose).text});
    return said.back().text;
  }

  void take_ideas(const std::string& answer) {
    const Json value = fenced_json(answer);
    REQUIRE_MESSAGE(find_at(value, "ideas") != nullptr, answer);
    for (const Json& idea : value.at("ideas").as_array()) {
      const std::string title(text_at(idea, "title"));
      texts.push_back(title + ": " + std::string(text_at(idea, "description")));
      if (const auto id = text_at(idea, "id"); !id.empty()) {
        for (Json& known : ideas)
          if (text_at(known, "id") == id)
            known.as_object()["revision"] = int_at(known, "revision") + 1;
        continue;
      }
      titles.push_back(title);
      ideas.push_back(JsonObject{
          {"id", "idea-" + std::to_string(ideas.size() + 1)}, {"title", title}, {"revision", 1}});
    }
  }

  // Everything up to the report.
  void play() {
    ask("leader", "kickoff", 0);
    for (int round = 1; round <= rounds; ++round) {
      ask("researcher", "research", round);
      take_ideas(ask("ideation", round == 1 ? "ideate" : "ideate_later", round));
      ask("adversary", "critique", round);
      ask("ideation", "answer_objections", round);
      ask("adversary", "settle_objections", round);
      ask("implementer", "implement", round);
      ask("leader", round == rounds ? "synthesis_last" : "synthesis", round);
    }
    ask("moderator", "validate", 0);
    ask("leader", "select", 0);
    ask("ui-creator", "visualize", 0);
    ask("leader", "summary", 0);
  }

  const std::string& answer(std::string_view task) const {
    for (const Said& one : said)
      if (one.purpose.task == task) return one.text;
    FAIL("nobody was asked for ", std::string(task));
    return said.front().text;
  }
};

// Very different things that a person may type.
inline const std::vector<std::string>& varied_topics() {
  static const std::vector<std::string> kTopics = {
      "happiness",
      "How can our small town library get more teenagers to come after school?",
      "🌱🚲",
      "🎂",
      "社区图书馆如何吸引更多年轻人",
      "Why do cats purr?",
      "std::vector<User> fetch_users(Db& db) { return db.query(\"SELECT * FROM users\"); }",
      "A mobile app that reminds people to drink water",
      "Write a novel about a lighthouse keeper who hates the sea",
      "Reduce plastic in the oceans",
      "An affordable water bottle for hikers",
      "Learn Spanish in three months",
      "My grandmother's 80th birthday party",
      "He said: \"make the meetings\nshorter\",\nand then 'left' <b>the room</b> & ran",
      "A coffee shop that survives next to a big chain",
      "Onboarding new developers faster",
      "How can I sleep better when working night shifts?",
      "Как сделать город тише?",
      "what is it?",
      "AI",
      "???",
      [] {
        std::string text;
        while (text.size() < 2000)
          text +=
              "We run a repair café in a former fire station. Volunteers mend lamps, radios and "
              "trousers every second Saturday, but fewer and fewer young people come along. ";
        return text.substr(0, 2000);
      }()};
  return kTopics;
}

}  // namespace fm
