// Where a reasoning tag or its like stands in a text that may not be whole yet (P-22). Pure.
#pragma once

#include <cstddef>
#include <string_view>

namespace fm {

enum class MarkFit { kNo, kPerhaps, kYes };  // perhaps: what is there is the beginning of it

struct TagMatch {
  MarkFit fit = MarkFit::kNo;
  std::size_t length = 0;  // of the tag as it is written
  bool is_empty = false;   // <think/>
};

// `tag` (lower case) at the beginning of `text`, in any case; a tag in angle brackets may have
// attributes and spaces behind its name.
TagMatch match_tag(std::string_view text, std::string_view tag);

// Whether `text` ends a sentence, past the spaces at its end.
bool ends_sentence(std::string_view text);

// Whether what follows a closing tag tells that the tag is a mark and no word of a sentence:
// the line's end, or the beginning of JSON or code. Perhaps: it has not come yet.
MarkFit is_followed_as_mark(std::string_view rest);

// The header of a channel of gpt-oss, from its first mark to the message: which kind of words
// follow.
enum class AnswerChannel { kAnswer, kReasoning, kToolCall };
AnswerChannel channel_of(std::string_view header);

}  // namespace fm
