// Ideas as rows of a table that grows: each row is right by itself, whatever comes after it.
//
// The columns depend on the terminal's width alone, so that rows printed minutes apart line up.
// Titles in any script keep the columns straight. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "cli/terminal/styled_text.h"
#include "team/room/room.h"

namespace fm::cli {

// Which columns follow the title. kPanel where several have scored: with the spread between them.
enum class IdeaColumns { kScored, kPanel };

class IdeaTable {
 public:
  IdeaTable(std::size_t columns, Charset charset, IdeaColumns what);

  Line header() const;
  Line row(const Idea& idea) const;

  // With its place in the order of scores; the winner stands out.
  Line ranked_header() const;
  Line ranked_row(const Idea& idea, int rank, bool winner) const;

 private:
  struct Cells {
    std::string rank, id, title, round, score, spread;
    std::vector<std::string> criteria;
  };
  enum class Rank { kWithout, kWith };
  Line lay(const Cells& cells, Rank rank, TextStyle style) const;
  Cells heads() const;
  Cells cells_of(const Idea& idea) const;

  std::size_t columns_;
  Charset charset_;
  bool with_round_;
  bool with_spread_;
  bool with_criteria_;
};

// The living ideas by score, best first; then the unscored and the vetoed, by their ids.
std::vector<const Idea*> by_score(const RoomView& room);

}  // namespace fm::cli
