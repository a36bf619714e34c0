// Marked blocks of fields in a text: TASK_COMPLETE: and DISCUSS_RESULT: with "key: value" lines.
//
// The marker must begin a line; a sentence that mentions it, a quotation and reasoning are no
// block. A speaker's name may stand before the lines. Keys may be bulleted, bold, with spaces for
// underscores, in a table or as JSON. Values keep everything after the first colon.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reading/json/budget.h"
#include "reading/json/fault.h"

namespace fm {

struct BlockField {
  std::string key;                 // squashed: "taskid"
  std::string value;               // its line, cleaned and without marks around it
  std::vector<std::string> items;  // the lines or list under it
};

struct Block {
  std::string rest;  // of the marker's line
  std::vector<BlockField> fields;
  std::size_t begin = 0;
  std::size_t end = 0;  // of its last line; 0 where it is JSON

  bool is_last_in(std::string_view text) const;        // nothing follows: it may be cut off
  const BlockField* find(std::string_view key) const;  // the first; null if there is none
  bool has_any(std::span<const std::string_view> keys) const;
  std::string value(std::string_view key) const;
  std::string text(std::string_view key) const;  // with the lines under it
  // A key that stands twice with different values; empty if there is none.
  std::string conflict() const;
};

// `marker` squashed: "taskcomplete".
std::vector<Block> find_blocks(std::string_view text, std::string_view marker,
                               Steps* steps = nullptr);

// "n/a", "none", "-", "" and the like.
bool is_none(std::string_view value);

// A value of a list field: its items, a list in brackets, numbered parts, or parts between
// semicolons.
std::vector<std::string> list_of(const BlockField& field);

// `path`, [name](path), "path": the path.
std::string path_of(std::string_view value);

// "success (two warnings)", "failed: no compiler", "HIGH - money": the word that comes first.
std::string_view head_of(std::string_view value);

}  // namespace fm
