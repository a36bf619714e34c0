// ReadingMemo: what was read of the messages of conversations, so that each is read once and not at
// every step of a long one (C-36, P-61).
//
// Of one vocabulary and its words. Holds what came of some megabytes of recent text. A value of
// whoever reads; on one thread at a time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_memo.h"
#include "people/language/vocabulary.h"
#include "team/conversation/agreement.h"
#include "team/conversation/question_round.h"

namespace fm {

class ReadingMemo {
 public:
  DebateMemo debates;

  // The same as the functions of these names.
  bool has_substance(const Vocabulary& vocabulary, std::string_view text);
  const std::vector<std::string>& offered_options(std::string_view text);

  // What the text is about: its topic words.
  const std::vector<std::string>& topics(const Vocabulary& vocabulary, std::string_view text);

  // PersonReading::enough where nothing is open.
  bool wants_no_more(const Vocabulary& vocabulary, std::string_view text);

 private:
  static constexpr std::size_t kHalf = std::size_t{512} << 10;  // bytes of text
  using Words = std::vector<std::string>;

  TextMemo<bool> substance_{kHalf};
  TextMemo<bool> no_more_{kHalf};
  TextMemo<Words> options_{kHalf};
  TextMemo<Words> topics_{kHalf};
};

}  // namespace fm
