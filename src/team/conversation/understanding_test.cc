#include "team/conversation/understanding.h"

#include <doctest/doctest.h>

#include <string_view>

#include "people/language/testing.h"
#include "people/language/utterance_memo.h"
#include "test/support/understanding_testing.h"

namespace fm {
namespace {

using Texts = std::vector<std::string_view>;

void check_decides_nothing(const UnderstandingContext& context, const Texts& texts) {
  for (const std::string_view text : texts) {
    CAPTURE(text);
    CHECK(to_string(understood(context, text).does) == "");
  }
}

void check_does(const UnderstandingContext& context, Decision decision, const Texts& texts) {
  for (const std::string_view text : texts) {
    CAPTURE(text);
    CHECK(to_string(understood(context, text).does) == to_string(decision));
  }
}

void check_asks(const UnderstandingContext& context, const Texts& texts) {
  for (const std::string_view text : texts) {
    CAPTURE(text);
    const Understanding got = understood(context, text);
    CHECK(to_string(got.does) == "");
    CHECK(got.asks == decision_of(context.gate));
  }
}

void check_act(const UnderstandingContext& context, SpeechAct act, const Texts& texts) {
  for (const std::string_view text : texts) {
    CAPTURE(text);
    CHECK(to_string(understood(context, text).act) == to_string(act));
  }
}

TEST_CASE("C-12 a message is parsed once for all its readers") {
  const Vocabulary fresh = load_test_vocabulary();
  UnderstandingContext context;
  context.phase = Phase::kDiscovery;
  context.questions = {{"q1", "coder", "Which of the three do you like?", 1},
                       {"q2", "leader", "What is the budget?", 2}};
  const std::string_view message =
      "I like option 3, can you help me build it? The budget is small.";
  understand(fresh, context, message);
  CHECK(fresh.memo().find(message));
  for (const std::string_view part :
       {"I like option 3", "can you help me build it", "can you help me build it?",
        "I like option 3, can you help me build it?", "The budget is small."}) {
    CAPTURE(part);
    CHECK_FALSE(fresh.memo().find(part));
  }
}

TEST_CASE("C-14 an open continuation is no answer, in no language and for no act (G-1)") {
  const Texts texts = {
      "yes but", "go ahead but", "ja, aber", "oui, mais...", "да, но", "好的，但是", "はい、でも",
      // And more of the kind.
      "ok but", "sure, although", "sí, pero", "va bene però...", "tak, ale", "evet ama",
      "네, 하지만", "approved, except", "start it and", "yes,", "ok..."};
  for (const char* kind : {"approve", "start", "accept"}) check_asks(at_gate(kind), texts);
}

TEST_CASE("C-14 signatures are no content, and an idiom of irony does not beat an order (G-2)") {
  check_does(at_gate("approve"), Decision::kApprove,
             {"yeah sure, go ahead", "yes.\n\nSent from my phone",
              // And more of the kind.
              "Yes\n\nGet Outlook for Android", "approved\n--\nMaria Keller\nCity Library",
              "yes please\n\nKind regards,\nTom", "oui\n\nEnvoyé de mon iPhone",
              "Ja, passt.\n\nVon meinem iPhone gesendet"});
  check_decides_nothing(at_gate("approve"), {"yeah sure", "go ahead 🙄", "yes\n\nwith a map"});
}

TEST_CASE("C-14 an answer counts only when nothing but the answer is said (G-3)") {
  const Texts texts = {
      "okay I am back", "ok I'm here now", "yes, hello, sorry for the delay", "it's ok I guess",
      // And more of the kind.
      "ok I read it on the bus", "yes hi, just got home", "okay good morning everyone",
      "fine I suppose", "ok, the kids are asleep", "yes it is me again"};
  for (const char* kind : {"approve", "start", "accept"}) check_asks(at_gate(kind), texts);
}

TEST_CASE("C-37 the object of an order and what follows it decide (G-4)") {
  const UnderstandingContext context = in_discovery(three_questions());
  check_decides_nothing(
      context,
      {"I want to build it with WordPress", "I want to make it with as few tools as possible",
       "We want to make it", "go ahead, ask me anything", "go ahead, explain",
       "Go ahead, architect, what is your view?", "no more questions please, just make a proposal",
       // And more of the kind.
       "We want to make it in Django", "I want to start it with a landing page only",
       "go ahead, what does the critic think?", "begin with the colours: dark blue please",
       "start page, results, imprint", "build it, they said", "start"});
  CHECK(understood(context, "no more questions please, just make a proposal").act ==
        SpeechAct::kEnough);
  check_does(context, Decision::kStart, {"go ahead", "start the implementation", "build it now"});
}

TEST_CASE("C-45 words of stopping are about their object (G-5)") {
  UnderstandingContext asked = in_discovery({{"q1", "researcher", "How do customers book today?"}});
  const Understanding answer =
      understood(asked, "By phone only, and that must stop: I want to drop the phone");
  CHECK(answer.act == SpeechAct::kAnswer);
  CHECK(answer.does == Decision::kNone);
  const Understanding other = understood(
      in_discovery(), "Actually, forget that. Let's write a blog post about dogs instead");
  CHECK(other.act == SpeechAct::kOtherMatter);
  CHECK(other.does == Decision::kNone);
  check_decides_nothing(
      in_discovery(),
      {"No payment, forget it for now",
       // And more of the kind.
       "Scrap that. Can we do a poster for the club instead?",
       "cancelled appointments stay visible", "never mind what I said about fonts",
       "stop using tabs", "an undo must cancel the last move", "drop the second feature"});
  check_does(in_discovery(), Decision::kCancel,
             {"cancel", "cancel the project", "never mind", "stop"});
}

TEST_CASE("C-31 a question is answered only by words that are about it (G-6)") {
  const UnderstandingContext context = in_discovery(three_questions());
  for (const std::string_view text :
       {"Sorry, my phone rang, the neighbour wanted his ladder back again",
        "I'm on holiday next week, so please keep it short",
        // And more of the kind.
        "one moment, the postman is at the door", "my neighbour has a new dog, lovely animal",
        "good question, let me sleep on it", "what a day", "hmm"}) {
    CAPTURE(text);
    CHECK(understood(context, text).answers.empty());
  }
  const Understanding to_asker = understood(context, "@researcher regulars mostly");
  REQUIRE(to_asker.answers.size() == 1);
  CHECK(to_asker.answers[0].id == "q1");
  CHECK(to_asker.answers[0].text == "regulars mostly");
  const Understanding left = understood(context, "@coder i don't know, you choose");
  CHECK(left.act == SpeechAct::kYouDecide);
  CHECK(left.decide_for_me == std::vector<std::string>{"q3"});
}

TEST_CASE("C-36 agreeing and choosing are no orders to start (G-7)") {
  UnderstandingContext asked = in_discovery({{"q1", "designer", "Classic or modern?"}});
  check_decides_nothing(asked, {"I pick classic", "Let's go with classic",
                                // And more of the kind.
                                "classic, go with that", "classic please",
                                "I'd take the classic one", "let's go with modern", "the first"});
  UnderstandingContext proposed = in_discovery();
  proposed.last = {"leader: I propose one page without a server."};
  check_act(proposed, SpeechAct::kAgree,
            {"let's do that", "sounds good", "I agree", "fine by me", "sounds reasonable to me"});
  check_decides_nothing(at_gate("start"), {"sounds good", "I agree", "let's do that"});
}

TEST_CASE("C-37 what is about another thing, one more or other people's doing decides nothing") {
  for (const char* gate : {"start", "approve", "accept"})
    check_decides_nothing(at_gate(gate),
                          {"start a new one", "start a new project", "can you do that too",
                           "people accepted it", "go ahead with another one"});
}

TEST_CASE("C-45 to go on cancels nothing and takes nothing") {
  check_decides_nothing(at_gate("cancel"),
                        {"yes keep going", "yes go on", "yes don't stop", "ok keep going"});
  check_decides_nothing(at_gate("accept"),
                        {"continue", "keep going", "back to work", "let's continue",
                         "please don't stop", "we should resume"});
}

TEST_CASE("C-45 words that give up one thing give up no project") {
  UnderstandingContext asked = in_discovery();
  asked.questions = {{"q1", "coder", "Does it need a map?", 1}};
  check_decides_nothing(asked,
                        {"skip it", "leave it", "drop it", "no need to bother", "let it be"});
  check_does(asked, Decision::kCancel, {"cancel", "stop", "cancel the project"});
  check_decides_nothing(at_gate("accept"),
                        {"no need to do anything else", "you don't have to continue",
                         "I'll leave it at that", "we're done here"});
  UnderstandingContext work;
  work.phase = Phase::kExecution;
  check_decides_nothing(work, {"as you were", "drop the last one", "cancel the second one"});
  check_decides_nothing(in_discovery(), {"we can't go ahead", "don't finish it"});
}

TEST_CASE("C-14 conditions, wishes and questions are no yes and no order") {
  for (const char* gate : {"start", "approve"})
    check_decides_nothing(
        at_gate(gate),
        {"start whenever I say go", "start unless you have objections",
         "start after reading through everything", "how you would do it", "nothing to discuss",
         "no more questions from me", "it should be right", "leave everything as it is",
         "don't touch anything", "we'd love to start", "I'd love to begin", "we must all start"});
}

TEST_CASE("C-12 of a gate's buttons a label or a number decides, a letter or an ordinal asks") {
  for (const char* text : {"last", "the last one", "third", "c", "yes to the last one"}) {
    CAPTURE(text);
    const Understanding got = understood(at_gate("approve"), text);
    CHECK(to_string(got.does) == "");
    CHECK(to_string(got.asks) == "cancel");
  }
  for (const char* text : {"a", "first"}) {
    CAPTURE(text);
    const Understanding got = understood(at_gate("approve"), text);
    CHECK(to_string(got.does) == "");
    CHECK(to_string(got.asks) == "approve");
  }
  check_does(at_gate("approve"), Decision::kApprove, {"1", "option 1", "Approve"});
}

TEST_CASE("C-45 an order beside a numbered answer is not lost") {
  UnderstandingContext asked = in_discovery();
  asked.questions = {{"q1", "leader", "How do people book?", 1},
                     {"q2", "coder", "Does it need a map?", 2}};
  for (const char* text : {"cancel the project now. 2: no", "stop now. 2: no"}) {
    CAPTURE(text);
    const Understanding got = understood(asked, text);
    CHECK((got.does == Decision::kCancel || got.asks == Decision::kCancel));
  }
  CHECK(understood(asked, "pause now. 2: no").has(SpeechAct::kPause));
}

TEST_CASE("C-31 what stands under a number is an answer, whatever else it could mean") {
  UnderstandingContext asked = in_discovery();
  asked.questions = {{"q1", "leader", "How do people book?", 1},
                     {"q2", "researcher", "What is the budget?", 2},
                     {"q3", "coder", "Does it need a map?", 3}};
  const Understanding got = understood(asked, "1. by phone 2. 900 euros 3. skip it");
  CHECK(got.does == Decision::kNone);
  CHECK(got.asks == Decision::kNone);
  CHECK(got.answers.size() == 3);
}

TEST_CASE("C-12 a greeting where nothing is open needs no model") {
  for (const char* text : {"hello", "thanks a lot", "good morning"}) {
    CAPTURE(text);
    CHECK(understood(UnderstandingContext(), text).is_closed);
  }
}

TEST_CASE("C-44 a complaint about finished work is a change, never acceptance (G-10)") {
  check_act(at_gate("accept"), SpeechAct::kChange,
            {"no, the result misses the opening hours",
             // And more of the kind.
             "no, high water is one hour off", "nearly. the title is wrong",
             "ok but the link to march is dead", "good work! one thing: bigger digits",
             "yes but on my phone it is cut off"});
}

TEST_CASE("C-12 a plain answer belongs to what was asked last (G-11)") {
  UnderstandingContext beside = at_gate("start");
  beside.last = {"leader: Start on this?", "coder: Two ways: 1. as PDF 2. on paper. Which one?"};
  for (const std::string_view text : {"yes", "ok", "2", "the second", "1", "yes please"}) {
    CAPTURE(text);
    const Understanding got = understood(beside, text);
    CHECK(got.does == Decision::kNone);
    CHECK(got.asks == Decision::kStart);
  }
  check_does(beside, Decision::kStart, {"Start implementation", "start", "go ahead"});
  UnderstandingContext asked = at_gate("approve");
  asked.last = {"coder: Shall I leave the export out?"};
  check_asks(asked, {"yes", "ok", "sure", "1"});
  asked.last = {"leader: Does it fit?"};
  check_does(asked, Decision::kApprove, {"yes", "1", "ok", "sure"});
}

TEST_CASE("C-12 a plain answer in a language that is none of the room's asks") {
  UnderstandingContext context = at_gate("approve");
  context.languages = {"de"};
  check_does(context, Decision::kApprove, {"ja", "yes"});
  check_asks(context, {"evet", "да"});
}

TEST_CASE("C-36 yes to the ready card is Start, agreement in other words is told once") {
  check_does(at_gate("start"), Decision::kStart, {"yes", "yes please", "1", "start", "go for it"});
  check_asks(at_gate("start"), {"looks good", "perfect", "I agree"});
  UnderstandingContext changed = at_gate("start");
  changed.draft_unchanged = false;
  check_asks(changed, {"yes"});
}

TEST_CASE("C-41 a condition, a wish or a question beside a yes approves nothing") {
  check_decides_nothing(
      at_gate("approve"),
      {"I would approve if it had an export", "approve it once the logo is there", "approved?",
       "yes, and add a map", "yes to the plan, no to the logo", "don't approve it yet",
       "my boss said \"approved\"", "ok approved, when will it be done?", "I'll approve it tonight",
       "looks good, but bigger", "> approved"});
  check_does(at_gate("approve"), Decision::kApprove,
             {"approved", "yes", "looks good, go ahead", "I approve this", "/approve", "Approve",
              "yes please, thank you", "aproved", "short is good. go for it"});
}

TEST_CASE("C-12 in the work an order to give up that says more is asked about") {
  UnderstandingContext context;
  context.phase = Phase::kExecution;
  check_does(context, Decision::kCancel, {"cancel", "abort"});
  CHECK(understood(context, "stop, the price list is old").asks == Decision::kCancel);
  check_decides_nothing(context, {"stop rounding the prices", "cancel the newsletter part only"});
}

TEST_CASE("C-12 a yes to giving up is a plain one") {
  UnderstandingContext context = in_discovery();
  context.gate = ContextGate{"cancel", {}, {"Yes", "No"}};
  check_does(context, Decision::kCancel, {"yes", "Yes", "yes please", "cancel it"});
  check_asks(context, {"approved", "go ahead", "looks good"});
  check_decides_nothing(context, {"no", "add a map"});
}

TEST_CASE("C-12 a long text agrees to nothing") {
  std::string text = "Approved. ";
  while (text.size() < 5000) text += "Approved. ";
  check_decides_nothing(at_gate("approve"), {text});
}

}  // namespace
}  // namespace fm
