// Feeds any bytes to the readers of people's messages.
//
// Held to, besides not crashing: words stand in the text, in order and apart; every clause and
// phrase lies inside; the words that decided were typed; reading twice is the same; what is quoted,
// code or cited decides nothing; a word that nobody knows, put into every clause, leaves no order;
// questions and changes are told in the words that were typed.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/letters.h"
#include "base/utf8.h"
#include "fuzz/hold.h"
#include "people/language/testing.h"
#include "people/message/answer.h"
#include "people/message/intent.h"
#include "people/message/mentions.h"
#include "people/options/option_choice.h"
#include "people/questions/open_questions.h"
#include "people/questions/questions.h"

namespace fm {
namespace {

void check_words(std::string_view text) {
  std::size_t end = 0;
  for (const Word& word : split_words(text)) {
    hold(word.begin >= end && word.begin < word.end && word.end <= text.size(), "a word's place");
    end = word.end;
  }
}

void check_structure(std::string_view text) {
  const Utterance utterance = Utterance::of(test_vocabulary(), text);
  std::size_t next = 0;
  for (const Phrase& phrase : utterance.phrases()) {
    hold(phrase.first == next && phrase.last > phrase.first, "a phrase's place");
    next = phrase.last;
  }
  hold(next == utterance.words().size(), "words without a phrase");
  std::size_t last = 0;
  for (const Clause& clause : utterance.clauses()) {
    hold(clause.first >= last && clause.first < clause.last, "a clause's place");
    hold(clause.sentence < utterance.sentences().size(), "a clause's sentence");
    last = clause.last;
  }
  std::size_t end = 0;
  for (const Sentence& sentence : utterance.sentences()) {
    hold(sentence.begin >= end && sentence.begin < sentence.end && sentence.end <= text.size(),
         "a sentence's place");
    end = sentence.end;
  }
  hold(read_acts(utterance).size() == utterance.clauses().size(), "one act a clause");
}

bool decides(const Answer& answer) {
  return answer.starts || answer.cancels || answer.approval == Approval::kApprove;
}

void check_answer(std::string_view text) {
  const Answer once = read_answer(test_vocabulary(), text);
  const Answer again = read_answer(test_vocabulary(), text);
  hold(once.starts == again.starts && once.cancels == again.cancels &&
           once.approval == again.approval && once.words == again.words,
       "read twice, read differently");
  hold(!(once.starts && once.cancels), "starts and cancels at once", text);
  read_intent(Utterance::of(test_vocabulary(), text));

  const std::string code = "```\n" + std::string(text) + "\n```";
  if (text.find('`') == std::string_view::npos)
    hold(!decides(read_answer(test_vocabulary(), code)), "code decides", text);
  if (text.find_first_of("\r\n") == std::string_view::npos)
    hold(!decides(read_answer(test_vocabulary(), "> " + std::string(text))), "a citation decides",
         text);
}

// What is told stands in the text; a choice is one of the options, an answer of the questions.
void check_others(std::string_view text) {
  for (const std::string& name : find_mentions(text)) hold(!name.empty(), "a mention of nobody");
  for (const FoundQuestion& question : find_questions(test_vocabulary(), text))
    hold(text.find(question.text) != text.npos, "a question that is not in the text",
         question.text);
  static const std::vector<std::string> options = {"Tool library", "Rain garden", "Repair map"};
  const OptionChoice choice =
      read_option_choice(Utterance::of(test_vocabulary(), text), options, text);
  hold(!choice.option || *choice.option < options.size(), "a choice of nothing");
  hold(choice.option || choice.changes.empty(), "changes of nothing");
  hold(text.find(choice.changes) != text.npos, "changes that were not typed", choice.changes);
  static const std::vector<OpenQuestion> open = {
      {"q1", "What is your budget?"}, {"q2", "Should it work on phones?"}, {"q3", "By when?"}};
  const ReplyToQuestions reply =
      read_reply(test_vocabulary(), open, Utterance::of(test_vocabulary(), text), text);
  hold(reply.answers.size() + reply.unanswered.size() + reply.decide_for_me.size() == open.size(),
       "not one outcome a question", text);
}

// Only ASCII words and spaces: one clause, in which a foreign word stops everything.
void check_foreign_word(std::string_view text) {
  for (const char byte : text) {
    if ((byte < 'a' || byte > 'z') && byte != ' ') return;
  }
  const Utterance utterance = Utterance::of(test_vocabulary(), text);
  if (utterance.clauses().size() != 1) return;
  const std::string foreign = std::string(text) + " zorgblatqx";
  const Utterance with = Utterance::of(test_vocabulary(), foreign);
  if (with.clauses().size() != 1) return;
  for (const Phrase& phrase : utterance.phrases()) {
    if (phrase.senses.has(Sense::kWith)) return;  // "start with X": X may be anything
  }
  hold(!decides(read_answer(read_acts(with))), "decides with a word that nobody knows", text);
}

}  // namespace
}  // namespace fm

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fm::check_words(text);
  fm::check_structure(text);
  fm::check_answer(text);
  fm::check_foreign_word(text);
  fm::check_others(text);
  return 0;
}
