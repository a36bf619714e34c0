// What is read of a person's message in the room where it was said.
#include "team/conversation/message_reading.h"

#include <doctest/doctest.h>

#include "team/room/phase_change.h"
#include "team/room/project_events.h"
#include "test/support/council_testing.h"
#include "test/support/room_script.h"

namespace fm {
namespace {

const By kAna{Actor::kPerson, "ana"};

// A room with one project.
struct Said {
  testing::RoomScript script;
  ProjectId id{"p-tea2"};
  int lines = 0;

  Said() {
    script.by(kAna).in(id.value).say("ana", "user", "A tea shop, please.");
    script.tell(project_created({id, "A tea shop.", {"leader", "ux"}, "m-1"}));
    script.tell("flow.started", R"({"name":"chat","args":{}})");
  }

  const Project& project() const { return *script.view.projects.find(id); }

  Said& to(Phase phase) {
    PhaseRequest request;
    request.to = phase;
    request.line_id = "m-line" + std::to_string(++lines);
    const auto events = change_phase(project(), request);
    REQUIRE(events);
    for (const NewEvent& event : *events) script.tell(event, "f-main");
    return *this;
  }
  Said& approval() {
    to(Phase::kDiscovery).to(Phase::kSynthesis);
    ProposedBrief brief;
    brief.revision = 1;
    brief.brief.title = "A tea shop";
    script.tell(brief_proposed(id, brief));
    return to(Phase::kApproval);
  }
  Said& agent(std::string_view name, std::string_view text) {
    script.in(id.value).say(name, "reply", text);
    return *this;
  }

  MessageReading read(std::string_view text, Decision asked = Decision::kNone) {
    script.by(kAna).in(id.value).say("ana", "user", text);
    const RoutingGround ground{council_vocabulary(), council_words(), council(), council_profiles(),
                               nullptr};
    return read_message(
        ground, script.view,
        {.message = script.view.messages.back(), .unsure_below = 45, .asked = asked});
  }
};

TEST_CASE("C-12 the phase says what a yes decides") {
  CHECK(Said().approval().read("yes").does == Decision::kApprove);
  CHECK(Said().to(Phase::kDiscovery).to(Phase::kReady).read("yes").does == Decision::kStart);
  CHECK(Said().to(Phase::kDiscovery).read("yes").does == Decision::kNone);
  CHECK(Said().read("yes").does == Decision::kNone);
}

TEST_CASE("C-12 what an agent asks after the brief was shown takes the plain yes") {
  const MessageReading beside =
      Said().approval().agent("coder", "Shall I leave payments out?").read("yes");
  CHECK(beside.does == Decision::kNone);
  CHECK(beside.asks == Decision::kApprove);
  CHECK(Said().approval().agent("coder", "I can begin at once.").read("yes").does ==
        Decision::kApprove);
  CHECK(Said().approval().agent("coder", "Shall I leave payments out?").read("approved").asks ==
        Decision::kApprove);
}

TEST_CASE("C-12 a question of before the brief does not take it") {
  Said said;
  said.to(Phase::kDiscovery);
  ProjectQuestion question;
  question.id = "q-1";
  question.agent = "ux";
  question.text = "Which colour?";
  said.script.tell(question_asked(said.id, question));
  said.to(Phase::kSynthesis);
  ProposedBrief brief;
  brief.revision = 1;
  brief.brief.title = "A tea shop";
  said.script.tell(brief_proposed(said.id, brief));
  said.to(Phase::kApproval);
  CHECK(said.read("yes").does == Decision::kApprove);
}

TEST_CASE("C-12 a closed question is answered by yes and no, a command decides by itself") {
  for (const Decision asked :
       {Decision::kStart, Decision::kCancel, Decision::kApprove, Decision::kAccept}) {
    CHECK(Said().to(Phase::kDiscovery).read("yes", asked).does == asked);
    const MessageReading no = Said().to(Phase::kDiscovery).read("no", asked);
    CHECK(no.does == Decision::kNone);
    CHECK(no.is_plain_no);
  }
  const MessageReading command = Said().approval().read("/cancel");
  CHECK(command.cancels);
  CHECK(command.does == Decision::kNone);
}

TEST_CASE("C-12 confidences are whole percent, and a reading survives being kept") {
  const MessageReading reading = Said().approval().read("Build me an online shop for tea");
  CHECK(reading.intent.confidence > 45);
  CHECK(reading.intent.confidence <= 100);
  CHECK_FALSE(reading.unsure);
  const MessageReading kept = message_reading(Json(to_json(reading)));
  CHECK(kept.understood);
  CHECK(kept.does == reading.does);
  CHECK(kept.asks == reading.asks);
  CHECK(kept.speech == reading.speech);
  CHECK_FALSE(message_reading(Json(JsonObject{{"approval", "approve"}})).understood);
}

}  // namespace
}  // namespace fm
