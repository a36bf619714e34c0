// The view for chat bridges: what is said and asked, readable, one JSON object a line (E-1).
//
//   {"by":"agent","kind":"answer","room_seq":17,"speaker":"leader","text":"..."}
//   {"gate":"g-7qk2m9x4ab","option_ids":["approve"],"options":["Approve"],"question":"...", ...}
//   {"closed":true,"gate":"g-7qk2m9x4ab","room_seq":21, ...}     answered, or asked no more
//   {"looked":[{"tool":"read_file","what":"app.py"}],"room_seq":16,"speaker":"leader"}
//   {"room_seq":15,"unseen":[{"path":".env","why":"..."}]}     named, and not shown to agents
//   {"problem":{"cause":"...","code":"...","cure":"...","message":"..."},"room_seq":19}
//   {"cost_microusd":1840,"gates":[],"status":0,"tokens":5120}   the last line
//
// docs/events.md has the keys. The events themselves are --json's (JsonView). Of a conversation
// only what is new is told, and not what this program has said itself.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "cli/terminal/output.h"
#include "cli/view/view.h"

namespace fm::cli {

class ConversationJsonView final : public View {
 public:
  // `story` has heard of each event before this; both outlive the view.
  ConversationJsonView(const ViewState& view_state, Output& output)
      : view_state_(view_state), output_(output) {}

  void begin(const Opening& opening) override;
  void event(const Event& event, Age age) override;
  void end(const Ending& ending) override { sum(ending.status); }
  void delta(const TurnDelta&) override {}
  void notice(const TurnNotice&) override {}
  void ask(const std::string&) override {}
  void typing(const std::string&, std::size_t) override {}
  void trouble(const Error&) override {}
  void show(const Layout&) override {}

  // The last line; without a status where a room's past is shown.
  void sum(std::optional<int> status);

 private:
  void message(const Event& event);
  void unseen(const Event& event);
  void gates(const Event& event, bool tells);
  void line(JsonObject object, RoomSeq at);
  void count(const Event& event);

  const ViewState& view_state_;
  Output& output_;
  Mode mode_ = Mode::kFlow;
  std::string client_;           // what the client ids of this program's words begin with
  std::set<std::string> gates_;  // that are open
  std::int64_t tokens_ = 0;
  std::int64_t cost_ = 0;
  bool is_priced_ = true;  // a price is known of all that was counted
};

}  // namespace fm::cli
