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
// spaces around its name, attributes behind it, and brackets as HTML writes them in text (&lt;).
TagMatch match_tag(std::string_view text, std::string_view tag);

// The run of '*' at the beginning, by which Markdown makes a tag bold; 0: none, or too many.
std::size_t emphasis_at(std::string_view text);

// The end of a bold tag behind it: as many '*' as stand before it.
TagMatch emphasis_end(std::string_view before, std::string_view after, bool is_all);

// Whether `text` ends a sentence, past the spaces at its end.
bool ends_sentence(std::string_view text);

// Whether what follows a closing tag tells that the tag is a mark and no word of a sentence:
// the line's end, or the beginning of JSON or code. Perhaps: it has not come yet.
MarkFit is_followed_as_mark(std::string_view rest);

// The closing tag that stands between `before` and `after` as a mark, in words that it ends: at a
// line's begin, behind a sentence, or as no word of a sentence would stand. `is_all`: nothing comes
// behind `after`.
MarkFit closes(std::string_view before, std::string_view after, bool is_all);

// The header of a channel of gpt-oss, from its first mark to the message: which kind of words
// follow.
enum class AnswerChannel { kAnswer, kReasoning, kToolCall };
AnswerChannel channel_of(std::string_view header);

}  // namespace fm
