// SpendLedger: what is spent in this process's store, by day, room and flow, and what calls that
// are under way will probably add (P-31).
//
// The log is the truth; this is its sum, kept so that a budget is checked before a call without
// reading the past. Calls that run side by side see each other: a hold counts until what really was
// spent takes its place. Days are the person's own. On the loop thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>

#include "base/clock.h"
#include "base/ids.h"
#include "team/spending/spending.h"

namespace fm {

class SpendLedger {
 public:
  // The sum of one room or flow from the log, asked for once, when it is first seen.
  using FromLog = std::function<Spent()>;

  Spent room(const RoomId& room, const FromLog& from_log);
  Spent flow(const FlowId& flow, const FromLog& from_log);
  Spent day(const std::string& day) const;  // "2026-05-01", local

  // What the log holds of a day, before anything of that day is checked; again it changes nothing,
  // should the clock be set back.
  void set_day(const std::string& day, const Spent& from_log);
  bool knows_day(const std::string& day) const { return known_days_.contains(day); }

  // Counts an expected call until it is settled or destroyed.
  class Hold {
   public:
    Hold() = default;
    Hold(Hold&&) = default;
    Hold& operator=(Hold&& other) noexcept;
    ~Hold() { release(); }

    // What it really took takes the place of what was expected.
    void settle(const Spent& real);

   private:
    friend class SpendLedger;
    void release();
    void add(const Spent& amount);
    void take(const Spent& amount);

    struct Places;
    std::shared_ptr<Places> places_;
    Spent expected_;
  };
  [[nodiscard]] Hold hold(const RoomId& room, const FlowId& flow, const std::string& day,
                          const Spent& expected);

 private:
  using Sum = std::shared_ptr<Spent>;
  Sum of_day(const std::string& day);

  std::unordered_map<RoomId, Sum> rooms_;
  std::unordered_map<FlowId, Sum> flows_;
  std::map<std::string, Sum> days_;
  std::set<std::string> known_days_;  // of which the log was asked
};

std::string local_day(UtcMs at);

}  // namespace fm
