// Whether a place in a growing text stands in a Markdown code fence or in indented code, and how
// its line begins. Byte by byte; an info string that holds a backtick was no fence but code in a
// line. A fence may stand in a quote, and ends with it.
#pragma once

#include <cstddef>

namespace fm {

class FenceWatch {
 public:
  void take(char byte);
  bool is_inside() const { return mark_ != 0 && !has_left_quote(); }
  bool is_indented() const { return line_ == Line::kBlank ? is_code_indent() : is_code_; }
  bool is_line_blank() const { return line_ == Line::kBlank && quotes_ == 0; }

 private:
  enum class Line { kBlank, kRun, kBehindRun, kWords };
  void begin_words();
  void end_line();
  bool has_left_quote() const { return line_ == Line::kBlank && quotes_ < fence_quotes_; }
  // Four spaces make code behind an empty line or other code; not at the very beginning.
  bool is_code_indent() const;

  char mark_ = 0;  // of the open fence; 0: none
  std::size_t length_ = 0;
  bool is_new_ = false;  // it was opened in this line
  Line line_ = Line::kBlank;
  char run_mark_ = 0;  // of the run that this line begins with
  std::size_t run_ = 0;
  std::size_t quotes_ = 0;        // marks of quotes that this line begins with
  std::size_t fence_quotes_ = 0;  // those of the open fence's line
  std::size_t indent_ = 0;        // in columns
  bool is_code_ = false;          // the line is indented code
  bool may_be_code_ = false;      // the line before was empty, or code
  bool has_words_ = false;
};

}  // namespace fm
