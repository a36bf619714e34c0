#include "team/spending/spending.h"

#include <doctest/doctest.h>

#include <vector>

namespace fm {
namespace {

BudgetState dollars(std::int64_t limit, std::int64_t spent, int allowed = 80) {
  return {.scope = "room",
          .budget = {.micro_usd = limit},
          .spent = {.micro_usd = spent},
          .allowed = allow("", "room", "usd", allowed)};
}

int mark_of(const BudgetState& state, const Spent& call) {
  const std::vector<BudgetState> all{state};
  const auto mark = passed_mark(all, call);
  return mark ? mark->percent : 0;
}

TEST_CASE("P-31 a call that would pass four fifths of a budget asks first, and once") {
  CHECK(mark_of(dollars(1'000'000, 700'000), {.micro_usd = 100'000}) == 0);  // exactly there
  CHECK(mark_of(dollars(1'000'000, 700'000), {.micro_usd = 100'001}) == 80);
  CHECK(mark_of(dollars(1'000'000, 900'000, 100), {.micro_usd = 100'000}) == 0);
}

TEST_CASE("P-31 nothing passes the whole of a budget unasked, whatever was said before") {
  CHECK(mark_of(dollars(1'000'000, 900'000, 100), {.micro_usd = 100'001}) == 100);
  CHECK(mark_of(dollars(1'000'000, 0), {.micro_usd = 5'000'000}) == 480);
  CHECK(mark_of(dollars(1'000'000, 1'700'000, 180), {.micro_usd = 100'000}) == 0);
  CHECK(mark_of(dollars(1'000'000, 1'700'000, 180), {.micro_usd = 100'001}) == 180);
  CHECK(mark_of(dollars(0, 0), {.micro_usd = 1}) == 100);
  CHECK(mark_of(dollars(0, 0), {}) == 0);
  CHECK(mark_of(dollars(1, 9'200'000'000'000'000'000), {.micro_usd = 1}) > 100);  // no overflow
}

TEST_CASE("P-31 each unit is held, and the tightest of all budgets is told") {
  const std::vector<BudgetState> budgets{
      {.scope = "room", .budget = {.tokens = 1'000, .turns = 10}, .spent = {.tokens = 850}},
      {.scope = "day 2026-05-01", .budget = {.minutes = 10}, .spent = {.millis = 30 * 60'000}}};
  const auto mark = passed_mark(budgets, {.tokens = 10, .turns = 1});
  REQUIRE(mark.has_value());
  CHECK(mark->scope == "day 2026-05-01");
  CHECK(mark->percent == 280);
  CHECK(mark->next == 300);
}

TEST_CASE("P-31 what costs nothing needs no money, however much was spent") {
  const std::vector<BudgetState> spent{dollars(1'000'000, 5'000'000)};
  CHECK(!passed_mark(spent, {.tokens = 9'000}).has_value());
  CHECK(passed_mark(spent, {.tokens = 9'000}, CallPrice::kUnknown).has_value());
  CHECK(passed_mark(spent, {.micro_usd = 1}).has_value());
}

TEST_CASE("two budgets together are as tight as the tighter one") {
  CHECK(tighter({.tokens = 5, .turns = 3}, {.tokens = 7, .minutes = 1}) ==
        Budget{.tokens = 5, .turns = 3, .minutes = 1});
}

TEST_CASE("what was allowed is kept by scope and unit") {
  std::string allowed = allow("", "room", "usd", 100);
  allowed = allow(allowed, "day 2026-05-01", "usd", 100);
  allowed = allow(allowed, "room", "usd", 180);
  CHECK(allowed_percent(allowed, "room", "usd") == 180);
  CHECK(allowed_percent(allowed, "room", "turns") == 80);
  CHECK(allowed_percent(allowed, "day 2026-05-01", "usd") == 100);
  CHECK(allowed_percent(allowed, "day 2026-05-02", "usd") == 80);
  CHECK(allowed_percent("room usd=x,=,room usd", "room", "usd") == 80);
}

TEST_CASE("P-31 a yes to more turns is none to more money") {
  BudgetState room{.scope = "room",
                   .budget = {.micro_usd = 1'000'000, .turns = 10},
                   .spent = {.micro_usd = 300'000, .turns = 10},
                   .allowed = {}};
  const auto mark = passed_mark(std::vector{room}, {.micro_usd = 10'000, .turns = 1});
  REQUIRE(mark.has_value());
  CHECK(mark->unit == SpendUnit::kTurns);
  room.allowed = allow("", mark->scope, "turns", mark->next);
  room.spent.micro_usd = 790'000;
  const auto money = passed_mark(std::vector{room}, {.micro_usd = 20'000, .turns = 1});
  REQUIRE(money.has_value());
  CHECK(money->unit == SpendUnit::kMoney);
}

TEST_CASE("P-31 the question says whose budget, how much is spent and what comes") {
  const std::vector<BudgetState> budgets{dollars(2'000'000, 1'590'000)};
  CHECK(budget_question(*passed_mark(budgets, {.micro_usd = 41'200})) ==
        "This room's budget is $2.00, and $1.59 are spent; the next call may take $0.0412. Go on "
        "up to the limit?");
  const std::vector<BudgetState> full{
      {.scope = "project", .budget = {.turns = 3}, .spent = {.turns = 3}}};
  CHECK(budget_question(*passed_mark(full, {.turns = 1})) ==
        "This project's budget is 3 turns, and 3 turns are spent. Go on, with another 3 turns?");
  CHECK(
      budget_question(*passed_mark(std::vector{dollars(1'000'000, 0)}, {.micro_usd = 3'130'000})) ==
      "This room's budget is $1.00, and $0 are spent; the next call may take $3.13. Go on, up to "
      "$4.00 in all?");
  CHECK(budget_question(*passed_mark(std::vector{dollars(0, 0)}, {.micro_usd = 41'200})) ==
        "This room's budget is $0, and $0 are spent; the next call may take $0.0412. Go on "
        "all the same?");
}

TEST_CASE("an amount is told in its unit") {
  CHECK(spend_text(SpendUnit::kMoney, 41'200) == "$0.0412");
  CHECK(spend_text(SpendUnit::kTokens, 12'000) == "12,000 tokens");
  CHECK(spend_text(SpendUnit::kTurns, 1) == "1 turn");
}

}  // namespace
}  // namespace fm
