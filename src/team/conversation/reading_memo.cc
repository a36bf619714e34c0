#include "team/conversation/reading_memo.h"

#include "people/language/topic_words.h"
#include "people/language/utterance.h"

namespace fm {

bool ReadingMemo::has_substance(const Vocabulary& vocabulary, std::string_view text) {
  return substance_.of(text, [&] { return fm::has_substance(vocabulary, text); });
}

const std::vector<std::string>& ReadingMemo::offered_options(std::string_view text) {
  return options_.of(text, [&] { return fm::offered_options(text); });
}

const std::vector<std::string>& ReadingMemo::topics(const Vocabulary& vocabulary,
                                                    std::string_view text) {
  return topics_.of(text, [&] {
    const Utterance said = Utterance::of(vocabulary, text);
    return topic_words(said, 0, said.phrases().size());
  });
}

bool ReadingMemo::wants_no_more(const Vocabulary& vocabulary, std::string_view text) {
  return no_more_.of(text,
                     [&] { return read_person(vocabulary, QuestionRoundState(), text).enough; });
}

bool ReadingMemo::asks_context(const Vocabulary& vocabulary, const QuestionRoundState& state,
                               std::string_view text) {
  // What is open makes part of what the words mean. No text has a zero byte.
  std::string key(text);
  for (const TeamQuestion* question : state.open())
    key += '\0' + question->id + '\0' + question->text;
  return asks_context_.of(key, [&] { return read_person(vocabulary, state, text).asks_context; });
}

}  // namespace fm
