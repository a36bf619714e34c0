#include "rehearsal/rehearsal_conversation.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "rehearsal/rehearsal_values.h"
#include "rehearsal/rehearsal_words.h"

namespace fm {
namespace {

constexpr auto kNames = std::to_array<std::string_view>(
    {"talk",       "said",        "question",  "reason",  "change",         "state",
     "job",        "phase",       "iteration", "opening", "wish",           "wishes",
     "hears",      "hears_now",   "answered",  "open",    "left_to_us",     "has_answers",
     "answer_of",  "wording_of",  "email_of",  "asking",  "asks",           "fallback",
     "more",       "objections",  "from",      "entry",   "has_brief",      "brief_title",
     "brief_goal", "brief_steps", "builds_on", "step",    "brief_included", "maker",
     "helper",     "can",         "worked",    "redone",  "delivered",      "route_to",
     "asked",      "unanswered",  "text",      "work",    "points"});

constexpr std::string_view kBuilder = "builder";
constexpr std::size_t kWordsShown = 280;  // columns
constexpr std::size_t kAnswerShown = 160;
constexpr std::int64_t kMostAsked = 3;  // questions that a team in demo mode has
// Those who lead, doubt or judge are given work only where nobody else is there.
constexpr auto kNoWorkers = std::to_array<std::string_view>(
    {"leader", "adversary", "director", "orchestrator", "product-planner", "reviewer"});

// One or two agents that can be given work, of those the facts name. A builder is none of them:
// only a demonstration has something that it could build.
std::vector<std::string> workers_of(const Json& facts) {
  std::vector<std::string> able = texts_at(facts, "agents");
  const std::vector<std::string> team = texts_at(facts, "team");
  if (able.empty()) able = team;
  std::vector<std::string> workers;
  const auto take = [&](const std::vector<std::string>& from, bool leads) {
    for (const std::string& id : from)
      if (workers.size() < 2 && id != kBuilder && std::ranges::find(able, id) != able.end() &&
          (std::ranges::find(kNoWorkers, id) != kNoWorkers.end()) == leads &&
          std::ranges::find(workers, id) == workers.end())
        workers.push_back(id);
  };
  take(team, false);
  take(able, false);
  if (workers.empty()) take(able, true);
  return workers;
}

// The lines of a reply, or what stands between its semicolons.
std::vector<std::string> parts_of(std::string_view reply) {
  std::vector<std::string> parts;
  const std::string_view end = reply.contains(';') ? ";" : "\n";
  while (!reply.empty()) {
    const std::size_t at = std::min(reply.find(end), reply.size());
    if (const auto part = trim(reply.substr(0, at)); !part.empty()) parts.emplace_back(part);
    reply.remove_prefix(std::min(at + 1, reply.size()));
  }
  return parts;
}

class ConversationValues {
 public:
  ConversationValues(JsonObject& out, const RehearsedConversation& ground)
      : out_(out), ground_(ground), facts_(ground.purpose.facts) {}

  void build() {
    describe_words();
    describe_questions();
    describe_asking();
    describe_brief();
    describe_work();
    describe_route();
  }

 private:
  std::string_view fact(std::string_view name) const { return text_at(facts_, name); }
  std::string shown(std::string_view name) const { return shown_line(fact(name), kWordsShown); }
  std::span<const Json> list(std::string_view name) const {
    const Json* found = find_at(facts_, name);
    if (found == nullptr || !found->is_array()) return {};
    return {found->get_array().data(), found->get_array().size()};
  }
  const Demonstration* played() const { return ground_.topic.demonstration; }

  void describe_words() {
    out_["talk"] = true;
    for (const char* name : {"said", "question", "reason", "change", "job", "phase"})
      out_[name] = shown(name);
    out_["state"] = fact("state");
    out_["work"] = fact("work");
    out_["iteration"] = int_at(facts_, "iteration");
    const auto& turns_away = ground_.play.word_list("turns_away");
    out_["opening"] = played() == nullptr ? fact("said") == fact("topic")
                                          : played()->is_for(fact("said"), turns_away);
    JsonArray wishes;
    for (const Json& wish : list("wishes"))
      if (wish.is_string()) wishes.emplace_back(shown_line(wish.get_string(), kWordsShown));
    out_["wish"] = shown("wish");
    if (fact("wish").empty() && !wishes.empty()) out_["wish"] = wishes.back();
    out_["wishes"] = std::move(wishes);
    out_["asked"] = fact("change").empty() ? out_["wish"] : out_["change"];
    hear();
  }

  // What a demonstration can take up of the person's words, of all and of the newest.
  void hear() {
    if (played() == nullptr) return;
    const auto& turns_away = ground_.play.word_list("turns_away");
    std::vector<std::string> now{std::string(fact("wish")), std::string(fact("change"))};
    if (!out_["opening"].as_bool()) now.emplace_back(fact("said"));
    if (!played()->is_for(fact("topic"), turns_away)) now.emplace_back(fact("topic"));
    std::vector<std::string> all = now;
    for (const Json& question : list("questions")) all.emplace_back(text_at(question, "answer"));
    for (const Json& wish : list("wishes"))
      if (wish.is_string()) all.emplace_back(wish.get_string());
    out_["hears"] = played()->heard(all, turns_away);
    out_["hears_now"] = played()->heard(now, turns_away);
  }

  void describe_questions() {
    JsonArray answered, open, left;
    JsonObject answer_of, wording_of, email_of;
    for (const Json& question : list("questions")) {
      const std::string_view agent = text_at(question, "agent");
      const std::string_view answer = text_at(question, "answer");
      const std::string_view end = text_at(question, "end");
      JsonObject entry{{"id", agent},
                       {"question", shown_line(text_at(question, "text"), kWordsShown)},
                       {"answer", shown_line(answer, kAnswerShown)},
                       {"fallback", fallback_of(question)}};
      if (!answer.empty()) {
        const std::optional<std::string> own = own_part(question);
        answer_of[agent] = shown_line(own.value_or(std::string(answer)), kAnswerShown);
        email_of[agent] = email_in(answer);
        if (own && is_wording(*own, ground_.play.word_list("evades")))
          wording_of[agent] = answer_of[agent];
        answered.push_back(std::move(entry));
      } else {
        (end.empty() ? open : left).push_back(std::move(entry));
      }
    }
    JsonArray unanswered = open;
    std::ranges::copy(left, std::back_inserter(unanswered));
    out_["unanswered"] = std::move(unanswered);
    out_["has_answers"] = !answered.empty();
    out_["answered"] = std::move(answered);
    out_["open"] = std::move(open);
    out_["left_to_us"] = std::move(left);
    out_["answer_of"] = std::move(answer_of);
    out_["wording_of"] = std::move(wording_of);
    out_["email_of"] = std::move(email_of);
  }

  // A reply to several questions at once is kept whole under each of them. Where it has as many
  // parts as there are questions, a demonstration takes each part for its question.
  std::optional<std::string> own_part(const Json& question) const {
    const std::string_view answer = text_at(question, "answer");
    std::size_t before = 0, all = 0;
    bool is_before = true;
    for (const Json& one : list("questions")) {
      is_before = is_before && &one != &question;
      if (text_at(one, "answer") != answer) continue;
      ++all;
      if (is_before) ++before;
    }
    if (all == 1) return std::string(answer);
    const std::vector<std::string> parts = parts_of(answer);
    if (parts.size() != all) return std::nullopt;
    return parts[before];
  }

  // What is done where a question is left open: as it was said, or as the script has it.
  std::string fallback_of(const Json& question) const {
    const std::string_view said = text_at(question, "fallback");
    const std::string agent(text_at(question, "agent"));
    if (!said.empty()) return shown_line(said, kAnswerShown);
    return has_question(agent) ? std::string(text_at(asked_by(agent), "fallback")) : "";
  }

  // An agent in demo mode asks once, and in a demonstration only if it has a question there.
  void describe_asking() {
    JsonArray asking;
    const std::int64_t most = std::min(int_at(facts_, "most", kMostAsked), kMostAsked);
    const bool may = bool_at(facts_, "may_ask", true);
    for (const std::string& id : texts_at(facts_, "agents"))
      if (may && std::ssize(asking) < most && has_question(id) && !has_asked(id))
        asking.push_back(asked_by(id));
    out_["asking"] = std::move(asking);
    const std::string& me = ground_.purpose.agent;
    const bool asks =
        may && has_question(me) && !has_asked(me) && int_at(facts_, "iteration", 1) <= 1;
    out_["asks"] = asks ? Json(asked_by(me)) : Json();
  }

  bool has_question(const std::string& agent) const {
    return played() == nullptr || played()->lists.contains("ask_" + agent);
  }

  bool has_asked(const std::string& agent) const {
    return std::ranges::any_of(list("questions"),
                               [&](const Json& one) { return text_at(one, "agent") == agent; });
  }

  JsonObject asked_by(const std::string& agent) const {
    Speaker speaker =
        conversation_speaker(ground_.play, ground_.topic, ground_.dice, ground_.purpose, agent);
    const Json scope = JsonObject{{"id", agent}};
    return {{"id", agent},
            {"question", speaker.pick("own_ask", {&scope})},
            {"fallback", speaker.pick("own_default", {&scope})}};
  }

  void describe_brief() {
    const Json* brief = find_at(facts_, "brief");
    const Json nothing;
    const Json& from = brief != nullptr ? *brief : nothing;
    out_["has_brief"] = brief != nullptr;
    out_["brief_title"] = text_at(from, "title");
    out_["brief_goal"] = text_at(from, "goal");
    JsonArray included;
    if (const Json* scope = find_at(from, "scope"))
      for (const std::string& text : texts_at(*scope, "included")) included.emplace_back(text);
    out_["brief_included"] = std::move(included);
    describe_steps(find_at(from, "next_steps"));
    describe_points(from);
    JsonObject entries;
    for (const Json& entry : list("entries"))
      entries[text_at(entry, "id")] = text_at(entry, "text");
    out_["entry"] = std::move(entries);
    JsonArray objections;
    for (const Json& objection : list("objections"))
      objections.push_back(JsonObject{{"id", text_at(objection, "id")},
                                      {"agent", text_at(objection, "agent")},
                                      {"text", shown_line(text_at(objection, "text"), kWordsShown)},
                                      {"from", objector(objection)}});
    out_["objections"] = std::move(objections);
  }

  // What was agreed on has numbers: what is in scope, then the decisions, then the objections that
  // were taken up. The numbers of the last two: how many are in scope depends on the person.
  void describe_points(const Json& brief) {
    JsonArray decisions, objections;
    std::int64_t number = 0;
    if (const Json* scope = find_at(brief, "scope"))
      number = std::ssize(texts_at(*scope, "included"));
    for (std::size_t i = 0; i < texts_at(brief, "decisions").size(); ++i)
      decisions.emplace_back(++number);
    if (const Json* all = find_at(brief, "objections"); all != nullptr && all->is_array())
      for (const Json& objection : all->get_array())
        if (text_at(objection, "outcome") == "taken_up") objections.emplace_back(++number);
    out_["points"] =
        JsonObject{{"decisions", std::move(decisions)}, {"objections", std::move(objections)}};
  }

  // Whose objection it is: {"adversary": true}. Of the others one is of the trade that reviews: if
  // it is in the words of the script, {"coder": true, "trade": true}.
  JsonObject objector(const Json& objection) const {
    const std::string agent(text_at(objection, "agent"));
    JsonObject from{{agent, true}};
    if (played() == nullptr || agent == "adversary") return from;
    Speaker speaker =
        conversation_speaker(ground_.play, ground_.topic, ground_.dice, ground_.purpose, agent);
    const std::string scripted = speaker.pick("trade_" + agent, {});
    if (!scripted.empty() && text_at(objection, "text") == scripted) from["trade"] = true;
    return from;
  }

  void describe_steps(const Json* next) {
    JsonArray steps;
    bool builds_on = false;  // the agent's own step on somebody's result
    if (next != nullptr && next->is_object())
      for (const auto& step : next->get_object()) {
        const bool plain = step.value().is_string();
        const std::string text(plain ? std::string_view(step.value().get_string())
                                     : text_at(step.value(), "task"));
        steps.push_back(JsonObject{{"id", step.key()}, {"step", shown_line(text, kWordsShown)}});
        if (!plain && step.key() == ground_.purpose.agent)
          builds_on = !texts_at(step.value(), "after").empty();
      }
    out_["brief_steps"] = std::move(steps);
    out_["builds_on"] = builds_on;
  }

  void describe_work() {
    const std::vector<std::string> workers = workers_of(facts_);
    out_["maker"] = workers.empty() ? "leader" : workers.front();
    out_["helper"] = workers.size() > 1 ? workers[1] : "";
    JsonObject can;
    for (const std::string& id : texts_at(facts_, "agents")) can[id] = true;
    out_["can"] = std::move(can);
    JsonArray worked;
    JsonObject redone;
    const std::string task = task_at_hand(ground_.purpose).task;
    out_["delivered"] = task == "redo" || task == "adjust";
    for (const Json& one : list("worked")) {
      const std::string_view agent = text_at(one, "agent");
      if (int_at(one, "times") > 1) redone[agent] = true;
      if (agent == ground_.purpose.agent) out_["delivered"] = true;
      worked.push_back(
          JsonObject{{"id", agent}, {"job", shown_line(text_at(one, "task"), kWordsShown)}});
    }
    out_["worked"] = std::move(worked);
    out_["redone"] = redone.empty() ? Json() : Json(std::move(redone));
  }

  // The first that has not spoken to the person's newest words, and after two the person.
  void describe_route() {
    const std::vector<std::string> spoken = texts_at(facts_, "spoken");
    out_["route_to"] = "WAIT_FOR_USER";
    if (spoken.size() > 1) return;
    for (const std::string& id : texts_at(facts_, "agents"))
      if (id != "orchestrator" && std::ranges::find(spoken, id) == spoken.end()) {
        out_["route_to"] = id;
        return;
      }
  }

  JsonObject& out_;
  const RehearsedConversation& ground_;
  const Json& facts_;
};

}  // namespace

bool is_conversation(const Json& facts) {
  return find_at(facts, "seats") != nullptr || find_at(facts, "work") != nullptr;
}

bool is_built(const Json& facts) {
  const std::vector<std::string> agents = texts_at(facts, "agents");
  if (std::ranges::find(agents, kBuilder) != agents.end()) return true;
  const Json* brief = find_at(facts, "brief");
  const Json* steps = brief != nullptr ? find_at(*brief, "next_steps") : nullptr;
  return steps != nullptr && find_at(*steps, kBuilder) != nullptr;
}

Speaker conversation_speaker(const Screenplay& play, const Topic& topic, const Dice& dice,
                             const Purpose& purpose, std::string agent) {
  const auto number = [&](std::string_view name) {
    return static_cast<std::size_t>(std::max<std::int64_t>(int_at(purpose.facts, name), 0));
  };
  return {play, topic.own_lists(), dice,
          Seat{std::move(agent), number("turns"), number("seat"),
               std::max<std::size_t>(number("seats"), 1)}};
}

void add_conversation_values(JsonObject& values, const RehearsedConversation& ground) {
  ConversationValues(values, ground).build();
}

std::span<const std::string_view> conversation_value_names() { return kNames; }

}  // namespace fm
