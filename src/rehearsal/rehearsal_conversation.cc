#include "rehearsal/rehearsal_conversation.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/text.h"
#include "rehearsal/rehearsal_brief.h"
#include "rehearsal/rehearsal_json.h"
#include "rehearsal/rehearsal_speaker.h"
#include "rehearsal/rehearsal_tokens.h"
#include "rehearsal/rehearsal_words.h"

namespace fm {
namespace {

constexpr auto kNames = std::to_array<std::string_view>(
    {"talk",         "said",           "matter",      "wish",        "wishes",     "question",
     "reason",       "change",         "state",       "job",         "of",         "phase",
     "iteration",    "form",           "proposal",    "met",         "asks",       "asks_more",
     "asks_wish",    "quiet",          "brisk",       "thing",       "answered",   "open",
     "left_to_us",   "my_question",    "my_answer",   "has_answers", "answers",    "options",
     "alternatives", "first_step",     "effort",      "risk",        "objections", "workers",
     "step",         "stance",         "vote_why",    "worked",      "work_done",  "brief_title",
     "brief_goal",   "brief_included", "brief_steps", "has_brief",   "brief_json", "debate_json",
     "review_json",  "route_json",     "route_to",    "text"});

constexpr std::size_t kWordsShown = 280;
constexpr std::size_t kAnswerShown = 90;
constexpr std::size_t kVagueWish = 3;      // words
constexpr std::size_t kShortQuestion = 6;  // words of a message that leaves much open
constexpr std::size_t kShortTask = 4;

bool is_quick(std::string_view intent) { return intent == "advice" || intent == "research"; }

class ConversationValues {
 public:
  ConversationValues(JsonObject& out, const RehearsedConversation& ground)
      : out_(out), ground_(ground), facts_(ground.purpose.facts) {}

  void build() {
    describe_words();
    describe_questions();
    describe_asking();
    describe_debate();
    describe_options();
    describe_work();
    describe_brief();
    write_documents();
  }

 private:
  std::string_view fact(std::string_view name) const { return text_at(facts_, name); }
  std::string shown(std::string_view name) const { return shown_line(fact(name), kWordsShown); }
  std::span<const Json> list(std::string_view name) const {
    const Json* found = find_at(facts_, name);
    if (found == nullptr || !found->is_array()) return {};
    return {found->get_array().data(), found->get_array().size()};
  }

  Speaker speaker_of(std::string agent) const {
    return conversation_speaker(ground_.play, ground_.topic, ground_.dice, ground_.purpose,
                                std::move(agent));
  }

  void describe_words() {
    out_["talk"] = true;
    for (const char* name : {"said", "question", "reason", "change", "job", "of", "phase"})
      out_[name] = shown(name);
    out_["state"] = text_at(facts_, "state");
    out_["iteration"] = int_at(facts_, "iteration");
    out_["matter"] = ground_.topic.matter;
    out_["form"] = ground_.topic.form;
    out_["thing"] = thing();
    JsonArray wishes;
    for (const Json& wish : list("wishes"))
      if (wish.is_string()) wishes.emplace_back(shown_line(wish.get_string(), kWordsShown));
    out_["wish"] = wishes.empty() ? Json("") : wishes.back();
    out_["wishes"] = std::move(wishes);
  }

  // What a task is about without the word for its form: the heater of a "broken heater email".
  std::string thing() const {
    const Topic& topic = ground_.topic;
    const auto& forms = ground_.play.word_list("form_" + topic.form);
    const auto words = topic_words(topic.subject);
    if (words.empty() || std::ranges::find(forms, words.back().lower) == forms.end())
      return topic.subject_whole;
    if (words.size() == 1) return topic.theme.empty() ? topic.subject_whole : topic.theme_whole;
    const std::string_view whole = topic.subject_whole;
    return std::string(trim(whole.substr(0, whole.rfind(' '))));
  }

  void describe_questions() {
    JsonArray answered;
    JsonArray open;
    JsonArray left;
    out_["my_question"] = "";
    out_["my_answer"] = "";
    for (const Json& question : list("questions")) {
      const std::string_view answer = text_at(question, "answer");
      JsonObject entry{{"id", text_at(question, "agent")},
                       {"question", shown_line(text_at(question, "text"), kWordsShown)},
                       {"answer", shown_line(answer, kAnswerShown)}};
      if (text_at(question, "agent") == ground_.purpose.agent && !answer.empty()) {
        out_["my_question"] = entry["question"];
        out_["my_answer"] = entry["answer"];
      }
      if (!answer.empty())
        answered.push_back(std::move(entry));
      else if (text_at(question, "end").empty())
        open.push_back(std::move(entry));
      else if (text_at(question, "end") == "you_decide")
        left.push_back(std::move(entry));
    }
    JsonArray answers;
    for (const Json& one : answered)
      answers.emplace_back("“" + std::string(text_at(one, "answer")) + "”");
    out_["answers"] = std::move(answers);
    out_["has_answers"] = !answered.empty();
    out_["answered"] = std::move(answered);
    out_["open"] = std::move(open);
    out_["left_to_us"] = std::move(left);
  }

  // Who asks at all: a rehearsed team asks once, and once more when much is still open.
  void describe_asking() {
    const std::int64_t iteration = std::max<std::int64_t>(int_at(facts_, "iteration"), 1);
    std::int64_t mine = 0;
    std::int64_t all = 0;
    for (const Json& question : list("questions")) {
      if (int_at(question, "iteration", 1) != iteration) continue;
      ++all;
      if (text_at(question, "agent") == ground_.purpose.agent) ++mine;
    }
    const bool leads = ground_.purpose.agent == "leader";
    const bool may = bool_at(facts_, "may_ask", true);
    const std::string_view intent = fact("intent");
    const std::size_t words = topic_words(fact("topic")).size();
    bool asks = may && mine == 0 && iteration == 1;
    if (is_quick(intent)) {
      const std::string_view who = intent == "advice" ? "leader" : "researcher";
      asks = asks && all == 0 && words < kShortQuestion && ground_.purpose.agent == who;
    } else if (intent == "task") {
      asks = asks && all == 0 && words < kShortTask && leads;
    }
    const bool full = !is_quick(intent) && intent != "task";
    out_["brisk"] = !full;
    out_["asks"] = asks;
    out_["asks_more"] =
        may && full && !asks && leads && iteration == 1 && mine == 1 && all < 3 && !has_left();
    out_["asks_wish"] = may && leads && iteration > 1 && mine == 0 &&
                        topic_words(text_at(out_, "wish")).size() <= kVagueWish;
    out_["quiet"] = !asks && !out_["asks_more"].as_bool() && !out_["asks_wish"].as_bool();
  }
  bool has_left() const { return !out_.at("left_to_us").as_array().empty(); }

  void describe_debate() {
    out_["proposal"] = shown_line(fact("proposal"), kAnswerShown);
    out_["met"] = bool_at(facts_, "met");
    JsonArray objections;
    Speaker speaker = speaker_of(ground_.purpose.agent);
    for (const Json& objection : list("objections")) {
      const Json scope = out_;
      objections.push_back(JsonObject{{"id", text_at(objection, "agent")},
                                      {"text", shown_line(text_at(objection, "text"), 120)},
                                      {"reply", speaker.pick("own_meets", {&scope})}});
    }
    const bool open = !objections.empty() && !bool_at(facts_, "met");
    out_["objections"] = std::move(objections);
    describe_vote(open);
  }

  void describe_vote(bool open) {
    const std::string& agent = ground_.purpose.agent;
    std::string list = "vote_agree";
    out_["stance"] = "agree";
    const bool doubts = agent != "leader" && ground_.dice.below(3, "vote/" + agent) == 0;
    if (agent == "adversary" && open) {
      out_["stance"] = "object";
      list = "vote_object";
    } else if (agent == "adversary" || doubts) {
      out_["stance"] = "agree with conditions";
      list = "vote_if";
    }
    const Json scope = out_;
    out_["vote_why"] = speaker_of(agent).pick("own_" + list, {&scope});
  }

  void describe_options() {
    JsonArray options;
    Speaker speaker = speaker_of(ground_.purpose.agent);
    for (const Json& idea : ground_.book.fresh(3 + ground_.dice.below(2, "options"))) {
      JsonObject option = idea.as_object();
      const Json scope = option;
      option["effort"] = speaker.pick("effort", {&scope});
      option["why_not"] = speaker.pick("why_not", {&scope});
      const JsonArray& answered = out_["answered"].as_array();
      option["heard"] =
          options.size() < answered.size() ? text_at(answered[options.size()], "answer") : "";
      options.push_back(std::move(option));
    }
    out_["best"] = options.at(0);
    out_["other"] = options.at(1);
    out_["alternatives"] = JsonArray(options.begin() + 1, options.end());
    out_["options"] = std::move(options);
  }

  void describe_work() {
    JsonArray workers;
    for (const std::string& id : talk_workers(facts_)) {
      const Json scope = out_;
      workers.push_back(
          JsonObject{{"id", id}, {"step", speaker_of(id).pick("own_step", {&scope})}});
    }
    out_["workers"] = std::move(workers);
    JsonArray worked;
    out_["redone"] = false;
    for (const Json& one : list("worked")) {
      if (text_at(one, "agent") == fact("of") && int_at(one, "times") > 1) out_["redone"] = true;
      worked.push_back(JsonObject{{"id", text_at(one, "agent")},
                                  {"job", shown_line(text_at(one, "task"), kWordsShown)}});
    }
    out_["worked"] = std::move(worked);
  }

  void describe_brief() {
    const Json* brief = find_at(facts_, "brief");
    out_["has_brief"] = brief != nullptr;
    out_["brief_title"] = brief == nullptr ? "" : text_at(*brief, "title");
    out_["brief_goal"] = brief == nullptr ? "" : text_at(*brief, "goal");
    JsonArray included;
    JsonArray steps;
    if (brief != nullptr) {
      if (const Json* scope = find_at(*brief, "scope"))
        for (const std::string& text : texts_at(*scope, "included")) included.emplace_back(text);
      if (const Json* next = find_at(*brief, "next_steps"); next != nullptr && next->is_object())
        for (const auto& step : next->get_object())
          steps.push_back(
              JsonObject{{"id", step.key()},
                         {"step", step.value().is_object() ? Json(text_at(step.value(), "task"))
                                                           : step.value()}});
    }
    out_["brief_included"] = std::move(included);
    out_["brief_steps"] = std::move(steps);
  }

  void write_documents() {
    Speaker speaker = speaker_of(ground_.purpose.agent);
    const ConversationDocuments documents{ground_.play, ground_.topic, facts_, out_, speaker};
    const std::string& task = ground_.purpose.task;
    const auto is = [&](std::string_view wanted) {
      return task == wanted || text_at(out_, "task") == wanted;
    };
    if (is("synthesise")) out_["brief_json"] = json_block(talk_brief(documents));
    if (is("debate")) out_["debate_json"] = json_block(talk_debate(documents));
    if (is("review")) out_["review_json"] = json_block(talk_review(documents));
    if (is("route")) out_["route_json"] = json_block(talk_route(documents));
  }

  JsonObject& out_;
  const RehearsedConversation& ground_;
  const Json& facts_;
};

}  // namespace

bool is_conversation(const Json& facts) { return find_at(facts, "seat") != nullptr; }

Speaker conversation_speaker(const Screenplay& play, const Topic& topic, const Dice& dice,
                             const Purpose& purpose, std::string agent) {
  const auto number = [&](std::string_view name) {
    return static_cast<std::size_t>(std::max<std::int64_t>(int_at(purpose.facts, name), 0));
  };
  return {play, topic.kind, dice,
          Seat{std::move(agent), number("turns"), number("seat"),
               std::max<std::size_t>(number("seats"), 1)}};
}

void add_conversation_values(JsonObject& values, const RehearsedConversation& ground) {
  ConversationValues(values, ground).build();
}

std::span<const std::string_view> conversation_value_names() { return kNames; }

}  // namespace fm
