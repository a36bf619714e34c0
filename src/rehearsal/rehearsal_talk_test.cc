// Demo mode on any topic: every step says what it is for, and nothing of the topic is misused.
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/text.h"
#include "reading/brief/brief.h"
#include "rehearsal/conversation_testing.h"
#include "rehearsal/rehearsal_words.h"

namespace fm {
namespace {

const Rehearsal& rehearsal() {
  static const Rehearsal played = packaged_rehearsal("conversation");
  return played;
}

const std::vector<std::string>& tasks() {
  static const std::vector<std::string> kTasks = {
      "reply",       "answer",   "questions", "ask",     "explain",      "discuss",
      "draft",       "revise",   "edit",      "vote",    "debate",       "answer_brief",
      "route",       "findings", "options",   "do_task", "adjust",       "work",
      "check_whole", "redo",     "status",    "summary", "review_draft", "juggle"};
  return kTasks;
}

const std::set<std::string>& json_tasks() {
  static const std::set<std::string> kTasks = {"questions", "draft",  "revise",
                                               "edit",      "debate", "route"};
  return kTasks;
}

// A conversation in its middle, with nothing in it that could be taken for the topic's words.
TestConversation middle(const std::string& topic) {
  TestConversation conversation{rehearsal(), topic};
  conversation.answer("leader", "For whom is it?", "scope", "Anna, \"the\" baker\nand me");
  conversation.questions.push_back(JsonObject{
      {"agent", "creative"}, {"text", "Loud or quiet?"}, {"type", "preference"}, {"iteration", 1}});
  conversation.object("adversary", "Nobody can correct it.");
  conversation.object("ux", "It is \\ too small.");
  conversation.delivered("coder", "A page");
  conversation.more["agents"] = JsonArray{"leader", "researcher", "creative", "coder"};
  conversation.more["wishes"] = JsonArray{"less, please"};
  conversation.more["change"] = "make it shorter";
  conversation.more["question"] = "Loud or quiet?";
  conversation.more["job"] = "Write it down.";
  conversation.more["state"] = "- coder: works on it";
  conversation.more["fault"] = "it is too long";
  return conversation;
}

std::string without(std::string text, const std::string& part, const std::string& instead) {
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += instead.size())
    text.replace(at, part.size(), instead);
  return text;
}

// The text with every whole quotation of the topic taken out.
std::string without_topic(std::string text, const std::string& topic) {
  for (const std::size_t columns : {std::size_t{280}, std::size_t{90}}) {
    const std::string shown = shown_line(topic, columns);
    std::string inside;
    append_json_string(inside, shown);
    text = without(text, "“" + shown + "”", "“”");
    text = without(text, "“" + inside.substr(1, inside.size() - 2) + "”", "“”");
    text = without(text, "> " + shown + "\n", ">\n");
  }
  return text;
}

TEST_CASE("P-34 in demo mode a topic makes no difference but its quotation") {
  CHECK(conversation_topics().size() >= 50);
  for (const std::string& agent : {"leader", "coder", "adversary", "deep-research"})
    for (const std::string& task : tasks())
      for (const bool begins : {true, false}) {
        std::map<std::string, std::string> texts;  // without the topic: where it is said
        for (const std::string& topic : conversation_topics()) {
          const TestConversation conversation =
              begins ? TestConversation{rehearsal(), topic} : middle(topic);
          const std::string text = conversation.say(agent, task);
          texts.emplace(without_topic(text, topic), topic);
          CHECK(text == conversation.say(agent, task));
          CHECK_MESSAGE(!trim(text).empty(), task);
        }
        // Where there are several ways to say it, the topic chooses among them.
        CHECK_MESSAGE(texts.size() <= 2, agent << " / " << task << ":\n"
                                               << texts.begin()->first << "\n---\n"
                                               << texts.rbegin()->first);
        for (const auto& [text, topic] : texts) {
          CAPTURE(text);
          CHECK_FALSE(text.contains("{{"));
          CHECK_FALSE(text.contains("\n\n\n"));
          CHECK_FALSE(text.contains(" ,"));
        }
      }
}

TEST_CASE("P-34 where JSON is asked for, any words of the person's leave it strict") {
  for (const std::string& topic : conversation_topics())
    for (const std::string& task : json_tasks()) {
      CAPTURE(topic);
      CAPTURE(task);
      CHECK(fenced_json(TestConversation{rehearsal(), topic}.say("leader", task)).is_object());
      TestConversation later = middle(topic);
      later.answer("coder", topic, "constraint", topic);
      later.more["wish"] = topic;
      later.more["wishes"] = JsonArray{topic, "and \"more\""};
      const std::string text = later.say("leader", task);
      CHECK_MESSAGE(fenced_json(text).is_object(), text);
    }
}

TEST_CASE("C-31 the questions of a team in demo mode are few, one an agent, and asked once") {
  TestConversation conversation{rehearsal(), "happiness"};
  conversation.more["agents"] = JsonArray{"leader", "researcher", "creative", "coder", "own-one"};
  const Json asked = fenced_json(conversation.say("orchestrator", "questions"));
  REQUIRE(asked.at("questions").as_array().size() == 3);
  std::set<std::string> agents;
  for (const Json& question : asked.at("questions").as_array()) {
    CHECK(agents.insert(std::string(text_at(question, "agent"))).second);
    CHECK(text_at(question, "text").ends_with("?"));
    CHECK_FALSE(text_at(question, "fallback").empty());
  }
  conversation.more["most"] = 1;
  conversation.more["agents"] = JsonArray{"own-one"};
  const Json one = fenced_json(conversation.say("orchestrator", "questions"));
  REQUIRE(one.at("questions").as_array().size() == 1);
  CHECK(text_at(one.at("questions").at(0), "text").contains("own-one"));

  conversation.answer("own-one", "What?", "scope", "That");
  const Json again = fenced_json(conversation.say("orchestrator", "questions"));
  CHECK(again.at("questions").as_array().empty());
}

TEST_CASE("C-40 a demo brief is read without a repair and holds what the person said") {
  const Roster roster = roster_of({"leader", "researcher", "creative", "coder"});
  for (const std::string& topic : conversation_topics()) {
    const std::string text = middle(topic).say("leader", "draft");
    const auto read = read_brief(text, roster);
    REQUIRE_MESSAGE(read.has_value(), text);
    CHECK(read->warnings.empty());
    CHECK(text.contains("You answered “Anna, \\\"the\\\" baker and me”"));
    CHECK(text.contains("We keep to your wish “less, please”"));
    REQUIRE(read->brief.unknowns.size() == 1);
    CHECK(read->brief.unknowns.front().starts_with("Loud or quiet? Until you answer: "));
    CHECK(read->brief.next_steps.size() == 2);
  }
}

TEST_CASE("C-36 the adversary's objection is taken up, any other is left to the person") {
  TestConversation conversation = middle("happiness");
  CHECK(conversation.say("adversary", "review_draft").starts_with("Review: objects\n- "));
  CHECK(conversation.say("ux", "review_draft") == "Review: stands");
  const Json patch = fenced_json(conversation.say("leader", "revise"));
  CHECK_FALSE(patch.at("changes").as_array().empty());
  const auto& objections = patch.at("objections").as_array();
  REQUIRE(objections.size() == 2);
  CHECK(text_at(objections[0], "at") == "o1");
  CHECK(text_at(objections[0], "outcome") == "taken_up");
  CHECK(text_at(objections[1], "at") == "o2");
  CHECK(text_at(objections[1], "outcome") == "open");
}

TEST_CASE("C-41 a wish stands in the edited brief word for word") {
  TestConversation conversation = middle("happiness");
  conversation.more["wish"] = "no \"cloud\", please";
  CHECK(conversation.say("leader", "edit")
            .contains("We keep to your wish “no \\\"cloud\\\", please”"));
}

TEST_CASE("P-34 what a demo brief promises is handed in as files") {
  TestConversation conversation = middle("Ich möchte \"Käse\" verkaufen");
  conversation.more["brief"] = fenced_json(conversation.say("leader", "draft"));
  const std::string first = conversation.say("researcher", "work");
  CHECK(first.contains("```md path=your-wish.md\n"));
  CHECK(first.contains("\n> Ich möchte \"Käse\" verkaufen\n"));
  CHECK(first.contains("“Anna, \"the\" baker and me”"));
  const std::string second = conversation.say("creative", "work");
  CHECK(second.contains("```md path=with-a-model.md\n"));
  CHECK(conversation.say("adversary", "check_whole").starts_with("Check: pass"));
}

}  // namespace
}  // namespace fm
