// Going through what was typed before while a line is edited: up, down, and Ctrl-R.
//
// Holds the draft that the person had begun, and gives it back at the end of the way down. Pure;
// the history outlives it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fm::cli {

class HistoryWalk {
 public:
  explicit HistoryWalk(const std::vector<std::string>& lines) : lines_(&lines) {}

  // The line to show instead of `text`; nothing: there is none in that direction.
  std::optional<std::string> older(const std::string& text);
  std::optional<std::string> newer();

  // A search for lines that contain what is typed next, newest first.
  bool is_searching() const { return searching_; }
  const std::string& query() const { return query_; }
  std::optional<std::string> search(const std::string& text);  // begins, or goes on to an older
  std::optional<std::string> narrow(std::string_view more);    // to the query
  std::optional<std::string> widen();                          // the query's last character
  void end_search() { searching_ = false; }

  void reset();  // a line was entered

 private:
  std::optional<std::string> find(std::size_t from);

  const std::vector<std::string>* lines_;
  std::size_t back_ = 0;  // how many lines before the draft; 0: the draft
  std::string draft_;
  bool searching_ = false;
  std::string query_;
};

}  // namespace fm::cli
