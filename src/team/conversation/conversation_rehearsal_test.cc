// The rehearsed conversation: every task on every topic, read by what reads real answers.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "people/questions/questions.h"
#include "people/questions/same_question.h"
#include "reading/blocks/routing.h"
#include "reading/brief/brief.h"
#include "rehearsal/conversation_testing.h"
#include "team/conversation/agreement.h"
#include "team/conversation/question_round.h"
#include "team/conversation/routing_rules.h"
#include "team/documents/document_reading.h"
#include "team/vote/vote.h"
#include "test/support/council_testing.h"

namespace fm {
namespace {

const Rehearsal& rehearsal() {
  static const Rehearsal played = packaged_rehearsal("conversation");
  return played;
}

// A conversation in its middle: something of everything that a turn can be told.
TestConversation in_the_middle(const std::string& topic) {
  TestConversation conversation{rehearsal(), topic};
  conversation.answer("leader", "For whom is it?", "scope", "Mostly Anna's and mine");
  conversation.answer("coder", "What may it cost?", "constraint", "300 euros");
  conversation.questions.push_back(JsonObject{
      {"agent", "creative"}, {"text", "Loud or quiet?"}, {"type", "preference"}, {"iteration", 1}});
  conversation.object("adversary", "Nobody is named.");
  conversation.delivered("coder", "A first page");
  for (const auto& fact : JsonObject{{"wishes", {"less colour, please"}},
                                     {"question", "Loud or quiet?"},
                                     {"reason", "the person asked"},
                                     {"change", "make it shorter"},
                                     {"job", "Find three cases and write them down."},
                                     {"state", "- researcher: done\n- coder: works on it"},
                                     {"agents", {"leader", "researcher", "creative", "coder"}}})
    conversation.more[fact.key()] = fact.value();
  return conversation;
}

std::vector<std::string> genuine(const std::string& text) {
  std::vector<std::string> found;
  for (const FoundQuestion& question : find_questions(council_vocabulary(), text))
    if (question.genuine) found.push_back(question.text);
  return found;
}

TEST_CASE("P-34 rehearsed agents ask one genuine question each, and none asks what another asks") {
  for (const std::string& topic : conversation_topics()) {
    CAPTURE(topic);
    TestConversation conversation{rehearsal(), topic};
    conversation.agents = conversation_team();
    QuestionRoundState state;
    state.agents = {"leader",    "director", "researcher", "adversary",
                    "architect", "creative", "coder",      "ux"};
    std::vector<AgentWords> answers;
    for (const std::string& agent : conversation_team()) {
      const std::string text = conversation.say(agent, "ask");
      CHECK_MESSAGE(genuine(text).size() == 1, agent, ": ", text);
      if (std::ranges::find(state.agents, agent) != state.agents.end())
        answers.push_back({agent, text});
    }
    // All eight of the council at once, but for the cap of the team.
    const std::vector<std::string> known = {topic};
    const QuestionRoundReading reading =
        read_question_round(council_vocabulary(), state, answers, known);
    for (const DroppedQuestion& dropped : reading.dropped)
      CHECK_MESSAGE((dropped.reason == DropReason::kTeamCap ||
                     dropped.reason == DropReason::kAnswered),  // by a number in the topic
                    dropped.agent, ": ", dropped.text, " (", to_string(dropped.reason), ")");
  }
}

TEST_CASE("P-34 once answered, rehearsed agents have nothing left to ask and say something") {
  for (const std::string& topic : conversation_topics()) {
    TestConversation conversation{rehearsal(), topic};
    std::set<std::string> said;
    for (const std::string& agent : conversation_team()) {
      const auto asked = genuine(conversation.say(agent, "ask"));
      REQUIRE(asked.size() == 1);
      conversation.answer(agent, asked.front(), "scope", "the answer to " + agent);
    }
    for (const std::string& agent : conversation_team()) {
      const std::string text = conversation.say(agent, "ask");
      CHECK_MESSAGE(genuine(text).empty(), agent, ": ", join(genuine(text), " | "));
      CHECK_MESSAGE(has_substance(council_vocabulary(), text), agent, ": ", text);
      CHECK_MESSAGE(said.insert(text).second, text);
    }
  }
}

TEST_CASE("P-34 where nothing is to be asked, the rehearsal asks nothing") {
  for (const std::string& topic : conversation_topics()) {
    if (topic.contains('?')) continue;  // it stands in the text as it is
    const TestConversation conversation = in_the_middle(topic);
    for (const std::string& agent : {"leader", "adversary", "coder", "creative"})
      for (const std::string& task : {"discuss", "review_draft", "vote"}) {
        const std::string text = conversation.say(agent, task);
        CHECK_MESSAGE(genuine(text).empty(), topic, " / ", agent, " / ", task, ": ",
                      join(genuine(text), " | "));
      }
  }
}

TEST_CASE("P-34 rehearsed options can be offered and chosen") {
  for (const std::string& topic : conversation_topics()) {
    const std::string text = in_the_middle(topic).say("leader", "options");
    const auto options = offered_options(text);
    CHECK_MESSAGE(options.size() == 3, text);
    CHECK(std::set(options.begin(), options.end()).size() == options.size());
  }
}

TEST_CASE("P-34 rehearsed votes can be read") {
  for (const std::string& topic : conversation_topics()) {
    const TestConversation conversation = in_the_middle(topic);
    for (const std::string& agent : conversation_team()) {
      const std::string text = conversation.say(agent, "vote");
      const auto vote = read_vote(text);
      REQUIRE_MESSAGE(vote.has_value(), text);
      CHECK_MESSAGE(!vote->why.empty(), text);
      CHECK(vote->stance == (agent == "adversary" ? Stance::kAgreeWithConditions : Stance::kAgree));
    }
  }
}

TEST_CASE("P-34 rehearsed debates and routes are read") {
  const Roster roster = routing_roster(council(), council_profiles());
  for (const std::string& topic : conversation_topics()) {
    TestConversation conversation = in_the_middle(topic);
    const Json debate = debate_value(conversation.say("leader", "debate"));
    CHECK(text_at(debate, "fault").empty());
    CHECK(debate_summary(debate, topic).decided.size() == 3);
    const auto first = read_routing(conversation.say("orchestrator", "route"), roster);
    REQUIRE(first.has_value());
    CHECK(roster.agents()[first->agent].id == "leader");
    conversation.more["spoken"] = JsonArray{"leader", "coder"};
    CHECK(conversation.say("orchestrator", "route").contains("\"WAIT_FOR_USER\""));
  }
}

TEST_CASE("P-34 rehearsed findings are read in all their parts, and are never sure of themselves") {
  for (const std::string& topic : conversation_topics()) {
    const std::string text = in_the_middle(topic).say("researcher", "findings");
    const FindingsDocument findings = findings_document(findings_value(text), topic);
    CAPTURE(text);
    CHECK(!findings.summary.empty());
    CHECK(!findings.recommendation.empty());
    CHECK(findings.alternatives.size() == 2);
    CHECK(findings.groups.size() == 2);
    CHECK(findings.certainty == Certainty::kLow);
    CHECK(findings.certainty_why.contains("demo mode"));
  }
}

TEST_CASE("P-34 on a bad day a limit, a cut-off brief, silence and a failed check are played") {
  const Rehearsal troubled = packaged_rehearsal("conversation-troubled");
  TestConversation conversation = in_the_middle("Build a website for my bakery");
  const auto turn = [&](const std::string& agent, const std::string& task) {
    return troubled.turn({agent, task, 0, conversation.facts(agent)});
  };
  CHECK(turn("orchestrator", "questions").behaviour.failure->kind == ModelErrorKind::kRateLimit);
  CHECK(turn("adversary", "review_draft").behaviour.failure->kind == ModelErrorKind::kServer);
  CHECK(turn("researcher", "ask").behaviour.cut_after.has_value());
  CHECK(turn("researcher", "work").text.empty());

  const Roster roster = steps_roster(council(), council_profiles());
  CHECK_FALSE(read_brief(turn("leader", "draft").text, roster).has_value());
  conversation.more["task_before"] = JsonObject{{"task", "draft"}, {"round", 0}};
  CHECK(read_brief(turn("leader", "repair").text, roster).has_value());
  conversation.more["task_before"] = JsonObject{{"task", "work"}, {"round", 0}};
  CHECK_FALSE(turn("researcher", "empty_reply").text.empty());

  CHECK(turn("ux", "check_whole").text.starts_with("Check: fail\n- coder: "));
  conversation.delivered("coder", "A first page");
  CHECK(turn("ux", "check_whole").text.starts_with("Check: pass"));
}

}  // namespace
}  // namespace fm
