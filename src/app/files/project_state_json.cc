#include "app/files/project_state_json.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "reading/brief/brief.h"
#include "team/room/project_status.h"

namespace fm {
namespace {

constexpr std::string_view kPerson = "user";
constexpr std::string_view kFeedback = "FEEDBACK: ";

struct Entry {
  RoomSeq room_seq;
  std::string bot;
  std::string content;
  bool is_question = false;
  UtcMs at;
};

// Questions, answers and what the person wants otherwise, as they came.
JsonArray discovery_log(const Project& project) {
  std::vector<Entry> entries;
  for (const ProjectQuestion& one : project.questions) {
    entries.push_back({one.asked_seq, one.agent, one.text, true, one.asked_at});
    if (one.end == QuestionEnd::kAnswered) {
      entries.push_back({one.ended_seq, std::string(kPerson), one.answer, false, one.ended_at});
    } else if (one.end == QuestionEnd::kYouDecide) {
      const std::string said = one.answer.empty() ? "You decide." : one.answer;
      entries.push_back({one.ended_seq, std::string(kPerson), said, false, one.ended_at});
    }
  }
  for (const Feedback& one : project.feedback) {
    entries.push_back(
        {one.room_seq, std::string(kPerson), std::string(kFeedback) + one.text, false, one.at});
  }
  std::ranges::stable_sort(entries, {}, &Entry::room_seq);
  JsonArray log;
  for (const Entry& one : entries) {
    log.push_back(JsonObject{{"bot", one.bot},
                             {"content", one.content},
                             {"is_question", one.is_question},
                             {"timestamp", to_rfc3339(one.at)}});
  }
  return log;
}

Json approval_of(const ProjectStatus& status) {
  if (!status.verdict) return nullptr;
  const BriefVerdict& verdict = *status.verdict;
  return JsonObject{{"approved", verdict.verdict == Verdict::kApproved},
                    {"feedback", verdict.feedback.empty() ? Json(nullptr) : Json(verdict.feedback)},
                    {"timestamp", to_rfc3339(verdict.at)}};
}

// Of a resting project where it can be taken up; else the phase before this one.
Json previous_phase(const Project& project) {
  if (project.came_from) return Json(to_string(*project.came_from));
  if (project.steps.empty()) return nullptr;
  return Json(to_string(project.steps.back().from));
}

Json gate_of(const RoomView& view, const Project& project) {
  const auto gate = std::ranges::find(view.gates, project.id, &OpenGate::project);
  if (gate == view.gates.end()) return nullptr;
  return JsonObject{{"id", gate->gate}, {"type", gate->type}};
}

// Each step is its task alone, as in older files (C-40).
Json synthesis_of(const BriefRevision* revision) {
  if (revision == nullptr) return nullptr;
  Brief brief = *revision->brief;
  for (BriefStep& step : brief.next_steps) step.after.clear();
  return to_json(brief);
}

void append_indented(std::string& out, const Json& value, const std::string& margin) {
  const std::string inner = margin + "  ";
  bool first = true;
  const auto begin_entry = [&] {
    out += first ? "\n" : ",\n";
    out += inner;
    first = false;
  };
  if (value.is_object() && !value.get_object().empty()) {
    out += '{';
    for (const auto& member : value.get_object()) {
      begin_entry();
      append_json_string(out, {member.key().data(), member.key().size()});
      out += ": ";
      append_indented(out, member.value(), inner);
    }
    out += "\n" + margin + "}";
  } else if (value.is_array() && !value.get_array().empty()) {
    out += '[';
    for (const Json& item : value.get_array()) {
      begin_entry();
      append_indented(out, item, inner);
    }
    out += "\n" + margin + "]";
  } else {
    out += canonical(value);
  }
}

}  // namespace

std::string indented(const Json& value) {
  std::string out;
  append_indented(out, value, "");
  return out + "\n";
}

JsonObject project_state_json(const RoomView& view, const Project& project, Millis rests_after) {
  const bool waits = waits_for_person(project.phase);
  return {
      {"phase", to_string(project.phase)},
      {"user_goal", project.goal},
      {"discovery_log", discovery_log(project)},
      {"synthesis", synthesis_of(project.brief())},
      {"approval", approval_of(project_status(view, project))},
      {"execution_plan", project.plans.empty() ? Json(nullptr) : *project.plans.back().plan},
      {"created_at", to_rfc3339(project.created_at)},
      {"updated_at", to_rfc3339(project.last_activity)},
      {"iteration", project.iteration},
      {"previous_phase", previous_phase(project)},
      {"expires_at", waits ? Json(to_rfc3339(project.last_activity + rests_after)) : Json(nullptr)},
      {"gate", gate_of(view, project)},
      {"schema", kProjectStateSchema}};
}

}  // namespace fm
