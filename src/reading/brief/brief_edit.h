// A brief while it is changed, entry by entry, by what an answer says of it. For brief_patch.cc
// only.
//
// Made for one answer; borrows the standing brief, the roster and the options. Indices and ids are
// those of the standing brief throughout, so that changes do not disturb each other.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "reading/brief/brief_edit_notes.h"
#include "reading/brief/brief_entries.h"
#include "reading/brief/brief_objection_edit.h"
#include "reading/brief/brief_patch.h"

namespace fm {

// {"at" | "add" | "remove": ...}: one change.
bool is_brief_change(const Json& value);

class BriefEdit {
 public:
  BriefEdit(const Brief& brief, const Roster& roster, const BriefOptions& options);

  const BriefPlaces& places() const { return places_; }

  // A list of changes, an object {id: text}, or one change.
  Read<void> changes(const Json& value, int depth = 0);
  Read<void> objections(const Json& value) { return objections_.read(value); }
  // "in2: new words", "add to included: gift cards".
  Read<void> line(std::string_view written);
  // A whole brief instead.
  Read<void> replace(const JsonObject& answer);

  // What came of it, in order. Faults: nothing_changed, placeholder, out_of_range.
  Read<BriefPatchRead> finish();

 private:
  // What becomes of a step that its agent has already.
  enum class Known { kMore, kInstead };

  void keep_numbers();
  Read<void> lines(const Json& value);
  Read<void> change(const JsonObject& object);
  Read<void> named(const std::string& key, const Json& value);
  Read<void> set(const BriefPlace& place, const Json& text, const Json* after,
                 const std::string& name);
  void set_required(const BriefPlace& place, std::string& text, const std::string& said);
  void set_item(const BriefPlace& place, std::vector<std::string>& list,
                std::vector<std::string>& added, const std::string& said);
  void set_constraint(const std::string& name, const std::string& said);
  void set_rule(const BriefPlace& place, const Json& text, const std::string& said,
                const std::string& name);
  Read<void> set_step(const BriefPlace& place, const Json& text, const Json* after,
                      const std::string& name);
  Read<void> add_steps(const Json& value, Known known_step);

  const Brief& brief_;
  const Roster& roster_;
  const BriefOptions& options_;
  const BriefPlaces places_;
  const std::vector<std::size_t> others_;          // other_constraints()
  std::array<std::vector<std::string>, 4> added_;  // included, excluded, decisions, unknowns
  bool took_away_ = false;
  bool is_replaced_ = false;  // by a whole brief
  bool left_open_ = false;    // a change was still the format's own words
  BriefEditNotes notes_;
  BriefObjectionEdit objections_;
};

}  // namespace fm
