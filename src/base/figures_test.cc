#include "base/figures.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

TEST_CASE("numbers, money and durations read as people write them") {
  CHECK(thousands(999) == "999");
  CHECK(thousands(12'480) == "12,480");
  CHECK(thousands(-1'234'567) == "-1,234,567");
  CHECK(money_text({0}, 4) == "$0");
  CHECK(money_text({42'100}, 4) == "$0.0421");
  CHECK(money_text({42'149}, 4) == "$0.0421");
  CHECK(money_text({42'150}, 4) == "$0.0422");
  CHECK(money_text({1'234'567'891}, 2) == "$1,234.57");
  CHECK(money_text({3}, 4) == "under $0.0001");
  CHECK(money_text({41'200}) == "$0.0412");
  CHECK(money_text({1'995'000}) == "$2.00");
  CHECK(duration_text(Millis(850)) == "850 ms");
  CHECK(duration_text(Millis(4'290)) == "4.2 s");
  CHECK(duration_text(Millis(42'900)) == "42 s");
  CHECK(duration_text(Millis(84'000)) == "1 min 24 s");
  CHECK(duration_text(Millis(7'500'000)) == "2 h 5 min");
  CHECK(duration_text(Millis(300'000)) == "5 min");
  CHECK(duration_text(Millis(7'200'000)) == "2 h");
  CHECK(duration_text(Millis(400'000'000)) == "4 days");
  CHECK(count_text(1, "idea", "ideas") == "one idea");
  CHECK(count_text(12, "idea", "ideas") == "twelve ideas");
  CHECK(count_text(1'300, "idea", "ideas") == "1,300 ideas");
}

}  // namespace
}  // namespace fm
