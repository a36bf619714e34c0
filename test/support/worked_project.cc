#include "test/support/worked_project.h"

#include "team/room/phase_change.h"
#include "team/room/project_events.h"

namespace fm::testing {
namespace {

const By kAna{Actor::kPerson, "ana"};

}  // namespace

WorkedProject::WorkedProject() {
  script.create("A tea shop");
  script.by(kAna).tell("message.posted",
                       R"({"id":"m-1","from":"ana","to":"team","kind":"user",)"
                       R"("marker":"discussion","text":"A tea shop."})",
                       "");
  script.tell(project_created({id, "A tea shop.", {"leader", "ux"}, "m-1"}));
  script.tell("flow.started", R"({"name":"chat","version":1,"args":{"project":"p-tea2"},)"
                              R"("pins":{},"endpoints":{}})");
}

WorkedProject& WorkedProject::to(Phase phase, std::string feedback) {
  PhaseRequest request;
  request.to = phase;
  request.line_id = "m-line" + std::to_string(++lines);
  request.feedback = std::move(feedback);
  if (phase == Phase::kIdle) request.ending = ProjectEnding::kTimeout;
  if (phase == Phase::kFailed) request.error = Error{"model_timeout", "Late.", "", ""};
  const auto events = change_phase(project(), request);
  if (!events) throw Bug("a test changes a phase against the table");
  for (const NewEvent& event : *events) script.tell(event, "f-main");
  return *this;
}

WorkedProject& WorkedProject::ask(const std::string& question) {
  ProjectQuestion asked;
  asked.id = question;
  asked.agent = "ux";
  asked.text = "What about " + question + "?";
  script.tell(question_asked(id, asked));
  return *this;
}

WorkedProject& WorkedProject::end(const std::string& question, QuestionEnd how,
                                  const std::string& text) {
  script.tell(question_answered(id, question, how, text, {}, kAna));
  return *this;
}

WorkedProject& WorkedProject::propose(const std::string& title, int revision) {
  Brief brief;
  brief.title = title;
  brief.goal = "Sell tea";
  script.tell(
      brief_proposed(id, {brief, revision, BriefOrigin::kLeader, {Actor::kAgent, "leader"}, {}}));
  return *this;
}

WorkedProject& WorkedProject::gate(const std::string& gate, const std::string& type,
                                   const std::string& question,
                                   const std::vector<std::string>& options) {
  script.tell("gate.opened", {{"gate", gate},
                              {"type", type},
                              {"question", question},
                              {"digest", "d-" + gate},
                              {"options", to_json(options)},
                              {"subject", nullptr}});
  return *this;
}

}  // namespace fm::testing
