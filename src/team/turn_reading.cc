#include "team/turn_reading.h"

#include "reading/choice.h"
#include "reading/fault.h"
#include "reading/ideas.h"
#include "reading/scores.h"

namespace fm {
namespace {

std::vector<KnownIdea> known_ideas(const RoomView& view) {
  std::vector<KnownIdea> known;
  for (const Idea* idea : view.living_ideas()) known.push_back({idea->id, idea->now().title});
  return known;
}

void note(std::vector<std::string>& codes, const std::vector<Note>& notes) {
  for (const Note& one : notes) codes.push_back(one.code);
}

Json fault_value(const Fault& fault, std::string_view wanted) {
  JsonObject value;
  value["fault"] = repair_prompt(fault, wanted);
  value["code"] = fault_name(fault.code);
  return value;
}

TurnReading ideas_in(std::string_view text, bool cut_off, const RoomView& view) {
  IdeasOptions options;
  options.known = known_ideas(view);
  options.cut_by_limit = cut_off;
  auto read = read_ideas(text, options);
  TurnReading reading;
  if (!read) {
    reading.value = fault_value(
        read.error(), "one JSON block {\"ideas\": [{\"title\": ..., \"description\": ...}]}");
    return reading;
  }
  JsonObject value;
  JsonArray list;
  // Merged titles stay in the list: what becomes of them is the room's business, and visible.
  for (const GivenIdea& idea : read->ideas) {
    JsonObject entry;
    if (!idea.id.empty()) entry["id"] = idea.id;
    entry["title"] = idea.title;
    entry["description"] = idea.description;
    if (!idea.rationale.empty()) entry["rationale"] = idea.rationale;
    entry["tags"] = to_json(idea.tags);
    if (!idea.builds_on.empty()) entry["builds_on"] = idea.builds_on;
    list.push_back(std::move(entry));
  }
  for (const MergedIdea& merged : read->merged) {
    JsonObject entry;
    entry["title"] = merged.title;
    list.push_back(std::move(entry));
  }
  value["ideas"] = std::move(list);
  reading.value = std::move(value);
  note(reading.repairs, read->repairs);
  note(reading.repairs, read->warnings);
  return reading;
}

TurnReading scores_in(std::string_view text, bool cut_off, const RoomView& view) {
  ScoresOptions options;
  options.cut_by_limit = cut_off;
  auto read = read_scores(text, known_ideas(view), options);
  TurnReading reading;
  if (!read) {
    reading.value = fault_value(read.error(), "one JSON block {\"scores\": [{\"id\": ..., ...}]}");
    return reading;
  }
  JsonArray list;
  for (const GivenScore& score : read->scores) {
    if (!score.scored()) continue;
    JsonObject entry;
    entry["id"] = score.id;
    JsonObject criteria;
    for (std::size_t i = 0; i < score.criteria.size(); ++i)
      if (score.criteria[i]) criteria[kCriteria[i]] = *score.criteria[i];
    entry["criteria"] = std::move(criteria);
    if (score.overall) entry["overall"] = *score.overall;
    entry["pros"] = to_json(score.pros);
    entry["cons"] = to_json(score.cons);
    entry["feedback"] = score.feedback;
    if (score.clamped) entry["clamped"] = true;
    list.push_back(std::move(entry));
  }
  JsonObject value;
  value["scores"] = std::move(list);
  reading.value = std::move(value);
  note(reading.repairs, read->repairs);
  note(reading.repairs, read->warnings);
  return reading;
}

TurnReading choice_in(std::string_view text, const RoomView& view) {
  const auto known = known_ideas(view);
  const auto chosen = read_choice(text, known);
  JsonObject value;
  value["id"] = chosen ? known[*chosen].id : std::string();
  TurnReading reading;
  reading.value = std::move(value);
  return reading;
}

}  // namespace

TurnReading read_turn(TurnReads reads, std::string_view text, bool cut_off, const RoomView& view) {
  switch (reads) {
    case TurnReads::kIdeas:
      return ideas_in(text, cut_off, view);
    case TurnReads::kScores:
      return scores_in(text, cut_off, view);
    case TurnReads::kChoice:
      return choice_in(text, view);
    case TurnReads::kPage:
    case TurnReads::kNothing:
      return {};
  }
  return {};
}

}  // namespace fm
