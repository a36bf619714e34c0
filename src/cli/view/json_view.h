// The view for programs: each committed event as its line of the log, exactly (E-1).
//
// With kLive also the previews, as turn.delta and agent.state lines; these carry no seq and may be
// left out when the reader is slow. Events are never left out; of a conversation only the new ones
// are told, since it may have gone on for months.
#pragma once

#include <map>
#include <string>

#include "cli/args/json_mode.h"
#include "cli/terminal/output.h"
#include "cli/view/view.h"

namespace fm::cli {

class JsonView final : public View {
 public:
  JsonView(Output& output, JsonMode mode) : output_(output), mode_(mode) {}

  void begin(const Opening& opening) override { mode_of_room_ = opening.mode; }
  void event(const Event& event, Age age) override;
  void delta(const TurnDelta& delta) override;
  void notice(const TurnNotice& notice) override;
  void end(const Ending&) override {}
  void ask(const std::string&) override {}
  void typing(const std::string&, std::size_t) override {}
  void trouble(const Error&) override {}
  void show(const Layout&) override {}

 private:
  void preview(std::string_view kind, const RoomId& room, JsonObject body);
  void state(const RoomId& room, const std::string& turn, std::string_view now,
             std::string_view why = {});

  Output& output_;
  JsonMode mode_;
  Mode mode_of_room_ = Mode::kFlow;
  struct Turn {
    std::string agent;
    std::string state;
  };
  std::map<std::string, Turn> turns_;  // that run now
};

}  // namespace fm::cli
