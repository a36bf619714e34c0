// A room of a folder with one project, told step by step. For tests only.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "team/room/phase_change.h"
#include "team/room/project_events.h"
#include "team/vote/vote.h"
#include "test/support/room_script.h"

namespace fm::testing {

inline const By kAna{Actor::kPerson, "ana"};

struct ProjectBuilder {
  RoomScript script{"general"};
  ProjectId id{"p-tea2"};
  int lines = 0;

  explicit ProjectBuilder(const std::string& folder) {
    script.tell("room.created", {{"title", "General"}, {"folder", folder}, {"team", "council"}},
                "");
    script.by(kAna).tell("message.posted", R"({"id":"m-1","from":"ana","kind":"user",)"
                                           R"("text":"A tea shop."})");
    script.tell(project_created({id, "A tea shop.", {"leader", "ux"}, "m-1"}));
  }

  const Project& project() const { return *script.view.projects.find(id); }

  ProjectBuilder& to(Phase phase, std::string feedback = {}) {
    PhaseRequest request;
    request.to = phase;
    request.line_id = "m-line" + std::to_string(++lines);
    request.feedback = std::move(feedback);
    if (phase == Phase::kIdle) request.ending = ProjectEnding::kTimeout;
    const auto events = change_phase(project(), request);
    REQUIRE(events);
    for (const NewEvent& event : *events) script.tell(event);
    return *this;
  }

  ProjectBuilder& ask(const std::string& question) {
    ProjectQuestion asked;
    asked.id = question;
    asked.agent = "ux";
    asked.text = "What about " + question + "?";
    script.tell(question_asked(id, asked));
    return *this;
  }

  ProjectBuilder& answer(const std::string& question, QuestionEnd how,
                         const std::string& text = {}) {
    script.tell(question_answered(id, question, how, text, {}, kAna));
    return *this;
  }

  ProjectBuilder& brief(int revision, const std::string& title) {
    Brief made;
    made.title = title;
    made.goal = "Sell tea.";
    made.next_steps = {{"coder", "Build the page."}};
    script.tell(
        brief_proposed(id, {made, revision, BriefOrigin::kLeader, {Actor::kAgent, "leader"}, {}}));
    return *this;
  }

  ProjectBuilder& say(const std::string& agent, const std::string& kind, const std::string& text) {
    script.in(id.value).say(agent, kind, text);
    return *this;
  }
};

}  // namespace fm::testing
