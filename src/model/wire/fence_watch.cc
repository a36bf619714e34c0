#include "model/wire/fence_watch.h"

namespace fm {
namespace {

constexpr std::size_t kShortestFence = 3;
constexpr std::size_t kCodeIndent = 4;

}  // namespace

bool FenceWatch::is_code_indent() const {
  return indent_ >= kCodeIndent && may_be_code_ && has_words_ && quotes_ == 0;
}

void FenceWatch::begin_words() {
  if (has_left_quote()) mark_ = 0;
  is_code_ = is_code_indent();
  has_words_ = true;
}

void FenceWatch::take(char byte) {
  if (byte == '\n') return end_line();
  const bool is_space = byte == ' ' || byte == '\t' || byte == '\r';
  const bool is_mark = byte == '`' || byte == '~';
  if (line_ == Line::kBlank && byte == '>') {
    ++quotes_;
    indent_ = 0;
    return;
  }
  if (line_ == Line::kBlank && !is_space) begin_words();
  if (line_ == Line::kBlank && is_mark) {
    line_ = Line::kRun;
    run_mark_ = byte;
    run_ = 1;
  } else if (line_ == Line::kRun && byte == run_mark_) {
    ++run_;
  } else if (is_space) {
    if (line_ == Line::kBlank && byte != '\r') indent_ += byte == '\t' ? kCodeIndent : 1;
    if (line_ == Line::kRun) line_ = Line::kBehindRun;
  } else {
    const bool has_run = line_ == Line::kRun || line_ == Line::kBehindRun;
    if (has_run && mark_ == 0 && run_ >= kShortestFence) {
      mark_ = run_mark_;
      length_ = run_;
      fence_quotes_ = quotes_;
      is_new_ = true;
    }
    if (is_new_ && byte == '`' && mark_ == '`') mark_ = 0;
    line_ = Line::kWords;
  }
}

void FenceWatch::end_line() {
  if (has_left_quote()) mark_ = 0;
  const bool is_bare = line_ == Line::kRun || line_ == Line::kBehindRun;
  if (is_bare && mark_ == 0 && run_ >= kShortestFence) {
    mark_ = run_mark_;
    length_ = run_;
    fence_quotes_ = quotes_;
  } else if (is_bare && run_mark_ == mark_ && run_ >= length_) {
    mark_ = 0;
  }
  is_new_ = false;
  may_be_code_ = line_ == Line::kBlank || is_code_;
  is_code_ = false;
  line_ = Line::kBlank;
  run_ = 0;
  quotes_ = 0;
  indent_ = 0;
}

}  // namespace fm
