// What starts, approves, cancels and commands, and what does not. The sentences here are not those
// of the vocabulary's files; the measured accuracy is in test/tools/corpus.
#include "people/message/answer.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "people/language/testing.h"
#include "people/message/intent.h"

namespace fm {
namespace {

Answer read(std::string_view message) { return read_answer(test_vocabulary(), message); }
bool starts(std::string_view message) { return read(message).starts; }
bool cancels(std::string_view message) { return read(message).cancels; }
std::string approval(std::string_view message) {
  return std::string(to_string(read(message).approval));
}

const std::vector<std::string> kOrders = {
    "go ahead", "please start building it", "implement the plan",      "proceed",
    "build it", "let's build this version", "you may begin right now",
};

TEST_CASE("C-14 an order to start that is said plainly starts") {
  for (const std::string& order : kOrders) CHECK_MESSAGE(starts(order), order);
}

TEST_CASE("C-14 an order under a condition, postponed, denied or asked does not start") {
  for (const std::string& order : kOrders) {
    for (const std::string& spoiled :
         {"If the bank agrees, " + order, "Not yet. Don't " + order, order + " tomorrow",
          "My boss said: " + order, "Wait, " + order + "? No.", order + "... or should we wait?",
          order + ", once the tests pass", "They keep saying " + order}) {
      CHECK_MESSAGE(!starts(spoiled), spoiled);
    }
  }
}

TEST_CASE("C-14 a word that is not understood makes an order a remark") {
  for (const std::string& order : kOrders) {
    const std::string foreign = order + " zorgblat";
    CHECK_MESSAGE(!starts(foreign), foreign);
  }
}

TEST_CASE("C-14 quoted, coded and cited words decide nothing") {
  for (const std::string& order : kOrders) {
    for (const std::string& wrapped :
         {"\"" + order + "\"", "`" + order + "`", "```\n" + order + "\n```", "> " + order,
          "“" + order + "”", "the button says \"" + order + "\""}) {
      CHECK_MESSAGE(!starts(wrapped), wrapped);
      CHECK_MESSAGE(approval(wrapped) != "approve", wrapped);
    }
  }
}

TEST_CASE("C-14 the last word counts") {
  CHECK(starts("stop. hmm, no, go ahead"));
  CHECK_FALSE(starts("go ahead. hmm, wait"));
  CHECK_FALSE(starts("Build it. No, don't."));
  CHECK_FALSE(starts("go ahead - sorry, wrong window"));
  CHECK(cancels("go ahead. no, cancel it"));
  CHECK_FALSE(cancels("cancel it. no, keep going"));
}

TEST_CASE("C-14 what leads in to an order changes nothing") {
  for (const std::string& order : kOrders) {
    for (const std::string& led : {"Ok, " + order, "great. " + order + "!", "thanks all, " + order,
                                   "No more questions: " + order, "I like B. Please " + order}) {
      CHECK_MESSAGE(starts(led), led);
    }
  }
}

TEST_CASE("C-14 what comes first is done first: it is no order yet") {
  CHECK_FALSE(starts("First compare the two hosts, then go ahead"));
  CHECK_FALSE(starts("finish the comparison and then start"));
  CHECK_FALSE(starts("go ahead with the comparison"));
}

TEST_CASE("C-12 a polite question may be an order, a question about doing is none") {
  CHECK(starts("could you please start now?"));
  CHECK_FALSE(starts("could you implement it in Rust?"));
  CHECK_FALSE(starts("should we start now?"));
  CHECK_FALSE(starts("who starts?"));
}

TEST_CASE("C-14 irony and an invitation to speak start nothing") {
  CHECK_FALSE(starts("oh sure, build it"));
  CHECK(approval("haha sure, go ahead") == "reject");
  CHECK_FALSE(starts("go ahead, I'm listening"));
}

TEST_CASE("C-14 other people's doing is no order") {
  CHECK_FALSE(starts("the lawyers start on Monday"));
  CHECK_FALSE(starts("our vendor will build it"));
  CHECK_FALSE(starts("I'll start with the texts myself"));
}

TEST_CASE("a bare yes starts nothing, but approves") {
  for (const std::string_view yes : {"yes", "ok", "sounds fine", "👍"}) {
    CHECK_FALSE(starts(yes));
    CHECK(approval(yes) == "approve");
  }
}

TEST_CASE("an approval with a wish in it is feedback") {
  for (const std::string_view mixed :
       {"yes, but use blue", "fine, only drop the map", "good. Add a map though.",
        "ok without the newsletter", "approved if you make it cheaper", "almost",
        "yes and please add a second language", "good, just rename the title"}) {
    CHECK_MESSAGE(approval(mixed) == "feedback", mixed);
  }
}

TEST_CASE("a yes to one half and a no to the other is feedback") {
  CHECK(approval("yes to the plan, no to the website") == "feedback");
  CHECK(approval("it looks good to me, but no to that") == "reject");
}

TEST_CASE("a question is a question, whatever else is said before it") {
  for (const std::string_view question : {"ok, who does the texts?", "What does step four cost?",
                                          "sure, but why Postgres?", "how many days is that"}) {
    CHECK_MESSAGE(approval(question) == "question", question);
  }
}

TEST_CASE("a refusal is read through what it begins with") {
  for (const std::string_view refusal :
       {"no", "no, sorry", "I can't approve this", "it's nice, but no", "I don't like it",
        "not good enough", "ok then: no"}) {
    CHECK_MESSAGE(approval(refusal) == "reject", refusal);
  }
  CHECK(approval("no objections") == "approve");
  CHECK(approval("nothing to add, approved") == "approve");
}

TEST_CASE("what delays an approval is none") {
  CHECK(approval("let me sleep on it and then we can start") == "reject");
  CHECK(approval("looks good, how far are you?") == "question");
  CHECK(approval("great, I'll read it tonight") != "approve");
  CHECK_FALSE(starts("go ahead, but my partner is not here"));
}

TEST_CASE("what says nothing is asked again") {
  for (const std::string_view nothing : {"", "   ", "thanks", "\n\n", "...", "haha"}) {
    CHECK_MESSAGE(approval(nothing) == "unclear", nothing);
  }
}

TEST_CASE("cancelling needs the whole to be meant") {
  CHECK(cancels("please cancel this project"));
  CHECK(cancels("I don't need it any more"));
  CHECK_FALSE(cancels("cancel the second milestone"));
  CHECK_FALSE(cancels("drop the newsletter"));
  CHECK_FALSE(cancels("visitors can cancel their order"));
  CHECK_FALSE(cancels("did it stop?"));
  CHECK_FALSE(cancels("don't stop"));
  CHECK_FALSE(cancels("stop for today"));
  CHECK_FALSE(cancels("if it gets too dear, cancel it"));
  CHECK_FALSE(cancels("if it gets too dear, I don't want it any more"));
}

TEST_CASE("short commands are told apart") {
  const auto command = [](std::string_view message) {
    const auto found = read(message).command;
    return found ? std::string(to_string(*found)) : std::string();
  };
  CHECK(command("hold on a moment please") == "pause");
  CHECK(command("please continue") == "resume");
  CHECK(command("how is it going?") == "status");
  CHECK(command("enough questions") == "enough");
  CHECK(command("you decide") == "decide");
  CHECK(command("the pause button is too small").empty());
}

TEST_CASE("slips of the finger in the words that matter are forgiven, endings are not") {
  CHECK(starts("plaese implemnet it"));
  CHECK(approval("yesss") == "approve");
  CHECK(cancels("cnacel"));
  CHECK_FALSE(starts("builds it"));
  CHECK_FALSE(starts("smart"));
}

TEST_CASE("the same message reads the same, and knows its language") {
  for (const std::string_view message : {"ja, mach weiter", "oui", "はい", "да", "yes"}) {
    const Answer once = read(message);
    const Answer again = read(message);
    CHECK(once.words == again.words);
    CHECK(once.languages == again.languages);
    CHECK_FALSE(once.languages.empty());
  }
  CHECK(read("das ist gut so").languages == std::vector<std::string>{"de"});
}

TEST_CASE("a text too long to be an answer decides nothing, and costs no more than its begin") {
  const std::string pasted(16 << 20, ' ');
  CHECK_FALSE(starts(pasted + "go ahead"));
  CHECK_FALSE(starts("go ahead. " + pasted));
  CHECK(approval("yes " + pasted) == "feedback");
  std::string words;
  while (words.size() < kLongestMessage * 4) words += "and make it, i love ";
  const Utterance utterance = Utterance::of(test_vocabulary(), words);
  CHECK(utterance.words().back().end <= kLongestMessage);
  CHECK(read_intent(Utterance::of(test_vocabulary(), words)).words.size() <= 32);
}

TEST_CASE("no bytes are too strange") {
  CHECK_NOTHROW(read(std::string("go\0ahead", 8)));
  CHECK_NOTHROW(read("\xff\xfe go ahead \xc3"));
  CHECK_FALSE(starts("go \xe2\x80\xae ahead zorg"));
}

}  // namespace
}  // namespace fm
