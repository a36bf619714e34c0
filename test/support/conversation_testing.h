// For tests of the rehearsed conversation: the facts that a flow's turns would have, for any topic,
// and very different topics. What a person answers can be told apart from all other words.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rehearsal/rehearsal_testing.h"

namespace fm {

// What people bring to a team, of every kind and in several shapes.
inline const std::vector<std::string>& conversation_topics() {
  static const std::vector<std::string> kTopics = {
      "Build a website for my bakery",
      "Create an app that reminds people to drink water",
      "Build a command line tool that renames photos by date",
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
      "???"};
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
