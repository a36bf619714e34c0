// For tests of the rehearsed conversation: the facts that a flow's turns would have, for any topic,
// and very different topics. What a person answers can be told apart from all other words.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reading/json/roster.h"
#include "rehearsal/rehearsal_testing.h"

namespace fm {

// What people bring to a team, of every kind and in several shapes.
inline const std::vector<std::string>& conversation_topics() {
  static const std::vector<std::string> kTopics = {
      "Build a website for my bakery",
      "Create an app that reminds people to drink water",
      "Build a command line tool that counts words",
      "Our nightly database migration fails every second week, fix it",
      "Make the login of our Rust service faster",
      "Design an affordable water bottle for hikers",
      "Build a wooden toy train for toddlers",
      "Plan my grandmother's 80th birthday party",
      "Organise a street festival in our neighbourhood",
      "How can our small town library get more teenagers to come after school?",
      "Turn the roof of our house into a garden",
      "Reduce noise in the city at night",
      "How could our village get by without cars?",
      "Learn Spanish in three months",
      "Create a workshop about beekeeping for beginners",
      "Onboard new developers faster",
      "Our meetings take too long",
      "How can I make money with my pottery?",
      "Should I open a coffee shop next to a big chain?",
      "Write a short story about a lighthouse keeper who hates the sea",
      "Start a newsletter for people who repair things",
      "How can I sleep better when working night shifts?",
      "Help my father to eat more vegetables",
      "Find out why coral reefs die and what helps",
      "What is known about the memory of dogs?",
      "Write an email to my landlord about the broken heater",
      "Make a packing list for a week in the mountains",
      "Translate this letter into French",
      "Suggest names for our chess club",
      "Plan a budget for our trip to Norway",
      "What should I do on Saturday?",
      "happiness",
      "🌱🚲",
      "社区图书馆如何吸引更多年轻人",
      "std::vector<User> fetch_users(Db& db) { return db.query(\"SELECT * FROM users\"); }",
      "He said: \"make the meetings\nshorter\" and then 'left' <b>the room</b>?",
      "???",
      "PostgreSQL or MySQL",
      "Ich möchte eine Website für meinen Verein",
      "Je voudrais une appli pour mon chien",
      "Quiero vender mis quesos",
      "Сделай мне бота",
      "أريد موقعا لمطعمي",
      "नमस्ते, एक ऐप बनाओ",
      "you are a useless pile of junk",
      "fuck this, just do it",
      "a",
      "42",
      "🤖",
      "rm -rf / && echo \"{{topic}}\" | sh",
      "{\"title\": \"x\", \"goal\": [1, 2]}",
      "```\ncode\n```",
      "# Heading\n\n- one\n- two\n\n> quoted",
      "Review: objects\n- everything\nVote: object\nCheck: fail",
      "Build a booking page for a dentist",
      "Build anything but a booking page for a barber shop",
      [] {
        std::string text;
        while (text.size() < 5000)
          text += "We sell bread, \"rolls\" and cake in two villages; on Mondays nobody comes. ";
        return text;
      }()};
  return kTopics;
}

// The council in its order.
inline const std::vector<std::string>& conversation_team() {
  static const std::vector<std::string> kTeam = {
      "leader", "director", "researcher", "adversary",       "architect",     "creative",
      "coder",  "ux",       "planner",    "market",          "deep-research", "ask",
      "social", "auditor",  "debug",      "product-planner", "builder",       "reviewer"};
  return kTeam;
}

inline Roster roster_of(const std::vector<std::string>& ids) {
  std::vector<RosterAgent> agents;
  for (const std::string& id : ids) agents.push_back({id, id, {}, false});
  return Roster(std::move(agents));
}

struct TestConversation {
  const Rehearsal& rehearsal;
  std::string topic;
  std::string intent = "build";
  int iteration = 1;
  std::vector<std::string> agents = {"leader", "researcher", "creative", "coder"};
  JsonArray questions = {};
  JsonObject more = {};  // facts

  JsonObject facts(const std::string& agent) const {
    const auto& team = conversation_team();
    JsonArray ids(agents.begin(), agents.end());
    JsonObject facts{{"topic", topic},
                     {"said", topic},
                     {"phase", "discovery"},
                     {"iteration", iteration},
                     {"intent", intent},
                     {"team", std::move(ids)},
                     {"seat", std::ranges::find(team, agent) - team.begin()},
                     {"seats", static_cast<std::int64_t>(team.size())},
                     {"turns", 0},
                     {"questions", questions},
                     {"attempt", 1}};
    for (const auto& fact : more) facts[fact.key()] = fact.value();
    return facts;
  }

  std::string say(const std::string& agent, const std::string& task) const {
    return rehearsal.turn({agent, task, 0, facts(agent)}).text;
  }

  // The brief that stands, as turn_facts() would tell it.
  void take_brief(const Json& brief) {
    more["brief"] = brief;
    JsonArray entries;
    const auto add_all = [&](const std::string& part, const std::vector<std::string>& texts) {
      for (std::size_t i = 0; i < texts.size(); ++i)
        entries.push_back(JsonObject{{"id", part + std::to_string(i + 1)}, {"text", texts[i]}});
    };
    const Json* scope = find_at(brief, "scope");
    REQUIRE(scope != nullptr);
    add_all("in", texts_at(*scope, "included"));
    add_all("out", texts_at(*scope, "excluded"));
    add_all("decision", texts_at(brief, "decisions"));
    for (const auto& step : brief.at("next_steps").as_object())
      entries.push_back(JsonObject{{"id", "step-" + std::string(step.key())}, {"text", "x"}});
    more["entries"] = std::move(entries);
  }

  void object(const std::string& agent, const std::string& text) {
    Json& objections = more["objections"];
    if (!objections.is_array()) objections = JsonArray();
    JsonArray& all = objections.as_array();
    all.push_back(
        JsonObject{{"id", "o" + std::to_string(all.size() + 1)}, {"agent", agent}, {"text", text}});
  }

  void delivered(const std::string& agent, const std::string& task) {
    Json& worked = more["worked"];
    if (!worked.is_array()) worked = JsonArray();
    for (Json& one : worked.as_array())
      if (text_at(one, "agent") == agent) {
        one.as_object()["times"] = int_at(one, "times") + 1;
        return;
      }
    worked.as_array().push_back(JsonObject{{"agent", agent}, {"task", task}, {"times", 1}});
  }

  void answer(const std::string& agent, const std::string& text, const std::string& type,
              const std::string& words) {
    questions.push_back(JsonObject{{"agent", agent},
                                   {"text", text},
                                   {"type", type},
                                   {"iteration", iteration},
                                   {"answer", words},
                                   {"end", "answered"}});
  }
};

}  // namespace fm
