#include "team/spending/spend_ledger.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

const RoomId kRoom{"room"};
const FlowId kFlow{"flow"};

TEST_CASE("P-31 a day's log counts once, also when the clock is set back over midnight") {
  SpendLedger ledger;
  ledger.set_day("2026-05-01", {.micro_usd = 500});
  ledger.set_day("2026-05-02", {.micro_usd = 7});
  CHECK(ledger.knows_day("2026-05-01"));
  ledger.set_day("2026-05-01", {.micro_usd = 500});
  CHECK(ledger.day("2026-05-01").micro_usd == 500);
}

TEST_CASE("P-31 what is spent on a day is known whichever days come after it") {
  SpendLedger ledger;
  for (const char* day : {"2027-01-01", "2026-12-31", "2026-12-30"})
    ledger.hold(kRoom, kFlow, day, {.micro_usd = 10}).settle({.micro_usd = 4});
  CHECK(ledger.day("2026-12-30").micro_usd == 4);
  CHECK(ledger.day("2027-01-01").micro_usd == 4);
  CHECK(ledger.room(kRoom, {}).micro_usd == 12);
}

TEST_CASE("P-31 a call counts as expected until it is settled or given up") {
  SpendLedger ledger;
  {
    const auto hold = ledger.hold(kRoom, kFlow, "2026-05-01", {.micro_usd = 10, .turns = 1});
    CHECK(ledger.flow(kFlow, {}).micro_usd == 10);
  }
  CHECK(ledger.flow(kFlow, {}) == Spent());
}

}  // namespace
}  // namespace fm
