#include "cli/terminal/history_walk.h"

#include <utility>

namespace fm::cli {

std::optional<std::string> HistoryWalk::older(const std::string& text) {
  if (back_ >= lines_->size()) return std::nullopt;
  if (back_ == 0) draft_ = text;
  ++back_;
  return (*lines_)[lines_->size() - back_];
}

std::optional<std::string> HistoryWalk::newer() {
  if (back_ == 0) return std::nullopt;
  --back_;
  return back_ == 0 ? std::exchange(draft_, {}) : (*lines_)[lines_->size() - back_];
}

// The newest line from `from` on, counted backwards, that has the query in it.
std::optional<std::string> HistoryWalk::find(std::size_t from) {
  for (std::size_t back = from; back >= 1 && back <= lines_->size(); ++back) {
    const std::string& line = (*lines_)[lines_->size() - back];
    if (query_.empty() || line.find(query_) == line.npos) continue;
    back_ = back;
    return line;
  }
  return std::nullopt;
}

std::optional<std::string> HistoryWalk::search(const std::string& text) {
  if (std::exchange(searching_, true)) return find(back_ + 1);
  if (back_ == 0) draft_ = text;
  query_.clear();
  return std::nullopt;
}

std::optional<std::string> HistoryWalk::narrow(std::string_view more) {
  query_ += more;
  return find(back_ == 0 ? 1 : back_);
}

std::optional<std::string> HistoryWalk::widen() {
  while (!query_.empty() && (static_cast<unsigned char>(query_.back()) & 0xC0) == 0x80)
    query_.pop_back();
  if (!query_.empty()) query_.pop_back();
  back_ = 0;
  return find(1);
}

void HistoryWalk::reset() {
  back_ = 0;
  draft_.clear();
  searching_ = false;
  query_.clear();
}

}  // namespace fm::cli
