#include "team/conversation/question_round.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "test/support/council_testing.h"

namespace fm {
namespace {

using List = std::vector<std::string>;

// As the log does, in a state alone: a wave, what the person said, and an agent's turn without a
// question.
QuestionRoundState after_round(QuestionRoundState state, const QuestionRoundReading& reading) {
  ++state.waves;
  state.turns_in_a_row += reading.turns;
  if (!reading.asked.empty()) state.heard = false;
  for (const TeamQuestion& question : reading.asked) state.questions.push_back(question);
  state.done.insert(state.done.end(), reading.done.begin(), reading.done.end());
  state.offered.insert(state.offered.end(), reading.offered.begin(), reading.offered.end());
  return state;
}

QuestionRoundState after_person(QuestionRoundState state, const PersonReading& reading) {
  state.turns_in_a_row = 0;
  state.enough = state.enough || reading.enough;
  for (const ClosedQuestion& closed : reading.closed) {
    const auto question = std::ranges::find(state.questions, closed.id, &TeamQuestion::id);
    if (question == state.questions.end() || question->end) continue;
    question->end = closed.end;
    question->answer = closed.text;
  }
  // Who asks back has not replied to what is still open.
  state.heard = state.enough || !reading.asks_context || state.open().empty();
  return state;
}

QuestionRoundState after_turn(QuestionRoundState state) {
  ++state.turns_in_a_row;
  return state;
}

QuestionRoundReading read(const QuestionRoundState& state, const std::vector<AgentWords>& answers,
                          const List& known = {}) {
  return read_question_round(council_vocabulary(), state, answers, known);
}
QuestionRoundState wave(const QuestionRoundState& state, const std::vector<AgentWords>& answers) {
  QuestionRoundReading reading = read(state, answers);
  for (std::size_t at = 0; at < reading.asked.size(); ++at)
    reading.asked[at].id = "q" + std::to_string(state.questions.size() + at + 1);
  return after_round(state, reading);
}
PersonReading hear(const QuestionRoundState& state, std::string_view message) {
  return read_person(council_vocabulary(), state, message);
}
QuestionRoundState reply(const QuestionRoundState& state, std::string_view message) {
  return after_person(state, hear(state, message));
}
List texts(const QuestionRoundReading& reading) {
  List found;
  for (const TeamQuestion& question : reading.asked) found.push_back(question.text);
  return found;
}
std::vector<DropReason> reasons(const QuestionRoundReading& reading) {
  std::vector<DropReason> found;
  for (const DroppedQuestion& question : reading.dropped) found.push_back(question.reason);
  return found;
}
QuestionRoundState team_of(List agents) {
  QuestionRoundState state;
  state.agents = std::move(agents);
  return state;
}
bool may_ask(const QuestionRoundState& state, std::string_view agent) {
  const List askers = next_askers(state);
  return std::ranges::find(askers, agent) != askers.end();
}
void close_all(QuestionRoundState& state, QuestionEnd as = QuestionEnd::kAnswered) {
  for (TeamQuestion& question : state.questions) question.end = as;
  state.heard = true;
}

// Different questions, so that none is a duplicate.
const List& pool() {
  static const List questions = {
      "How many goats live there?",   "Which fonts do you like?", "Who writes the newsletter?",
      "Where is the warehouse?",      "Do you sell gift cards?",  "Why did the old site fail?",
      "Which payment service is it?", "Who answers the phone?",   "Do visitors need a wheelchair?"};
  return questions;
}

TEST_CASE("each agent asks its first genuine question, all in one wave") {
  const QuestionRoundState state = team_of({"leader", "ux", "coder"});
  CHECK(next_askers(state) == List{"leader", "ux", "coder"});
  const QuestionRoundReading reading =
      read(state, {{"leader", "Who reads that, as we know? Who writes the newsletter?"},
                   {"ux", "I see a form. Which fonts do you like? Do you sell gift cards?"},
                   {"coder", "All is clear to me, I have no question."}});
  CHECK(texts(reading) == List{"Who writes the newsletter?", "Which fonts do you like?"});
  CHECK(reading.asked[1].agent == "ux");
  CHECK(reading.asked[1].wave == 1);
  CHECK(reasons(reading) == std::vector{DropReason::kOneARound});
  CHECK(reading.done == List{"coder"});
}

TEST_CASE("the same question of two agents is asked once, and the second keeps its turn") {
  QuestionRoundState state = team_of({"leader", "ux"});
  const QuestionRoundReading reading =
      read(state, {{"leader", "What is your budget?"}, {"ux", "Do you have a budget in mind?"}});
  CHECK(texts(reading) == List{"What is your budget?"});
  REQUIRE(reading.dropped.size() == 1);
  CHECK(reading.dropped[0].reason == DropReason::kDuplicate);
  CHECK(reading.dropped[0].of == "What is your budget?");
  CHECK(reading.done.empty());
}

TEST_CASE("a question that is open, answered, or of an earlier iteration is not asked again") {
  QuestionRoundState state = wave(team_of({"leader", "ux"}), {{"leader", "What is your budget?"}});
  const QuestionRoundReading open = read(state, {{"ux", "How much can you spend?"}});
  CHECK(open.asked.empty());
  CHECK(open.done == List{"ux"});  // it could have read that
  state = reply(state, "800 euros");
  CHECK(state.questions[0].end == QuestionEnd::kAnswered);
  CHECK(read(state, {{"ux", "How much can you spend?"}}).asked.empty());

  QuestionRoundState second = team_of({"ux"});
  CHECK(read(second, {{"ux", "How much can you spend?"}}).asked.size() == 1);
  second.asked_before = {"What is your budget?"};
  CHECK(read(second, {{"ux", "How much can you spend?"}}).asked.empty());
}

TEST_CASE("nothing is asked that the conversation or the folder answers") {
  const QuestionRoundState state = team_of({"coder"});
  const AgentWords asks = {"coder", "Which database do you use? Who writes the newsletter?"};
  CHECK(texts(read(state, {asks})) == List{"Which database do you use?"});
  const QuestionRoundReading known = read(state, {asks}, {"Hello.", "The database is PostgreSQL."});
  CHECK(texts(known) == List{"Who writes the newsletter?"});
  CHECK(reasons(known) == std::vector{DropReason::kAnswered});
}

TEST_CASE("an agent asks at most two questions in one iteration") {
  QuestionRoundState state = team_of({"leader", "ux", "coder"});
  state = wave(state, {{"ux", pool()[0]}});
  close_all(state);
  CHECK(may_ask(state, "ux"));
  state = wave(state, {{"ux", pool()[1]}});
  close_all(state);
  CHECK(state.asked_by("ux") == 2);
  CHECK_FALSE(may_ask(state, "ux"));
  const QuestionRoundReading third = read(state, {{"ux", pool()[2]}});
  CHECK(third.asked.empty());
  CHECK(reasons(third) == std::vector{DropReason::kAgentCap});
}

TEST_CASE("the team asks at most six questions in one iteration") {
  QuestionRoundState state = team_of({"a", "b", "c", "d", "e"});
  std::vector<AgentWords> first;
  for (std::size_t at = 0; at < 5; ++at) first.push_back({state.agents[at], pool()[at]});
  state = wave(state, first);
  close_all(state);
  state.offered.clear();                   // so that it is not complete otherwise
  CHECK(next_askers(state) == List{"a"});  // one is left, so one is asked
  const QuestionRoundReading two = read(state, {{"a", pool()[5]}, {"b", pool()[6]}});
  CHECK(texts(two) == List{pool()[5]});
  CHECK(reasons(two) == std::vector{DropReason::kTeamCap});
  state = wave(state, {{"a", pool()[5]}, {"b", pool()[6]}});
  CHECK(state.questions.size() == 6);
  close_all(state);
  CHECK(next_askers(state).empty());
  CHECK(is_complete(state).why == Completeness::kCaps);
}

TEST_CASE("who asked less is asked first") {
  QuestionRoundState state = team_of({"a", "b", "c"});
  state = wave(state, {{"a", pool()[0]}, {"b", "Nothing from me."}, {"c", pool()[1]}});
  close_all(state);
  CHECK(next_askers(state) == List{"a", "c"});
  state = wave(state, {{"a", pool()[2]}});
  close_all(state, QuestionEnd::kDropped);
  CHECK(next_askers(state) == List{"c"});
}

auto answered(const QuestionRoundState& state) {
  return std::ranges::count_if(state.questions, [](const TeamQuestion& question) {
    return question.end && *question.end != QuestionEnd::kDropped;
  });
}

TEST_CASE("answers go to their questions, one by one or all at once") {
  QuestionRoundState state =
      wave(team_of({"a", "b", "c"}), {{"a", pool()[0]}, {"b", pool()[4]}, {"c", pool()[1]}});
  CHECK(must_wait(state));
  CHECK(next_askers(state).empty());
  const QuestionRoundState one = reply(state, "there are 14 goats");
  CHECK(one.questions[0].end == QuestionEnd::kAnswered);
  CHECK(one.questions[0].answer.contains("14"));
  CHECK_FALSE(one.questions[1].end.has_value());
  CHECK(answered(one) == 1);
  const QuestionRoundState all = reply(state, "1. 14\n2. no\n3. anything with serifs");
  CHECK(answered(all) == 3);
  CHECK(all.open().empty());
  CHECK_FALSE(must_wait(all));
}

TEST_CASE("you decide and enough questions are answers") {
  const QuestionRoundState state = wave(team_of({"a", "b"}), {{"a", pool()[0]}, {"b", pool()[4]}});
  const QuestionRoundState decided = reply(state, "you decide");
  CHECK(decided.questions[0].end == QuestionEnd::kYouDecide);
  CHECK(answered(decided) == 2);
  CHECK_FALSE(is_complete(decided));
  const QuestionRoundState enough = reply(state, "enough questions");
  CHECK(enough.questions[0].end == QuestionEnd::kDropped);
  CHECK(answered(enough) == 0);
  CHECK(is_complete(enough).why == Completeness::kPersonEnough);
  CHECK(next_askers(enough).empty());
  CHECK(reasons(read(enough, {{"a", pool()[2]}})) == std::vector{DropReason::kNoMore});
  CHECK(is_complete(reply(team_of({"a"}), "no more questions please")).why ==
        Completeness::kPersonEnough);
}

TEST_CASE("who asks back has not answered: the question stays open and somebody explains") {
  const QuestionRoundState state =
      wave(team_of({"a", "b"}), {{"a", pool()[0]}, {"b", "Which payment service is it?"}});
  const PersonReading back = hear(state, "what do you mean by payment service?");
  CHECK(back.asks_context);
  CHECK(back.closed.empty());
  CHECK(back.explain == std::optional<std::string>("q2"));
  const QuestionRoundState after = after_person(state, back);
  CHECK(after.open().size() == 2);
  CHECK(must_wait(after));
  CHECK(hear(state, "why do you ask?").explain == std::nullopt);
  const QuestionRoundState single = wave(team_of({"a"}), {{"a", pool()[0]}});
  CHECK(hear(single, "why do you ask?").explain == std::optional<std::string>("q1"));
}

// Three questions of two agents, all answered, with substance.
QuestionRoundState enough_state() {
  QuestionRoundState state = team_of({"a", "b", "c"});
  for (std::size_t at = 0; at < 3; ++at)
    state.questions.push_back({.id = "q" + std::to_string(at),
                               .agent = at == 1 ? "b" : "a",
                               .text = pool()[at],
                               .wave = at == 2 ? 2 : 1,
                               .end = QuestionEnd::kAnswered,
                               .answer = "yes"});
  state.offered = {"a"};
  state.waves = 2;
  return state;
}

TEST_CASE("C-33 enough asked, answered and offered is complete; each part alone is not") {
  CHECK(is_complete(enough_state()).why == Completeness::kAskedEnough);
  CHECK_FALSE(is_complete(enough_state()).words.empty());

  QuestionRoundState one_agent = enough_state();
  for (TeamQuestion& question : one_agent.questions) question.agent = "a";
  CHECK_FALSE(is_complete(one_agent));
  QuestionRoundState few = enough_state();
  few.questions.pop_back();
  CHECK_FALSE(is_complete(few));
  QuestionRoundState unanswered = enough_state();
  unanswered.questions[2].end.reset();  // the only one of the newest wave
  CHECK_FALSE(is_complete(unanswered));
  QuestionRoundState left = enough_state();
  left.questions[0].end.reset();
  CHECK(is_complete(left).why == Completeness::kAskedEnough);
  QuestionRoundState dropped = enough_state();
  dropped.questions[2].end = QuestionEnd::kDropped;
  CHECK_FALSE(is_complete(dropped));
  QuestionRoundState empty_words = enough_state();
  empty_words.offered.clear();
  CHECK_FALSE(is_complete(empty_words));
  QuestionRoundState decided = enough_state();
  decided.questions[2].end = QuestionEnd::kYouDecide;
  CHECK(is_complete(decided));
}

TEST_CASE("a single chosen agent is enough where no other was chosen") {
  QuestionRoundState state = enough_state();
  for (TeamQuestion& question : state.questions) question.agent = "a";
  state.agents = {"a"};
  CHECK(is_complete(state).why == Completeness::kAskedEnough);
}

TEST_CASE(
    "C-33 nothing is complete while the newest wave waits for the person, but by their own word") {
  QuestionRoundState state = enough_state();
  state.heard = false;
  CHECK_FALSE(is_complete(state));
  state.enough = true;
  CHECK(is_complete(state).why == Completeness::kPersonEnough);
}

TEST_CASE("C-33 when nobody has anything left discovery is complete") {
  QuestionRoundState state = team_of({"a", "b"});
  CHECK_FALSE(is_complete(state));
  state = wave(state, {{"a", "No question."}, {"b", pool()[0]}});
  close_all(state);
  CHECK_FALSE(is_complete(state));
  CHECK(next_askers(state) == List{"b"});
  state = wave(state, {{"b", "That is all I wanted to know."}});
  CHECK(is_complete(state).why == Completeness::kNothingLeft);
}

TEST_CASE("C-33 when each agent has asked its two discovery is complete, answered or not") {
  QuestionRoundState state = team_of({"a"});
  state = reply(wave(state, {{"a", pool()[0]}}), "tell you later");
  state = wave(state, {{"a", pool()[1]}});
  CHECK_FALSE(is_complete(state));
  state.heard = true;
  CHECK(is_complete(state).why == Completeness::kCaps);
}

TEST_CASE("after ten turns of agents the team waits, which completes nothing") {
  QuestionRoundState state = team_of({"a", "b"});
  for (int turn = 0; turn < kMostAgentTurns; ++turn) {
    CHECK_FALSE(must_wait(state));
    state = after_turn(state);
  }
  CHECK(must_wait(state));
  CHECK_FALSE(is_complete(state));
  CHECK(next_askers(state).empty());
  CHECK_FALSE(must_wait(reply(state, "go on")));
  state.turns_in_a_row = kMostAgentTurns - 1;
  CHECK(next_askers(state) == List{"a"});  // the wave keeps to what is left
}

TEST_CASE("a wave counts as a turn of each agent") {
  CHECK(wave(team_of({"a", "b"}), {{"a", "No."}, {"b", pool()[0]}}).turns_in_a_row == 2);
}

TEST_CASE("questions alone are no substance") {
  CHECK_FALSE(has_substance(council_vocabulary(), "Which fonts do you like?"));
  CHECK_FALSE(has_substance(council_vocabulary(), "Thanks! Who writes the newsletter?"));
  CHECK(has_substance(council_vocabulary(),
                      "A static page with a contact form loads fast and costs little to host. "
                      "Which fonts do you like?"));
}

TEST_CASE("many waves of stubborn agents end within the caps") {
  QuestionRoundState state = team_of({"a", "b", "c", "d"});
  int waves = 0;
  std::size_t next = 0;
  while (true) {
    const List askers = next_askers(state);
    if (askers.empty()) break;
    std::vector<AgentWords> answers;
    for (const std::string& agent : askers) answers.push_back({agent, pool()[next++ % 9]});
    state = wave(state, answers);
    state = reply(state, "tell you later");
    REQUIRE(++waves < 10);
  }
  CHECK(state.questions.size() == 6);
  CHECK(is_complete(state).why == Completeness::kCaps);
}

}  // namespace
}  // namespace fm
