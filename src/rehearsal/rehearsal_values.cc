#include "rehearsal/rehearsal_values.h"

#include <algorithm>
#include <array>
#include <utility>

#include "rehearsal/rehearsal_conversation.h"
#include "rehearsal/rehearsal_ideas.h"
#include "rehearsal/rehearsal_json.h"
#include "rehearsal/rehearsal_words.h"

namespace fm {
namespace {

constexpr std::size_t kTargets = 3;  // ideas that one critique looks at
constexpr std::size_t kRevisions = 2;
constexpr std::size_t kPlanned = 2;       // ideas for which one turn gives steps
constexpr std::size_t kWordsShown = 280;  // columns of the person's words

constexpr std::array<std::string_view, 51> kRehearsalValues = {
    // the turn
    "agent", "task", "round", "next_round", "max_rounds", "is_last", "one_round", "members",
    "others", "other_count", "has", "last_said", "fault", "again", "min_ideas",
    // the topic
    "topic", "subject", "label",
    // lists of ideas, and single ones
    "ideas", "idea_count", "targets", "ranked", "fresh", "revised", "missing", "objections", "best",
    "idea_titles", "fresh_titles", "revised_titles", "second", "last", "choice", "hit", "plan",
    "planned", "fresh_from", "leaders", "losers", "other", "dissent",
    // the JSON parts
    "ideas_json", "scores_json",
    // inside a list
    ".", "n", "id", "name", "focus", "title", "score", "percent"};

// The parts of an idea, inside a section over ideas or after a dot.
constexpr std::array<std::string_view, 26> kIdeaValues = {
    "description", "what",     "why",        "tags",     "risk",     "other_risk", "risks",
    "fix",         "steps",    "first_step", "pro",      "pros",     "con",        "cons",
    "strong",      "weak",     "says",       "gift",     "doubt",    "answer",     "tag",
    "rank",        "revision", "criteria",   "feedback", "builds_on"};

JsonArray first_of(const JsonArray& items, std::size_t from, std::size_t count) {
  JsonArray out;
  for (std::size_t i = 0; i < std::min(count, items.size()); ++i)
    out.push_back(items[(from + i) % items.size()]);
  return out;
}

JsonArray titles_of(const JsonArray& ideas) {
  JsonArray out;
  for (const Json& idea : ideas) out.emplace_back("“" + std::string(text_at(idea, "title")) + "”");
  return out;
}

Json at_or_null(const JsonArray& items, std::size_t index) {
  return index < items.size() ? items[index] : Json();
}

// Who scores: one that sits in a panel several times has an opinion of each seat.
std::string scorer_of(const Purpose& purpose) {
  const std::string_view seat = text_at(purpose.facts, "seat");
  return seat.empty() || seat == "1" ? purpose.agent : purpose.agent + " " + std::string(seat);
}

class Builder {
 public:
  Builder(const Screenplay& play, const Topic& topic, const Dice& dice, const Purpose& purpose)
      : play_(play),
        topic_(topic),
        dice_(dice),
        purpose_(purpose),
        hand_(task_at_hand(purpose)),
        book_(play, topic, dice, purpose.facts,
              hand_.task.starts_with("validate") ? scorer_of(purpose) : std::string()) {}

  JsonObject build(const std::map<std::string, std::string>& scores) {
    describe_turn();
    describe_topic();
    if (is_conversation(purpose_.facts)) {
      add_conversation_values(out_, {play_, topic_, dice_, purpose_});
      return std::move(out_);
    }
    describe_team();
    describe_ideas();
    if (hand_.task.starts_with("ideate")) propose();
    if (hand_.task.starts_with("validate")) judge(scores);
    return std::move(out_);
  }

 private:
  std::int64_t fact(std::string_view name, std::int64_t fallback) const {
    return int_at(purpose_.facts, name, fallback);
  }

  void describe_turn() {
    const std::int64_t rounds = fact("max_rounds", 3);
    out_["agent"] = purpose_.agent;
    out_["task"] = hand_.task;
    out_["round"] = hand_.round;
    out_["next_round"] = hand_.round + 1;
    out_["max_rounds"] = rounds;
    out_["is_last"] = hand_.round >= rounds;
    out_["one_round"] = rounds == 1;
    out_["min_ideas"] = fact("min_ideas", 3);
    out_["last_said"] = shown_line(text_at(purpose_.facts, "last_said"), kWordsShown);
    out_["fault"] = shown_line(text_at(purpose_.facts, "fault"), kWordsShown);
  }

  void describe_topic() {
    out_["topic"] = topic_.brief;
    out_["subject"] = topic_.subject;
    out_["label"] = topic_.label;
  }

  void describe_team() {
    Speaker speaker = speaker_now();
    JsonObject has;
    JsonArray members;
    JsonArray others;
    for (const std::string& id : texts_at(purpose_.facts, "team")) {
      has[id] = true;
      if (id == "leader" || id == "ui-creator") continue;
      const std::string list = "focus_" + id;
      const Json scope = out_;
      members.push_back(
          JsonObject{{"id", id},
                     {"name", "the " + id},
                     {"focus", speaker.pick(speaker.has(list) ? list : "focus_other", {&scope})}});
      others.emplace_back(id);
    }
    out_["has"] = std::move(has);
    out_["other_count"] = static_cast<std::int64_t>(others.size());
    out_["members"] = std::move(members);
    out_["others"] = std::move(others);
  }

  void describe_ideas() {
    const JsonArray& all = book_.ideas();
    const JsonArray ranked = book_.ranked();
    const auto turn = static_cast<std::size_t>(std::max(hand_.round, 1) - 1);
    out_["ideas"] = all;
    out_["idea_titles"] = titles_of(all);
    out_["idea_count"] = static_cast<std::int64_t>(all.size());
    out_["ranked"] = ranked;
    // From the newest back, so that every round criticises other ideas than the round before.
    JsonArray newest(all.rbegin(), all.rend());
    out_["targets"] = first_of(newest, turn * kTargets, kTargets);
    out_["hit"] = at_or_null(out_["targets"].as_array(), 0);
    out_["planned"] = first_of(ranked, turn * kPlanned, kPlanned);
    out_["plan"] = at_or_null(out_["planned"].as_array(), 0);
    out_["fresh_from"] = at_or_null(newest, 0);
    out_["leaders"] = first_of(ranked, 0, 2);
    out_["losers"] = ranked.empty() ? JsonArray() : first_of(ranked, 1, ranked.size() - 1);
    out_["best"] = at_or_null(ranked, 0);
    out_["second"] = at_or_null(ranked, 1);
    out_["last"] = ranked.size() > 2 ? ranked.back() : Json();
    // One leader in four sees it otherwise than the scores, where they are near each other.
    const bool differs = ranked.size() > 1 && dice_.below(4, "dissent") == 0;
    out_["choice"] = at_or_null(ranked, differs ? 1 : 0);
    out_["other"] = at_or_null(ranked, differs ? 0 : 1);
    out_["dissent"] = differs;
    describe_objections();
    JsonArray missing;
    const auto wanted = texts_at(purpose_.facts, "missing");
    for (const Json& idea : all)
      if (std::ranges::find(wanted, text_at(idea, "id")) != wanted.end()) missing.push_back(idea);
    out_["missing"] = std::move(missing);
  }

  // The objections as they were given, else those that the critique of this round makes.
  void describe_objections() {
    JsonArray out;
    Speaker speaker = speaker_now();
    const Json scope = out_;
    for (const std::string& text : texts_at(purpose_.facts, "objections")) {
      JsonObject objection{{"title", shown_line(text, 80)}};
      for (const std::string part : {"fix", "risk", "doubt"})
        objection[part] = speaker.pick("any_" + part, {&scope});
      objection["other_risk"] = speaker.pick("any_risk", {&scope});
      out.push_back(std::move(objection));
    }
    if (out.empty()) out = first_of(out_["targets"].as_array(), 0, 2);
    out_["objections"] = std::move(out);
  }

  void propose() {
    const auto least =
        static_cast<std::size_t>(std::clamp<std::int64_t>(fact("min_ideas", 3), 1, 50));
    JsonArray given;
    if (hand_.task == "ideate_later") {
      const JsonArray fresh = book_.fresh(1);
      given = book_.revised(kRevisions, hand_.round);
      hear(given);
      out_["revised"] = given;
      out_["revised_titles"] = titles_of(given);
      out_["fresh"] = fresh;
      for (Json idea : fresh) {
        if (const Json& best = out_["best"]; best.is_object())
          idea.as_object()["builds_on"] = text_at(best, "id");
        given.push_back(std::move(idea));
      }
    } else {
      const std::size_t low = std::max<std::size_t>(3, least);
      const std::size_t high = std::max<std::size_t>(5, least);
      const std::size_t wanted = low + dice_.below(high - low + 1, "how many");
      const std::size_t known = book_.ideas().size();
      given = book_.fresh(wanted > known ? std::max(wanted - known, std::size_t{1}) : 1);
      out_["fresh"] = given;
      out_["fresh_titles"] = titles_of(given);
    }
    out_["ideas_json"] = ideas_block(given);
  }

  // The person's words change the first idea that is revised.
  void hear(JsonArray& revised) {
    if (out_["last_said"].as_string().empty() || revised.empty()) return;
    const Json scope = out_;
    JsonObject& idea = revised.front().as_object();
    Speaker speaker = speaker_now();
    idea["description"] = std::string(idea["description"].as_string()) + " " +
                          speaker.pick("version_heard", {&scope});
  }

  void judge(const std::map<std::string, std::string>& scores) {
    JsonArray judged =
        hand_.task == "validate_missing" ? out_["missing"].as_array() : book_.ideas();
    Speaker speaker = speaker_now();
    for (Json& idea : judged) {
      const Json scope = idea;
      idea.as_object()["feedback"] = speaker.pick("feedback", {&scope});
      idea.as_object()["cons"].as_array().push_back(Json(capitalised(text_at(scope, "risk"))));
    }
    out_["scores_json"] = scores_block(judged, scores);
  }

  Speaker speaker_now() const { return speaker_of(play_, topic_, dice_, purpose_); }

  const Screenplay& play_;
  const Topic& topic_;
  const Dice& dice_;
  const Purpose& purpose_;
  TaskAtHand hand_;
  IdeaBook book_;
  JsonObject out_;
};

}  // namespace

bool is_rehearsal_value(std::string_view name) {
  const std::string_view first = name == "." ? name : name.substr(0, name.find('.'));
  return std::ranges::find(kRehearsalValues, first) != kRehearsalValues.end() ||
         std::ranges::find(kIdeaValues, first) != kIdeaValues.end() ||
         std::ranges::find(conversation_value_names(), first) != conversation_value_names().end();
}

TaskAtHand task_at_hand(const Purpose& purpose) {
  if (purpose.task != "repair" && purpose.task != "empty_reply")
    return {purpose.task, purpose.round};
  const Json* before = find_at(purpose.facts, "task_before");
  if (before == nullptr) return {purpose.task, purpose.round};
  if (before->is_string()) return {std::string(before->get_string()), purpose.round};
  return {std::string(text_at(*before, "task", purpose.task)),
          static_cast<int>(int_at(*before, "round", purpose.round))};
}

std::size_t turn_number(const Purpose& purpose) {
  if (is_conversation(purpose.facts))
    return static_cast<std::size_t>(int_at(purpose.facts, "turns"));
  return static_cast<std::size_t>(std::max(task_at_hand(purpose).round, 1) - 1);
}

Speaker speaker_of(const Screenplay& play, const Topic& topic, const Dice& dice,
                   const Purpose& purpose) {
  if (is_conversation(purpose.facts))
    return conversation_speaker(play, topic, dice, purpose, purpose.agent);
  const std::int64_t rounds = int_at(purpose.facts, "max_rounds", 3);
  return {play, topic.own_lists(), dice, turn_number(purpose),
          static_cast<std::size_t>(std::max<std::int64_t>(rounds, 3))};
}

JsonObject rehearsal_values(const Screenplay& play, const Topic& topic, const Dice& dice,
                            const Purpose& purpose,
                            const std::map<std::string, std::string>& scores) {
  return Builder(play, topic, dice, purpose).build(scores);
}

}  // namespace fm
