// Markdown as events, for every door that shows it: the report's page and the terminal read the
// same marks the same way.
//
// CommonMark, read by md4c, which no other file knows; HTML is text. Give it clean text only. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fm {

enum class MarkdownBlock : std::uint8_t {
  kDocument,
  kQuote,
  kList,
  kNumberedList,
  kItem,
  kRule,
  kHeading,
  kCode,
  kHtml,  // never told
  kParagraph,
  kTable,
  kTableHead,
  kTableBody,
  kTableRow,
  kHeadCell,
  kCell
};
enum class MarkdownSpan : std::uint8_t { kEmphasis, kStrong, kLink, kPicture, kCode, kDeleted };
enum class MarkdownText : std::uint8_t { kPlain, kBreak, kSoftBreak, kEntity };  // entity: "&gt;"

struct MarkdownDetail {
  unsigned start = 1;      // the first number of a list
  char task = '\0';        // of an item with a box: ' ' or what stands in it
  std::string value = {};  // the language of code; where a link or a picture leads
  std::string title = {};  // of a link or a picture
  bool entities = false;   // others than &amp; stand in `value`, as they were written
};

class MarkdownReader {
 public:
  virtual ~MarkdownReader() = default;

  // False ends the reading. What is thrown ends it too and goes no further.
  virtual bool enter(MarkdownBlock block, const MarkdownDetail& detail) = 0;
  virtual bool leave(MarkdownBlock block) = 0;
  virtual bool enter(MarkdownSpan span, const MarkdownDetail& detail) = 0;
  virtual bool leave(MarkdownSpan span) = 0;
  virtual bool text(MarkdownText kind, std::string_view text) = 0;
};

// kRich adds tables, tasks, ~~deleted~~ words and bare links to CommonMark.
enum class MarkdownMarks : std::uint8_t { kCommon, kRich };

// True when all of it was told.
bool read_markdown(std::string_view clean_text, MarkdownMarks marks, MarkdownReader& reader);

}  // namespace fm
