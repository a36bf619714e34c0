// What is journaled of readings, byte for byte as older releases wrote it.
#include <doctest/doctest.h>

#include "team/conversation/conversation_reader.h"
#include "team/conversation/message_reading.h"

namespace fm {
namespace {

TEST_CASE("a message's reading has the bytes that older releases journaled") {
  const std::string usual =
      R"({"approval":"unclear","intent":{"confidence":20,"intent":"chat","interests":[],)"
      R"("people":[],"words":[]}})";
  CHECK(canonical(to_json(MessageReading())) == usual);
  CHECK(canonical(to_json(message_reading(to_json(MessageReading())))) == usual);

  MessageReading reading;
  reading.command = "new";
  reading.rest = "a shop";
  reading.starts = reading.cancels = true;
  reading.approval = Approval::kFeedback;
  reading.act = Command::kPause;
  reading.words = {"go"};
  reading.intent = {.intent = Intent::kBuild,
                    .confidence = 88,
                    .runner_up = Intent::kTask,
                    .interests = {"tea"},
                    .combined = true,
                    .people = {"customers"},
                    .words = {"build"}};
  reading.agents = {"leader"};
  reading.builders = {"coder"};
  reading.doer = "coder";
  reading.unsure = true;
  reading.judge_system = "Judge.";
  reading.judge_user = "This.";
  reading.addressed = {"ada"};
  reading.to_all = true;
  reading.unknown = {{"adda", {"ada"}}};
  reading.closed = {{"q-1", QuestionEnd::kYouDecide, "You decide."}};
  reading.enough = reading.asks_context = true;
  reading.explain = "q-2";
  reading.option = "Shop";
  reading.wants_build = reading.asks_to_build = reading.wants_ideas = true;
  reading.wants_vote = reading.other_matter = true;
  reading.asks_where = reading.asks_more = reading.goes_on = true;
  reading.names_file = reading.is_about_it = reading.takes_along = true;
  reading.changes_code = true;
  const std::string whole =
      R"({"act":"pause","addressed":["ada"],"agents":["leader"],"approval":"feedback",)"
      R"("asks_context":true,"asks_more":true,"asks_to_build":true,"asks_where":true,)"
      R"("builders":["coder"],"cancels":true,"changes_code":true,)"
      R"("closed":[{"how":"you_decide","question":"q-1","text":"You decide."}],"command":"new",)"
      R"("doer":"coder","enough":true,"explain":"q-2","goes_on":true,)"
      R"("intent":{"combined":true,"confidence":88,"intent":"build","interests":["tea"],)"
      R"("people":["customers"],"runner_up":"task","words":["build"]},"is_about_it":true,)"
      R"("judge_system":"Judge.","judge_user":"This.","names_file":true,"option":"Shop","other_matter":true,)"
      R"("rest":"a shop","starts":true,"takes_along":true,"to_all":true,)"
      R"("unknown":[{"name":"adda","near":["ada"]}],"unsure":true,"wants_build":true,)"
      R"("wants_ideas":true,"wants_vote":true,"words":["go"]})";
  CHECK(canonical(to_json(reading)) == whole);
  CHECK(canonical(to_json(message_reading(to_json(reading)))) == whole);
}

TEST_CASE("where a talk stands is read from what older releases journaled") {
  const ConversationStatus stand = conversation_status(*parse_json(
      R"({"agreed":true,"approach":"A shop","approach_from":"ada","askers":["ada"],"chosen":true,)"
      R"("complete":"cap","complete_words":"That is enough.","missing":"nothing",)"
      R"("must_wait":true,"objections":[{"agent":"bob","by":"ada","state":"taken_up",)"
      R"("text":"Too dear."}],"questions_left":4,"reached":true,"reasoning":"r","route":"ada",)"
      R"("turns":2,"wave":3})"));
  CHECK(stand.askers == std::vector<std::string>{"ada"});
  CHECK(stand.wave == 3);
  CHECK(stand.questions_left == 4);
  CHECK(stand.complete == "cap");
  CHECK(stand.complete_words == "That is enough.");
  CHECK((stand.must_wait && stand.chosen && stand.agreed && stand.reached));
  CHECK(stand.turns == 2);
  CHECK(stand.approach == "A shop");
  CHECK(stand.approach_from == "ada");
  CHECK(stand.missing == "nothing");
  CHECK(stand.route == "ada");
  CHECK(stand.reasoning == "r");
  REQUIRE(stand.objections.size() == 1);
  CHECK(stand.objections[0].agent == "bob");
  CHECK(stand.objections[0].text == "Too dear.");
  CHECK(stand.objections[0].by == "ada");
  CHECK(stand.objections[0].state == ObjectionState::kTakenUp);
  CHECK(stand.open_objections().empty());
}

}  // namespace
}  // namespace fm
