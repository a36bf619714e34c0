// Spending: what may be spent on models, and how near a call would come to it (P-31).
//
// Limits are held before a call, with what it will probably cost: at four fifths of a limit and at
// the limit itself nothing more is asked before a person says so, and each yes carries to the next
// of these marks. Integers only. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "base/json.h"
#include "base/yaml/fields.h"

namespace fm {

enum class SpendUnit { kTokens, kMoney, kTurns, kMinutes };
inline constexpr auto kSpendUnits = {SpendUnit::kTokens, SpendUnit::kMoney, SpendUnit::kTurns,
                                     SpendUnit::kMinutes};

struct Budget {  // nothing: no limit
  std::optional<std::int64_t> tokens;
  std::optional<std::int64_t> micro_usd;
  std::optional<std::int64_t> turns;
  std::optional<std::int64_t> minutes;

  std::optional<std::int64_t> limit(SpendUnit unit) const;
  bool operator==(const Budget&) const = default;
};

// {tokens, usd, turns, minutes} of a file; faults go into its list.
Budget read_budget(Fields& fields);

// The tighter of two limits, unit by unit.
Budget tighter(const Budget& one, const Budget& other);

struct Spent {
  std::int64_t tokens = 0;  // in and out
  std::int64_t micro_usd = 0;
  std::int64_t turns = 0;
  std::int64_t millis = 0;  // that models were at work

  std::int64_t of(SpendUnit unit) const;  // whole minutes
  Spent& operator+=(const Spent& more);
  Spent& operator-=(const Spent& less);
  friend Spent operator+(Spent one, const Spent& more) { return one += more; }
  bool operator==(const Spent&) const = default;
};

// One budget as it stands.
struct BudgetState {
  std::string scope;  // "project", "room", "day 2026-05-01"
  Budget budget;
  Spent spent;          // and what calls that are under way will probably cost
  std::string allowed;  // what a person said yes to, see allow(); else 80 percent need no asking
};

// A mark that the next call would pass.
struct BudgetMark {
  std::string scope;
  SpendUnit unit = SpendUnit::kMoney;
  std::int64_t used = 0;      // before the call
  std::int64_t expected = 0;  // of the call
  std::int64_t limit = 0;
  int percent = 80;  // the mark: 80, 100, 180, 200, ...
  int next = 100;    // what a yes allows
};

enum class CallPrice { kKnown, kUnknown };

// A call that is known to cost nothing is held by no budget in money, whatever was spent; one whose
// price is unknown is, once the limit is reached.
std::optional<BudgetMark> passed_mark(std::span<const BudgetState> budgets, const Spent& call,
                                      CallPrice price = CallPrice::kKnown);

std::string spend_text(SpendUnit unit, std::int64_t amount);  // "$0.42", "12,000 tokens"
std::string budget_question(const BudgetMark& mark);          // for the gate
JsonObject to_json(
    const BudgetMark& mark);  // budget.warned: {scope, unit, used, limit, percent, ...}

// What people said yes to, as it stands in a turn's request: "day 2026-05-01 usd=100,room
// turns=180". A yes to more turns is none to more money.
int allowed_percent(std::string_view allowed, std::string_view scope, std::string_view unit);
std::string allow(std::string_view allowed, std::string_view scope, std::string_view unit,
                  int percent);

}  // namespace fm
