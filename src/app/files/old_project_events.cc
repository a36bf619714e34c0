// The events of a project that is taken over, for old_project.h.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/files/old_project.h"
#include "base/text.h"
#include "people/questions/questions.h"
#include "team/room/phase_change.h"
#include "team/room/project_events.h"

namespace fm {
namespace {

using enum Phase;

constexpr std::string_view kPerson = "user";
constexpr std::string_view kFeedback = "FEEDBACK:";
constexpr int kMostIterations = 10;  // more feedback than that is told, not played again

class Taking {
 public:
  Taking(const OldProject& old, const TakeOver& how) : old_(old), how_(how) {}

  std::vector<NewEvent> run() {
    std::string goal = old_.goal;
    if (goal.empty() && old_.brief) goal = old_.brief->goal;
    if (goal.empty()) goal = "A project from " + how_.from;
    add(project_created({how_.id, goal, agents(), {}}));
    go(kDiscovery, {}, "it is taken over from " + how_.from);
    last_feedback_ = std::max<std::size_t>(count_feedback(), 1) - 1;
    for (const OldEntry& entry : old_.log) take(entry);
    if (!old_.feedback.empty() && !told_feedback_) feedback(old_.feedback);
    finish();
    return std::move(events_);
  }

 private:
  const Project& project() const { return projects_.all.front(); }

  // Into the list and into the view that the next one is made from.
  void add(NewEvent event) {
    Event folded;
    folded.room_seq = {static_cast<std::int64_t>(events_.size()) + 1};
    folded.kind = event.kind;
    folded.body = event.body;
    folded.by = event.by;
    folded.project = event.project;
    projects_.apply(folded, how_.id);
    events_.push_back(std::move(event));
  }

  std::string next_id(char prefix) {
    return derived_id(prefix, FlowId{how_.id.value}, fmt::format("/taken-over/{}", ++ids_));
  }

  void go(Phase to, std::string said = {}, std::string why = {},
          std::optional<ProjectEnding> ending = {}) {
    PhaseRequest request;
    request.to = to;
    request.line_id = next_id('m');
    request.why = std::move(why);
    request.ending = ending;
    request.feedback = std::move(said);
    auto events = change_phase(project(), request);
    FM_CHECK(events.has_value(), "a project is taken over along the table");
    for (NewEvent& event : *events) add(std::move(event));
  }

  std::vector<std::string> agents() const {
    std::vector<std::string> agents;
    for (const OldEntry& entry : old_.log) {
      if (entry.bot == kPerson) continue;
      std::string agent = agent_of(entry);
      if (std::ranges::find(agents, agent) == agents.end()) agents.push_back(std::move(agent));
    }
    return agents;
  }

  static std::string agent_of(const OldEntry& entry) {
    constexpr std::size_t kMost = 40;
    std::string id = slug(entry.bot, kMost);
    return id.empty() ? "leader" : id;
  }

  static bool is_feedback(const OldEntry& entry) {
    return entry.bot == kPerson && !entry.is_question && entry.content.starts_with(kFeedback);
  }

  std::size_t count_feedback() const {
    return static_cast<std::size_t>(std::ranges::count_if(old_.log, is_feedback));
  }

  void take(const OldEntry& entry) {
    if (is_feedback(entry)) {
      feedback(std::string(trim(std::string_view(entry.content).substr(kFeedback.size()))));
    } else if (entry.is_question) {
      ProjectQuestion question;
      question.id = next_id('q');
      question.agent = entry.bot == kPerson ? "leader" : agent_of(entry);
      question.text = entry.content;
      question.type = QuestionType::kClarification;
      add(question_asked(how_.id, question));
    } else if (entry.bot == kPerson) {
      answer(entry.content);
    } else {
      line(agent_of(entry) + ": " + entry.content);
    }
  }

  // Which question it answers is not in the file: all that stand open just then.
  void answer(const std::string& text) {
    std::vector<std::string> open;
    for (const ProjectQuestion* one : project().open_questions()) open.push_back(one->id);
    if (open.empty()) line("You: " + text);
    for (const std::string& id : open)
      add(question_answered(how_.id, id, QuestionEnd::kAnswered, text, {}, how_.person));
  }

  void feedback(const std::string& text) {
    told_feedback_ = true;
    if (passes_ >= kMostIterations) return line("You wanted: " + text);
    const bool last = static_cast<std::size_t>(passes_++) == last_feedback_;
    go(kSynthesis);
    if (last) propose();
    go(kApproval);
    go(kDiscovery, text);
  }

  // The file has the last brief only.
  void propose() {
    if (!old_.brief || proposed_) return;
    proposed_ = true;
    add(brief_proposed(how_.id,
                       {*old_.brief, 1, BriefOrigin::kLeader, {Actor::kAgent, "leader"}, {}}));
  }

  void finish() {
    const bool finished = old_.phase == kIdle && old_.approved == true;
    const Phase to = finished ? kReview : old_.phase;
    if (to == kSynthesis || to == kApproval || to == kExecution || to == kReview) {
      drop_open_questions();
      go(kSynthesis);
      propose();
      if (to != kSynthesis) go(kApproval);
      if (to == kExecution || to == kReview) {
        go(kExecution);
        if (old_.plan.is_object())
          add(plan_proposed(how_.id, old_.plan, 1, {Actor::kAgent, "leader"}));
      }
      if (to == kReview) go(kReview);
    } else {
      propose();
      if (to == kReady) go(kReady);
    }
    const ProjectEnding ending = finished                            ? ProjectEnding::kSuccess
                                 : waits_for_person(project().phase) ? ProjectEnding::kTimeout
                                                                     : ProjectEnding::kCancellation;
    go(kIdle, {}, "it was taken over from " + how_.from, ending);
    if (old_.skipped > 0) {
      line(fmt::format("{} entr{} of {} could not be read and stay{} in the file.", old_.skipped,
                       old_.skipped == 1 ? "y" : "ies", how_.from, old_.skipped == 1 ? "s" : ""));
    }
  }

  // Nobody waits for them beyond discovery.
  void drop_open_questions() {
    std::vector<std::string> open;
    for (const ProjectQuestion* one : project().open_questions()) open.push_back(one->id);
    for (const std::string& id : open)
      add(question_answered(how_.id, id, QuestionEnd::kDropped, {}, {}, By{}));
  }

  void line(const std::string& text) {
    NewEvent event;
    event.kind = "message.posted";
    event.project = how_.id;
    event.body = {{"id", next_id('m')},
                  {"from", event.by.id},
                  {"to", "team"},
                  {"kind", kSystemMessage},
                  {"marker", "discussion"},
                  {"phase", to_string(project().phase)},
                  {"text", text}};
    add(std::move(event));
  }

  const OldProject& old_;
  const TakeOver& how_;
  Projects projects_;
  std::vector<NewEvent> events_;
  int ids_ = 0;
  int passes_ = 0;
  std::size_t last_feedback_ = 0;
  bool told_feedback_ = false;
  bool proposed_ = false;
};

}  // namespace

std::vector<NewEvent> old_project_events(const OldProject& old, const TakeOver& how) {
  return Taking(old, how).run();
}

}  // namespace fm
