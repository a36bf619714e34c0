// Whether a place in a growing text stands in a Markdown code fence, and how its line begins. Byte
// by byte; an info string that holds a backtick was no fence but code in a line.
#pragma once

#include <cstddef>

namespace fm {

class FenceWatch {
 public:
  void take(char byte);
  bool is_inside() const { return mark_ != 0; }
  bool is_line_blank() const { return line_ == Line::kBlank; }

 private:
  enum class Line { kBlank, kRun, kBehindRun, kWords };
  void end_line();

  char mark_ = 0;  // of the open fence; 0: none
  std::size_t length_ = 0;
  bool is_new_ = false;  // it was opened in this line
  Line line_ = Line::kBlank;
  char run_mark_ = 0;  // of the run that this line begins with
  std::size_t run_ = 0;
};

}  // namespace fm
