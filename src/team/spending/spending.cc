#include "team/spending/spending.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/capped_sum.h"
#include "base/figures.h"

namespace fm {
namespace {

constexpr int kFirstMark = 80;                     // percent
constexpr std::int64_t kMuch = 1'000'000'000'000;  // more than any budget is for

// 80, 100, 180, 200, ...: four fifths of each hundred, and the hundred.
int mark_above(int percent) {
  const int hundreds = percent / 100 * 100;
  return percent % 100 < kFirstMark ? hundreds + kFirstMark : hundreds + 100;
}

// The highest mark that `amount` is above; 0: none.
int mark_below(std::int64_t amount, std::int64_t limit) {
  if (limit <= 0) return amount > 0 ? 100 : 0;
  constexpr std::int64_t kMost = 1'000'000;  // percent; beyond that nobody counts
  const std::int64_t scaled =
      amount > std::numeric_limits<std::int64_t>::max() / 100 ? kMost * limit : amount * 100;
  const auto percent = static_cast<int>(std::min(kMost, (scaled - 1) / limit));
  if (percent < kFirstMark) return 0;
  return percent % 100 < kFirstMark ? percent / 100 * 100 : percent / 100 * 100 + kFirstMark;
}

std::string_view unit_name(SpendUnit unit) {
  switch (unit) {
    case SpendUnit::kTokens:
      return "tokens";
    case SpendUnit::kMoney:
      return "usd";
    case SpendUnit::kTurns:
      return "turns";
    case SpendUnit::kMinutes:
      return "minutes";
  }
  return "";
}

std::string allowed_key(std::string_view scope, std::string_view unit) {
  return fmt::format("{} {}", scope, unit);
}

// Calls `take` with key and percent of each entry.
template <class Take>
void each_allowed(std::string_view allowed, Take take) {
  while (!allowed.empty()) {
    const auto comma = allowed.find(',');
    const std::string_view entry = allowed.substr(0, comma);
    allowed = comma == allowed.npos ? std::string_view() : allowed.substr(comma + 1);
    const auto equals = entry.rfind('=');
    if (equals == entry.npos) continue;
    int percent = 0;
    std::from_chars(entry.data() + equals + 1, entry.data() + entry.size(), percent);
    take(entry.substr(0, equals), percent);
  }
}

}  // namespace

std::optional<std::int64_t> Budget::limit(SpendUnit unit) const {
  switch (unit) {
    case SpendUnit::kTokens:
      return tokens;
    case SpendUnit::kMoney:
      return micro_usd;
    case SpendUnit::kTurns:
      return turns;
    case SpendUnit::kMinutes:
      return minutes;
  }
  return std::nullopt;
}

Budget read_budget(Fields& fields) {
  Budget budget;
  budget.tokens = fields.decimal("tokens", {0, 1, kMuch});
  budget.micro_usd = fields.decimal("usd", {6, 0, kMuch});
  budget.turns = fields.decimal("turns", {0, 1, kMuch});
  budget.minutes = fields.decimal("minutes", {0, 1, kMuch});
  fields.refuse_unknown();
  return budget;
}

Budget tighter(const Budget& one, const Budget& other) {
  const auto less = [](std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
    return a && b ? std::min(a, b) : a ? a : b;
  };
  return {.tokens = less(one.tokens, other.tokens),
          .micro_usd = less(one.micro_usd, other.micro_usd),
          .turns = less(one.turns, other.turns),
          .minutes = less(one.minutes, other.minutes)};
}

std::int64_t Spent::of(SpendUnit unit) const {
  switch (unit) {
    case SpendUnit::kTokens:
      return tokens;
    case SpendUnit::kMoney:
      return micro_usd;
    case SpendUnit::kTurns:
      return turns;
    case SpendUnit::kMinutes:
      return millis / 60'000;
  }
  return 0;
}

Spent& Spent::operator+=(const Spent& more) {
  tokens = capped_sum(tokens, more.tokens);
  micro_usd = capped_sum(micro_usd, more.micro_usd);
  turns = capped_sum(turns, more.turns);
  millis = capped_sum(millis, more.millis);
  return *this;
}

Spent& Spent::operator-=(const Spent& less) {
  tokens -= less.tokens;
  micro_usd -= less.micro_usd;
  turns -= less.turns;
  millis -= less.millis;
  return *this;
}

std::optional<BudgetMark> passed_mark(std::span<const BudgetState> budgets, const Spent& call,
                                      CallPrice price) {
  std::optional<BudgetMark> worst;
  for (const BudgetState& state : budgets) {
    for (const SpendUnit unit : kSpendUnits) {
      const auto limit = state.budget.limit(unit);
      const bool is_free = unit == SpendUnit::kMoney && price == CallPrice::kKnown;
      if (!limit || (is_free && call.micro_usd == 0)) continue;
      const std::int64_t used = state.spent.of(unit);
      const int mark = mark_below(used + call.of(unit), *limit);
      if (mark < allowed_percent(state.allowed, state.scope, unit_name(unit)) ||
          (worst && worst->percent >= mark))
        continue;
      worst = BudgetMark{.scope = state.scope,
                         .unit = unit,
                         .used = used,
                         .expected = call.of(unit),
                         .limit = *limit,
                         .percent = mark,
                         .next = mark_above(mark)};
    }
  }
  return worst;
}

std::string spend_text(SpendUnit unit, std::int64_t amount) {
  if (unit == SpendUnit::kMoney) return money_text({amount});
  const std::string_view name = unit_name(unit);
  return thousands(amount) + " " +
         std::string(amount == 1 ? name.substr(0, name.size() - 1) : name);
}

std::string budget_question(const BudgetMark& mark) {
  const std::string used = spend_text(mark.unit, mark.used);
  const std::string limit = spend_text(mark.unit, mark.limit);
  const std::string whose = mark.scope.starts_with("day") ? "Today's budget"
                            : mark.scope == "room"        ? "This room's budget"
                                                          : "This project's budget";
  std::string text = fmt::format("{} is {}, and {} are spent", whose, limit, used);
  if (mark.unit == SpendUnit::kMoney || mark.unit == SpendUnit::kTokens)
    text += fmt::format("; the next call may take {}", spend_text(mark.unit, mark.expected));
  if (mark.percent % 100 == kFirstMark) return text + ". Go on up to the limit?";
  if (mark.limit == 0) return text + ". Go on all the same?";
  // What the call takes may be more than the limit once more.
  if (mark.expected > mark.limit)
    return text + fmt::format(". Go on, up to {} in all?",
                              spend_text(mark.unit, (mark.percent / 100 + 1) * mark.limit));
  return text + fmt::format(". Go on, with another {}?", limit);
}

JsonObject to_json(const BudgetMark& mark) {
  JsonObject body;
  body["scope"] = mark.scope;
  body["unit"] = unit_name(mark.unit);
  body["used"] = mark.used;
  body["expected"] = mark.expected;
  body["limit"] = mark.limit;
  body["percent"] = mark.percent;
  return body;
}

int allowed_percent(std::string_view allowed, std::string_view scope, std::string_view unit) {
  const std::string key = allowed_key(scope, unit);
  int found = kFirstMark;
  each_allowed(allowed, [&](std::string_view of, int percent) {
    if (of == key) found = std::max(found, percent);
  });
  return found;
}

std::string allow(std::string_view allowed, std::string_view scope, std::string_view unit,
                  int percent) {
  const std::string key = allowed_key(scope, unit);
  std::string out;
  const auto add = [&](std::string_view of, int value) {
    out += fmt::format("{}{}={}", out.empty() ? "" : ",", of, value);
  };
  each_allowed(allowed, [&](std::string_view of, int value) {
    if (of != key) add(of, value);
  });
  add(key, percent);
  return out;
}

}  // namespace fm
