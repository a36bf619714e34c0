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

}  // namespace fm
