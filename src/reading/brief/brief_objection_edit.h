// What an answer says became of the objections of a brief, with the reason (C-36). Part of
// brief_edit.h, which owns all that is borrowed here. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "reading/brief/brief_edit_notes.h"
#include "reading/brief/brief_entries.h"

namespace fm {

// Whether a change says what became of something.
bool tells_outcome(const JsonObject& change);

class BriefObjectionEdit {
 public:
  BriefObjectionEdit(const Brief& standing, const Roster& roster, const BriefPlaces& places,
                     BriefEditNotes& notes);

  // A list of outcomes, an object {id: outcome}, or one of them.
  Read<void> read(const Json& value, int depth = 0);
  // {"at": "o1", "outcome": ..., "why": ...}; its text or its agent may stand for the id.
  void one(const JsonObject& object);
  // "taken up: the deposit is in scope", or an object without the id.
  void outcome_said(const BriefPlace& place, const Json& value);

  // An open one, by its id, its text, or its agent where that has only one.
  std::optional<BriefPlace> find(std::string_view said) const;

 private:
  void settle(const BriefPlace& place, BriefObjection::Outcome outcome, const std::string& why);

  const Brief& standing_;
  const Roster& roster_;
  const BriefPlaces& places_;
  BriefEditNotes& notes_;
  const std::vector<std::size_t> open_;  // open_objections()
};

}  // namespace fm
