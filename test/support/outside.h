// Outside: what has left the process, and whether a log can answer for it.
//
// A test's world records here what watchers were told, what was acknowledged to a person, what the
// model was asked and answered, and which files it wants written. faults() holds that against a
// log, such as the one that a crash left: each line that was told must be in it, byte for byte and
// at its place; words that came from a model or a person and were sent to a model again must be in
// it; so must every idea of a file that was written. It outlives the processes of its world.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/runtime/bus.h"
#include "test/support/lost_suffix.h"

namespace fm::testing {

class Outside final : public Listener {
 public:
  void event(const EventPtr& event) override;
  void delta(const TurnDelta&) override {}
  void notice(const TurnNotice&) override {}
  void idle(const RoomId&) override {}

  void acknowledged(const Event& event);
  void said(std::string_view words);     // by a person, to the program
  void answered(std::string_view text);  // by a model
  void asked(std::string_view prompt);   // of a model
  void wants_file(std::string path);     // of ideas, as JSON

  std::vector<std::string> faults(const StoredLog& log) const;

  // So that a check that finds nothing can be seen to have looked.
  std::size_t told() const { return told_.size(); }
  std::size_t quoted() const { return quoted_.size(); }
  std::size_t files() const;

 private:
  std::map<std::pair<RoomId, RoomSeq>, std::string> told_;
  std::set<std::string, std::less<>> heard_;   // a telling line of what models and people said
  std::set<std::string, std::less<>> quoted_;  // those of them that a prompt held
  std::set<std::string> files_;
};

}  // namespace fm::testing
