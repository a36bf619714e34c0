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
#include "team/conversation/agreement.h"
#include "team/conversation/question_round.h"
#include "team/conversation/routing_rules.h"
#include "team/documents/document_reading.h"
#include "team/vote/vote.h"
#include "test/support/conversation_testing.h"
#include "test/support/council_testing.h"

namespace fm {
namespace {

const Rehearsal& rehearsal() {
  static const Rehearsal played = packaged_rehearsal("conversation");
  return played;
}

const std::vector<std::string>& tasks() {
  static const std::vector<std::string> kTasks = {
      "reply",   "ask",     "explain",    "discuss",      "propose", "challenge", "meet_objections",
      "vote",    "debate",  "synthesise", "answer_brief", "route",   "findings",  "recommend",
      "options", "do_task", "adjust",     "work",         "redo",    "check",     "review",
      "status",  "summary"};
  return kTasks;
}

// A conversation in its middle: something of everything that a turn can be told.
TestConversation in_the_middle(const std::string& topic) {
  TestConversation conversation{rehearsal(), topic};
  conversation.answer("leader", "Whose day should be different?", "scope",
                      "Mostly Anna's and mine");
  conversation.answer("coder", "What may it cost?", "constraint", "300 euros");
  conversation.questions.push_back(JsonObject{
      {"agent", "creative"}, {"text", "Loud or quiet?"}, {"type", "preference"}, {"iteration", 1}});
  conversation.more = {
      {"wishes", {"less colour, please"}},
      {"proposal", "I propose to begin with one page."},
      {"objections", {JsonObject{{"agent", "adversary"}, {"text", "Nobody is named."}}}},
      {"met", false},
      {"question", "Loud or quiet?"},
      {"reason", "the person asked"},
      {"change", "make it shorter"},
      {"job", "Find three cases and write them down."},
      {"of", "researcher"},
      {"state", "- researcher: done\n- coder: works on it"},
      {"agents", {"leader", "researcher", "creative", "coder", "ux"}},
      {"worked", {JsonObject{{"agent", "coder"}, {"task", "A first page"}}}}};
  return conversation;
}

std::vector<std::string> genuine(const std::string& text) {
  std::vector<std::string> found;
  for (const FoundQuestion& question : find_questions(council_vocabulary(), text))
    if (question.genuine) found.push_back(question.text);
  return found;
}

bool is_clean(const std::string& text) {
  return !trim(text).empty() && !text.contains("{{") && !text.contains("}}") &&
         !text.contains("\n\n\n") && !text.contains("  .") && !text.contains(" ,");
}

TEST_CASE("P-34 the rehearsed conversation has words for every task, topic and agent") {
  for (const std::string& topic : conversation_topics()) {
    const TestConversation middle = in_the_middle(topic);
    const TestConversation beginning{rehearsal(), topic};
    for (const std::string& agent : conversation_team())
      for (const std::string& task : tasks()) {
        CAPTURE(topic);
        CAPTURE(agent);
        CAPTURE(task);
        for (const TestConversation* conversation : {&beginning, &middle}) {
          const std::string text = conversation->say(agent, task);
          CHECK_MESSAGE(is_clean(text), text);
          CHECK(text == conversation->say(agent, task));
        }
      }
  }
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
      CHECK_MESSAGE(dropped.reason == DropReason::kTeamCap, dropped.agent, ": ", dropped.text, " (",
                    to_string(dropped.reason), ")");
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
      CAPTURE(topic);
      CHECK_MESSAGE(genuine(text).empty(), agent, ": ", join(genuine(text), " | "));
      CHECK_MESSAGE(has_substance(council_vocabulary(), text), agent, ": ", text);
      CHECK_MESSAGE(said.insert(text).second, text);
    }
  }
}

TEST_CASE("P-34 where nothing is to be asked, the rehearsal asks nothing") {
  for (const std::string& topic : conversation_topics()) {
    if (topic == "???") continue;  // it stands in the text as it is
    const TestConversation conversation = in_the_middle(topic);
    for (const std::string& agent : {"leader", "adversary", "coder", "creative"})
      for (const std::string& task :
           {"discuss", "propose", "challenge", "meet_objections", "vote"}) {
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
    CHECK_MESSAGE(options.size() >= 3, text);
    CHECK(options.size() <= 5);
    CHECK(std::set(options.begin(), options.end()).size() == options.size());
  }
}

TEST_CASE("P-34 a rehearsed brief holds what the person said, where it belongs") {
  const Roster roster = steps_roster(council(), council_profiles());
  for (const std::string& topic : conversation_topics()) {
    CAPTURE(topic);
    const std::string text = in_the_middle(topic).say("leader", "synthesise");
    const auto read = read_brief(text, roster);
    REQUIRE_MESSAGE(read.has_value(), text);
    const Brief& brief = read->brief;
    CHECK(read->warnings.empty());
    CHECK(std::ranges::find(brief.constraints, BriefConstraint{"budget", "300 euros."}) !=
          brief.constraints.end());
    CHECK(std::ranges::find(brief.included,
                            "Whose day should be different? Mostly Anna's and mine.") !=
          brief.included.end());
    CHECK(std::ranges::find(brief.unknowns, "Loud or quiet?") != brief.unknowns.end());
    CHECK(text.contains("less colour, please"));
    CHECK(brief.next_steps.size() == 3);
    CHECK(brief.excluded.size() >= 2);
  }
}

TEST_CASE("P-34 rehearsed votes can be read, and the adversary objects while it is not answered") {
  for (const std::string& topic : conversation_topics()) {
    TestConversation conversation = in_the_middle(topic);
    for (const std::string& agent : conversation_team()) {
      const std::string text = conversation.say(agent, "vote");
      const auto vote = read_vote(text, &council_vocabulary());
      REQUIRE_MESSAGE(vote.has_value(), text);
      CHECK_MESSAGE(!vote->why.empty(), text);
      CHECK((vote->stance == Stance::kObject) == (agent == "adversary"));
    }
    conversation.more["met"] = true;
    const auto settled = read_vote(conversation.say("adversary", "vote"), &council_vocabulary());
    REQUIRE(settled.has_value());
    CHECK(settled->stance == Stance::kAgreeWithConditions);
  }
}

TEST_CASE("P-34 rehearsed checks, debates, reviews and routes are read") {
  const Roster roster = routing_roster(council(), council_profiles());
  for (const std::string& topic : conversation_topics()) {
    const TestConversation conversation = in_the_middle(topic);
    const Json check = check_value(conversation.say("ux", "check"));
    CHECK(bool_at(check, "passed"));
    const Json debate = debate_value(conversation.say("leader", "debate"));
    CHECK(text_at(debate, "fault").empty());
    CHECK(debate_summary(debate, topic).decided.size() == 3);
    const Json review = review_value(conversation.say("leader", "review"));
    CHECK(text_at(review, "fault").empty());
    CHECK(review_summary(review).accomplishments ==
          std::vector<std::string>{"coder: A first page"});
    CHECK(read_routing(conversation.say("orchestrator", "route"), roster).has_value());
  }
}

TEST_CASE("P-34 no two rehearsed agents say the same sentence about one topic") {
  for (const std::string& topic : conversation_topics())
    for (const std::string& task : {"ask", "discuss", "vote"}) {
      const TestConversation conversation = in_the_middle(topic);
      std::map<std::string, std::string> said;
      for (const std::string& agent : {"leader", "director", "researcher", "adversary", "architect",
                                       "creative", "coder", "ux"}) {
        const std::string text = conversation.say(agent, task);
        const auto [known, is_new] = said.emplace(text.substr(text.find('\n') + 1), agent);
        CHECK_MESSAGE(is_new, topic, " / ", task, ": ", agent, " and ", known->second, ": ", text);
      }
    }
}

TEST_CASE("P-34 rehearsed findings are read in all their parts, and are never sure of themselves") {
  for (const std::string& topic : conversation_topics()) {
    const std::string text = in_the_middle(topic).say("researcher", "findings");
    const FindingsDocument findings = findings_document(findings_value(text), topic);
    CAPTURE(text);
    CHECK(!findings.summary.empty());
    CHECK(!findings.recommendation.empty());
    CHECK(findings.alternatives.size() >= 2);
    CHECK(findings.groups.size() == 3);
    CHECK(findings.certainty == Certainty::kLow);
    CHECK(findings.certainty_why.contains("rehearsal"));
  }
}

TEST_CASE("P-34 on a bad day a limit, a cut-off brief, silence and a failed check are played") {
  const Rehearsal troubled = packaged_rehearsal("conversation-troubled");
  TestConversation conversation = in_the_middle("Build a website for my bakery");
  const auto turn = [&](const std::string& agent, const std::string& task) {
    return troubled.turn({agent, task, 0, conversation.facts(agent)});
  };
  CHECK(turn("creative", "ask").behaviour.failure->kind == ModelErrorKind::kRateLimit);
  CHECK(turn("adversary", "challenge").behaviour.failure->kind == ModelErrorKind::kServer);
  CHECK(turn("researcher", "ask").behaviour.cut_after.has_value());
  CHECK(turn("researcher", "work").text.empty());

  const Roster roster = steps_roster(council(), council_profiles());
  CHECK_FALSE(read_brief(turn("leader", "synthesise").text, roster).has_value());
  conversation.more["task_before"] = JsonObject{{"task", "synthesise"}, {"round", 0}};
  CHECK(read_brief(turn("leader", "repair").text, roster).has_value());
  conversation.more["task_before"] = JsonObject{{"task", "work"}, {"round", 0}};
  CHECK_FALSE(turn("researcher", "empty_reply").text.empty());

  CHECK_FALSE(bool_at(check_value(turn("ux", "check").text), "passed", true));
  conversation.more["worked"] =
      JsonArray{JsonObject{{"agent", "researcher"}, {"task", "x"}, {"times", 2}}};
  CHECK(bool_at(check_value(turn("ux", "check").text), "passed"));
}

}  // namespace
}  // namespace fm
