#include "team/conversation/agreement.h"

#include <doctest/doctest.h>

#include <memory>

#include "test/support/council_testing.h"

namespace fm {
namespace {

using List = std::vector<std::string>;

DebateWords agent(std::string from, std::string text) {
  DebateWords said;
  said.from = std::move(from);
  said.text = std::move(text);
  return said;
}
DebateWords person(std::string text) {
  DebateWords said = agent("me", std::move(text));
  said.person = true;
  return said;
}
DebateWords objection(std::string from, std::string text) {
  DebateWords said = agent(std::move(from), std::move(text));
  said.stance = Stance::kObject;
  return said;
}
std::string all_of(const Agreement& agreement) {
  std::string all = agreement.missing() + (agreement.agreed ? " agreed" : "");
  if (const auto& approach = agreement.approach)
    all += "|" + approach->text + " by " + approach->from + (approach->chosen ? " chosen" : "");
  for (const Objection& one : agreement.objections)
    all += "|" + one.agent + one.text + std::string(to_string(one.state)) + one.by;
  for (const std::string& condition : agreement.conditions) all += "|" + condition;
  return all;
}

// Whatever is read at once is the same when it is read as it grows.
Agreement read(const std::vector<DebateWords>& debate) {
  DebateMemo memo;
  for (std::size_t size = 1; size <= debate.size(); ++size) {
    const std::vector<DebateWords> said(debate.begin(),
                                        debate.begin() + static_cast<std::ptrdiff_t>(size));
    CHECK(all_of(memo.read(council_vocabulary(), council_words(), "r/p", said)) ==
          all_of(read_agreement(council_vocabulary(), council_words(), said)));
  }
  return read_agreement(council_vocabulary(), council_words(), debate);
}

const DebateWords kProposal =
    agent("architect", "There are two ways.\nI recommend OAuth with short sessions.");
const DebateWords kOptions =
    agent("architect",
          "Given that:\n\nOption A: OAuth with short sessions\n- Pros: quick\n\n"
          "**Option B:** magic links by mail\n- Cons: needs delivery\n\nWhich one fits?");
const DebateWords kDoubt =
    objection("adversary", "I object: stolen tokens stay valid and the cookies are readable.");

TEST_CASE("a proposal that the person agrees to is consensus") {
  for (const std::string_view yes :
       {"That sounds good.", "I agree", "Let's do that!", "yes, perfect", "Einverstanden"}) {
    const Agreement reached = read({kProposal, person(std::string(yes))});
    CHECK_MESSAGE(reached.is_reached(), yes);
    CHECK(reached.approach->from == "architect");
    CHECK(reached.approach->text == "I recommend OAuth with short sessions.");
    CHECK(reached.approach->chosen);
  }
}

TEST_CASE("a debate with another past is read anew, and debates are kept apart") {
  const auto read_on = [memo = std::make_shared<DebateMemo>()](
                           const std::string& name, const std::vector<DebateWords>& debate) {
    return all_of(memo->read(council_vocabulary(), council_words(), name, debate));
  };
  const std::vector<DebateWords> agreed = {kProposal, person("That sounds good.")};
  const std::vector<DebateWords> other = {kOptions, person("That sounds good."), kDoubt};
  CHECK(read_on("one", agreed) == all_of(read(agreed)));
  CHECK(read_on("two", other) == all_of(read(other)));
  CHECK(read_on("one", other) == all_of(read(other)));              // another past
  CHECK(read_on("one", {kProposal}) == all_of(read({kProposal})));  // a shorter one
  for (int i = 0; i < 40; ++i) CHECK(read_on(std::to_string(i), agreed) == all_of(read(agreed)));
}

TEST_CASE("agents that agree among themselves reach nothing") {
  const Agreement among =
      read({person("I need a login"), kProposal, agent("leader", "I agree."),
            agent("adversary", "I agree, no objections."), agent("ux", "I agree, let's do that.")});
  REQUIRE(among.approach);
  CHECK_FALSE(among.approach->chosen);
  CHECK_FALSE(among.agreed);
  CHECK_FALSE(among.is_reached());
}

TEST_CASE("without an approach a yes agrees to nothing") {
  const Agreement vague = read({agent("ux", "People like short forms."), person("sounds good")});
  CHECK_FALSE(vague.approach);
  CHECK_FALSE(vague.is_reached());
  CHECK(vague.missing() == "No approach is on the table.");
}

TEST_CASE("what asks, doubts, refuses or wants a change does not agree") {
  for (const std::string_view words :
       {"Sounds good, but what about security?", "yes but make it cheaper", "hmm, not sure",
        "No, I don't like it", "What does it cost?", "Interesting.", "maybe later", ""}) {
    const Agreement open = read({kProposal, person(std::string(words))});
    CHECK_FALSE_MESSAGE(open.is_reached(), words);
    CHECK_FALSE(open.agreed);
  }
}

TEST_CASE("only the newest message of the person counts") {
  CHECK_FALSE(read({kProposal, person("I agree"), person("What does it cost?")}).is_reached());
  CHECK(read({kProposal, person("What does it cost?"), agent("leader", "Nothing."),
              person("ok, I agree")})
            .is_reached());
}

TEST_CASE("the person picks an option by its letter or title, or says it in own words") {
  CHECK(offered_options(kOptions.text) == List{"OAuth with short sessions", "magic links by mail"});
  const Agreement letter = read({kOptions, person("Let's go with option B")});
  CHECK(letter.is_reached());
  CHECK(letter.approach->text == "magic links by mail");
  CHECK(letter.approach->from == "architect");
  CHECK(read({kOptions, person("the magic links, please")}).approach->text ==
        "magic links by mail");
  const Agreement own = read({kOptions, person("Let's go with a shared password list")});
  CHECK(own.is_reached());
  CHECK(own.approach->text == "a shared password list");
  CHECK(own.approach->from.empty());
}

TEST_CASE("a pick with a question or a wish is chosen but not agreed") {
  const Agreement but = read({kOptions, person("Option B, but cheaper")});
  REQUIRE(but.approach);
  CHECK(but.approach->text == "magic links by mail");
  CHECK_FALSE(but.is_reached());
  const Agreement hedged = read({kOptions, person("If we go with option B, is it safe?")});
  CHECK_FALSE(hedged.is_reached());
  CHECK_FALSE(hedged.approach);
}

TEST_CASE("an open objection holds consensus up, and a mere yes does not settle it") {
  const Agreement open = read({kProposal, kDoubt, person("That sounds good.")});
  CHECK(open.approach->chosen);
  CHECK(open.agreed);
  REQUIRE(open.open().size() == 1);
  CHECK(open.open()[0]->agent == "adversary");
  CHECK_FALSE(open.is_reached());
  CHECK(open.missing() == "An objection of adversary is open.");
}

TEST_CASE("an objection ends when it is answered, withdrawn, or taken up by the person") {
  DebateWords answer = agent("architect", "The cookies become unreadable for scripts.");
  answer.answers_to = {"adversary"};
  const Agreement answered = read({kProposal, kDoubt, answer, person("I agree")});
  CHECK(answered.is_reached());
  CHECK(answered.objections[0].state == ObjectionState::kAnswered);
  CHECK(answered.objections[0].by == "architect");

  const Agreement withdrawn =
      read({kProposal, kDoubt, agent("adversary", "I agree now."), person("I agree")});
  CHECK(withdrawn.is_reached());
  CHECK(withdrawn.objections[0].state == ObjectionState::kWithdrawn);

  const Agreement taken = read({kOptions, kDoubt,
                                person("Good points. Let's do OAuth with those security "
                                       "measures. Go ahead.")});
  CHECK(taken.is_reached());
  CHECK(taken.objections[0].state == ObjectionState::kTakenUp);
  CHECK(taken.objections[0].by == "me");

  for (const std::string_view words :
       {"I agree. Stolen tokens do not worry me.", "I agree, and we make the cookies unreadable.",
        "Let's do that, and I accept the risk.", "Good point. I agree, tokens expire then."}) {
    const Agreement by_topic = read({kProposal, kDoubt, person(std::string(words))});
    CHECK_MESSAGE(by_topic.objections[0].state == ObjectionState::kTakenUp, words);
    CHECK_MESSAGE(by_topic.is_reached(), words);
  }
}

TEST_CASE("who grants an objection agrees to nothing by that") {
  for (const std::string_view words :
       {"Good points.", "Good point, the tokens should expire.", "You're right.",
        "Fair point. I have another idea.", "I worry about stolen tokens too."}) {
    const Agreement granted = read({kProposal, kDoubt, person(std::string(words))});
    CHECK_MESSAGE(granted.objections[0].state == ObjectionState::kOpen, words);
    CHECK_FALSE_MESSAGE(granted.agreed, words);
    CHECK_FALSE_MESSAGE(granted.approach->chosen, words);
  }
}

TEST_CASE("neither its own agent nor a bystander settles an objection") {
  DebateWords own = agent("adversary", "It is as I said.");
  own.answers_to = {"adversary"};
  CHECK_FALSE(read({kProposal, kDoubt, own, person("I agree")}).is_reached());
  CHECK_FALSE(read({kProposal, kDoubt, agent("ux", "I agree with the plan."), person("I agree")})
                  .is_reached());
  // The words of the approach itself take nothing up.
  CHECK_FALSE(read({kProposal, objection("adversary", "I object: OAuth sessions leak."),
                    person("I agree to OAuth with short sessions")})
                  .is_reached());
}

TEST_CASE("an objection raised again is open again, and counts once while it is") {
  DebateWords answer = agent("architect", "Handled.");
  answer.answers_to = {"adversary"};
  const Agreement again = read({kProposal, kDoubt, answer, kDoubt, kDoubt, person("I agree")});
  CHECK(again.objections.size() == 2);
  CHECK(again.open().size() == 1);
  CHECK_FALSE(again.is_reached());
}

TEST_CASE("an objection after the person agreed holds consensus up until it is answered") {
  CHECK_FALSE(read({kProposal, person("I agree"), kDoubt}).is_reached());
  DebateWords answer = agent("architect", "Handled.");
  answer.answers_to = {"adversary"};
  CHECK(read({kProposal, person("I agree"), kDoubt, answer}).is_reached());
}

TEST_CASE("agreement holds for the proposal that was on the table") {
  DebateWords other = agent("architect", "We drop the login altogether.");
  other.proposes = true;
  const Agreement replaced = read({kProposal, person("I agree"), other});
  CHECK_FALSE(replaced.is_reached());
  CHECK(replaced.approach->text == "We drop the login altogether.");
  // A suggestion in passing replaces nothing.
  CHECK(
      read({kProposal, person("I agree"), agent("ux", "I suggest a larger button.")}).is_reached());
}

TEST_CASE("conditions are kept and hold nothing up") {
  DebateWords condition = agent("adversary", "I agree, but only if the tokens expire.");
  const Agreement read_it = read({kProposal, condition, person("I agree")});
  CHECK(read_it.is_reached());
  REQUIRE(read_it.conditions.size() == 1);
  CHECK(read_it.conditions[0].starts_with("adversary: "));
}

TEST_CASE("options are lines with letters in their order, two at least") {
  CHECK(offered_options("A) tea\nB) coffee") == List{"tea", "coffee"});
  CHECK(offered_options("- **Option 1 - tea**\n- **Option 2 - coffee**") == List{"tea", "coffee"});
  CHECK(offered_options("Option A: tea").empty());
  CHECK(offered_options("1. Steal tokens\n2. Forge requests").empty());
  CHECK(offered_options("A.I. helps\nB.C. is long ago").empty());
  CHECK(offered_options("").empty());
}

}  // namespace
}  // namespace fm
