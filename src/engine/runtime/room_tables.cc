#include "engine/runtime/room_tables.h"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/flow/gate.h"

namespace fm {
namespace {

using Spot = std::pair<FlowId, StepPath>;

class RoomTablesFold final : public TablesFold {
 public:
  explicit RoomTablesFold(const RoomId& room) { tables_.room.id = room; }

  void apply(const Event& event) override {
    tables_.room.head = event.room_seq;
    tables_.room.updated_at = std::max(tables_.room.updated_at, event.at);
    if (event.kind == "room.created") {
      tables_.room.title = event.text("title");
      tables_.room.folder = event.text("folder");
      tables_.room.team = event.text("team");
      tables_.room.created_at = event.at;
      tables_.room.state = "empty";
    } else if (event.kind == "room.moved") {
      tables_.room.folder = event.text("folder");
    } else if (event.kind == "flow.started") {
      begin(event);
    } else if (event.kind == "flow.finished") {
      end(event);
    } else if (event.kind == "flow.paused") {
      paused_.insert(event.flow);
    } else if (event.kind.starts_with("effect.")) {
      paused_.erase(event.flow);
      apply_effect(event);
    } else if (event.kind.starts_with("gate.")) {
      apply_gate(event);
    }
  }

  RoomTables tables() const override {
    RoomTables tables = tables_;
    tables.room.state = state();
    return tables;
  }

 private:
  void begin(const Event& event) {
    // Another run of it: what the former one waited for, it asks for anew.
    drop([&](const OpenRow& row) { return is_of(row, event.flow); });
    forget(event.flow);
    paused_.erase(event.flow);
    if (std::ranges::any_of(tables_.open, [&](const OpenRow& row) {
          return row.kind == OpenKind::kFlow && row.id == event.flow.value;
        }))
      return;
    OpenRow row;
    row.kind = OpenKind::kFlow;
    row.room = tables_.room.id;
    row.id = event.flow.value;
    const Json* args = event.body.if_contains("args");
    if (event.text("parent").empty() && args)
      row.data["args"] = to_base32(sha256(canonical(*args)), 26);
    tables_.open.push_back(std::move(row));
    if (event.text("parent").empty()) roots_.insert(event.flow);
  }

  void end(const Event& event) {
    drop([&](const OpenRow& row) {
      return is_of(row, event.flow) || (row.kind == OpenKind::kFlow && row.id == event.flow.value);
    });
    forget(event.flow);
    paused_.erase(event.flow);
    if (roots_.erase(event.flow) > 0)
      ended_ = event.text("completion") == "error" ? "failed" : "finished";
  }

  void apply_effect(const Event& event) {
    if (event.kind == "effect.finished") {
      drop([&](const OpenRow& row) { return is_at(row, event.flow, event.place); });
      inputs_.erase({event.flow, event.place});
      running_.erase({event.flow, event.place});
    } else if (event.kind == "effect.scheduled") {
      const bool over = event.body.contains("result") || event.body.contains("error") ||
                        event.body.contains("interrupted");
      if (over) return;
      const std::string_view kind = event.text("effect");
      if (kind == "input") {
        inputs_.insert({event.flow, event.place});
      } else if (kind != "ask" && kind != "sleep" && kind != "child") {
        running_.insert({event.flow, event.place});
      }
      if (const std::int64_t due = event.number("due_ms"); due != 0) {
        OpenRow row;
        row.kind = OpenKind::kTimer;
        row.room = tables_.room.id;
        row.id = event.flow.value + " " + event.place.value;
        row.due = {due};
        tables_.open.push_back(std::move(row));
      }
    }
  }

  void apply_gate(const Event& event) {
    const std::string_view gate = event.text("gate");
    if (event.kind == "gate.opened") {
      NewEvent from;
      from.flow = event.flow;
      from.place = event.place;
      const bool unknown = event.text("type") == "unknown_effect";
      OpenRow row = gate_row(tables_.room.id, event.body, from, unknown);
      if (unknown)
        if (const Json* subject = event.body.if_contains("subject"))
          row.data["attempt"] = int_at(*subject, "attempt");
      if (is_anew(event)) row.data["anew"] = true;
      tables_.open.push_back(std::move(row));
    } else if (event.kind == "gate.answered") {
      drop_gate(gate);
      drop([&](const OpenRow& row) {
        return row.kind == OpenKind::kTimer && is_at(row, event.flow, event.place);
      });
    } else if (event.kind == "gate.expired") {
      // One that has a place stays open, unless its effect ends too.
      if (event.place.empty()) drop_gate(gate);
      drop([&](const OpenRow& row) {
        return row.kind == OpenKind::kTimer && is_at(row, event.flow, event.place);
      });
    }
  }

  // How a run shall go on that cannot go on by itself: no effect of it asks that.
  static bool is_anew(const Event& event) {
    return event.place.empty() && event.text("type") == "begin_anew";
  }

  static bool is_of(const OpenRow& row, const FlowId& flow) {
    if (row.kind == OpenKind::kTimer) return row.id.starts_with(flow.value + " ");
    return row.kind == OpenKind::kGate && text_at(row.data, "flow") == flow.value;
  }

  static bool is_at(const OpenRow& row, const FlowId& flow, const StepPath& place) {
    if (row.kind == OpenKind::kTimer) return row.id == flow.value + " " + place.value;
    return row.kind == OpenKind::kGate && text_at(row.data, "flow") == flow.value &&
           text_at(row.data, "place") == place.value;
  }

  void forget(const FlowId& flow) {
    for (std::set<Spot>* spots : {&inputs_, &running_})
      std::erase_if(*spots, [&](const Spot& spot) { return spot.first == flow; });
  }

  template <class Is>
  void drop(Is is) {
    std::erase_if(tables_.open, is);
  }

  void drop_gate(std::string_view gate) {
    drop([&](const OpenRow& row) { return row.kind == OpenKind::kGate && row.id == gate; });
  }

  std::string state() const {
    if (roots_.empty()) return ended_.empty() ? "empty" : ended_;
    if (std::ranges::all_of(roots_, [&](const FlowId& root) { return paused_.contains(root); }))
      return "paused";
    const auto is_asked_about = [&](const Spot& spot) {
      return std::ranges::any_of(tables_.open, [&](const OpenRow& row) {
        return row.kind == OpenKind::kGate && is_at(row, spot.first, spot.second);
      });
    };
    if (!std::ranges::all_of(running_, is_asked_about)) return "working";
    const bool asks = std::ranges::any_of(
        tables_.open, [](const OpenRow& row) { return row.kind == OpenKind::kGate; });
    return asks || !inputs_.empty() ? "waiting" : "working";
  }

  RoomTables tables_;
  std::set<FlowId> roots_;   // unfinished
  std::set<FlowId> paused_;  // of the unfinished ones
  std::set<Spot> inputs_;    // that wait for a person's words
  std::set<Spot> running_;   // effects that are not over
  std::string ended_;        // how the last root ended
};

}  // namespace

std::unique_ptr<TablesFold> make_tables_fold(const RoomId& room) {
  return std::make_unique<RoomTablesFold>(room);
}

}  // namespace fm
