#include "model/queue/rate_limiter.h"

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

namespace fm {
namespace {

using std::chrono::hours;
using std::chrono::seconds;
using Ticket = RateLimiter::Ticket;

const std::string kModel = "m";

ModelReply answer(RateBuckets limits = {}, std::int64_t tokens = 0) {
  ModelReply reply;
  reply.limits = std::move(limits);
  reply.usage.input = tokens;
  return reply;
}

ModelOutcome refusal(ModelErrorKind kind, std::optional<Millis> hint = {}) {
  ModelError error;
  error.kind = kind;
  error.retry_after = hint;
  return std::unexpected(error);
}

struct Fixture {
  Millis now{1'000'000};
  RateLimiter limiter{"acme", {}};

  bool may_go(std::int64_t tokens = 1) { return !limiter.blocked(kModel, tokens, now); }
  Millis wait(std::int64_t tokens = 1) {
    const auto block = limiter.blocked(kModel, tokens, now);
    return block ? block->wait : Millis(-1);
  }
  std::string why(std::int64_t tokens = 1) {
    const auto block = limiter.blocked(kModel, tokens, now);
    return block ? block->why : "";
  }
  Ticket begin(std::int64_t tokens = 1) { return limiter.begin(kModel, tokens, now); }
  std::vector<Ticket> begin_many(int calls) {
    std::vector<Ticket> tickets;
    for (int i = 0; i < calls; ++i) tickets.push_back(begin());
    return tickets;
  }
  void end(const Ticket& ticket, const ModelOutcome& outcome = answer()) {
    limiter.end(ticket, outcome, now, Millis(0));
  }
  // From a call that no other overlaps.
  void learn(RateBucket bucket) {
    now += seconds(3);
    end(begin(0), answer({bucket}));
  }
  int fit() {  // how many calls may go at this moment
    int calls = 0;
    while (calls < 10'000 && may_go()) {
      begin();
      ++calls;
    }
    return calls;
  }
};

TEST_CASE_FIXTURE(Fixture, "P-30 no more requests begin in any minute than the person allows") {
  limiter = {"acme", {.requests_per_minute = 3, .tokens_per_minute = {}, .concurrent = {}}};
  end(begin());
  now += seconds(50);
  CHECK(fit() == 2);
  CHECK(wait() == seconds(10));
  CHECK(why() == "your limit for acme is three requests a minute");
  CHECK(limiter.blocked("other", 1, now)->is_all);
  now += seconds(10);
  CHECK(fit() == 1);
  CHECK(wait() == seconds(50));
}

TEST_CASE_FIXTURE(Fixture,
                  "P-30 no more tokens are asked for in any minute than the person allows") {
  limiter = {"acme", {.requests_per_minute = {}, .tokens_per_minute = 1'000, .concurrent = {}}};
  begin(600);
  now += seconds(20);
  begin(300);
  CHECK(may_go(100));
  CHECK(wait(101) == seconds(40));
  CHECK(wait(701) == seconds(60));
  CHECK(why(101) == "your limit for acme is 1,000 tokens a minute");
}

TEST_CASE_FIXTURE(Fixture, "P-30 what was really taken replaces what was expected") {
  limiter = {"acme", {.requests_per_minute = {}, .tokens_per_minute = 1'000, .concurrent = {}}};
  const Ticket little = begin(100);
  const Ticket much = begin(900);
  CHECK(!may_go(1));
  end(much, answer({}, 400));
  CHECK(may_go(500));
  CHECK(!may_go(501));
  end(little, answer({}, 700));
  CHECK(!may_go(1));
  now += seconds(60);
  begin(10);
  CHECK(may_go(990));
  CHECK(!may_go(991));
}

TEST_CASE_FIXTURE(Fixture,
                  "P-30 a wish larger than the whole limit goes alone, and never waits for ever") {
  limiter = {"acme", {.requests_per_minute = {}, .tokens_per_minute = 1'000, .concurrent = {}}};
  CHECK(may_go(5'000));
  begin(1);
  CHECK(wait(5'000) == seconds(60));
  now += seconds(60);
  CHECK(may_go(5'000));

  RateLimiter learned("acme", {});
  learned.end(learned.begin(kModel, 0, now),
              answer({{RateUnit::kTokens, 1'000, 900, Millis(6'000)}}), now, Millis(0));
  const auto block = learned.blocked(kModel, 5'000, now);
  REQUIRE(block.has_value());
  now += block->wait;
  CHECK(!learned.blocked(kModel, 5'000, now));
  learned.begin(kModel, 5'000, now);
  CHECK(learned.blocked(kModel, 1, now)->wait <= seconds(61));  // nor are the others shut out
}

TEST_CASE_FIXTURE(Fixture, "P-30 no more calls are under way than the person allows") {
  limiter = {"acme", {.requests_per_minute = {}, .tokens_per_minute = {}, .concurrent = 2}};
  const Ticket one = begin();
  begin();
  CHECK(wait() == Millis(0));
  CHECK(why() == "your limit for acme is two calls at once");
  CHECK(limiter.blocked("other", 1, now)->is_all);
  end(one);
  CHECK(may_go());
}

TEST_CASE_FIXTURE(Fixture,
                  "P-30 what a model has left is learned, and what began since is taken off") {
  const Ticket first = begin();
  begin();
  begin();
  end(first, answer({{RateUnit::kRequests, 10, 5, Millis(60'000)}}));
  CHECK(fit() == 3);  // of the five the two others are under way, unless the server knew of them
  CHECK(wait() > Millis(0));
  CHECK(why() == "acme allows 10 requests at a time and they are used up");
  CHECK(!limiter.blocked("other", 1, now));
  CHECK(!limiter.blocked(kModel, 1, now)->is_all);
}

TEST_CASE_FIXTURE(Fixture, "P-30 an answer that ends late does not bring old figures back") {
  const Ticket slow = begin();
  now += seconds(5);
  const Ticket quick = begin();
  end(quick, answer({{RateUnit::kRequests, 100, 1, Millis(60'000)}}));
  end(slow, answer({{RateUnit::kRequests, 100, 99, Millis(60'000)}}));
  CHECK(fit() == 1);
}

TEST_CASE_FIXTURE(Fixture, "P-30 tokens of what began since are taken off too, before and after") {
  begin(100);
  const Ticket told = begin(200);
  begin(400);
  end(told, answer({{RateUnit::kTokens, 10'000, 1'000, Millis(60'000)}}));
  CHECK(may_go(500));
  CHECK(!may_go(501));
}

TEST_CASE_FIXTURE(Fixture,
                  "P-30 a reset that was rounded to nearly nothing promises no endless flow") {
  learn({RateUnit::kRequests, 60, 59, Millis(1)});
  CHECK(fit() == 59);
  CHECK(wait() > Millis(900));
  learn({RateUnit::kRequests, 60, 50, Millis(0)});
  fit();
  CHECK(wait() > Millis(90));
}

TEST_CASE_FIXTURE(Fixture, "P-30 calls that begin together may reach the server in any order") {
  begin();
  const Ticket later = begin();
  end(later, answer({{RateUnit::kRequests, 100, 2, Millis(60'000)}}));
  CHECK(fit() == 1);
  limiter = {"acme", {}};
  begin();
  now += seconds(5);  // long enough for the server to know of it
  end(begin(), answer({{RateUnit::kRequests, 100, 2, Millis(60'000)}}));
  CHECK(fit() == 2);
}

TEST_CASE_FIXTURE(Fixture, "P-30 figures are as old as the head of the answer, not as its end") {
  const Ticket slow = begin();
  now += seconds(30);
  ModelReply reply = answer({{RateUnit::kRequests, 60, 0, Millis(60'000)}});
  reply.first_token = Millis(1'000);
  reply.total = Millis(30'000);
  end(slow, reply);
  CHECK(fit() == 29);
}

TEST_CASE_FIXTURE(Fixture,
                  "P-30 a limit fills evenly until its reset, and what begins counts then too") {
  learn({RateUnit::kRequests, 60, 0, Millis(60'000)});
  CHECK(wait() <= Millis(1'001));
  now += seconds(10);
  CHECK(fit() == 10);
  now += hours(1);
  CHECK(fit() == 60);
  CHECK(!may_go());
}

TEST_CASE_FIXTURE(Fixture,
                  "P-30 tokens are learned by kind, and of output only that there is none") {
  learn({RateUnit::kInputTokens, 1'000, 400, Millis(60'000)});
  CHECK(may_go(400));
  CHECK(!may_go(500));
  CHECK(why(500) == "acme allows 1,000 input tokens at a time and they are used up");
  learn({RateUnit::kOutputTokens, 1'000, 10, Millis(60'000)});
  CHECK(may_go(400));
  learn({RateUnit::kOutputTokens, 1'000, 0, Millis(60'000)});
  CHECK(!may_go(1));
}

TEST_CASE_FIXTURE(Fixture,
                  "P-30 figures that are not told are taken for a minute, or from before") {
  learn({RateUnit::kTokens, 6'000, 0, {}});
  CHECK(wait(100) <= Millis(1'001));
  CHECK(wait(100) >= Millis(999));
  learn({RateUnit::kTokens, {}, 6'000, {}});
  CHECK(may_go(6'000));
  learn({RateUnit::kRequests, {}, 0, Millis(1'000)});  // of how many?
  learn({RateUnit::kRequests, 7, {}, Millis(1'000)});
  CHECK(may_go(1));
}

TEST_CASE_FIXTURE(Fixture, "P-30 nonsense shuts nobody out and nothing overflows") {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  for (const auto limit : {std::int64_t{-5}, std::int64_t{0}, std::int64_t{1}, kMost})
    for (const auto left : {std::int64_t{-5}, std::int64_t{0}, std::int64_t{1}, kMost})
      for (const auto reset : {Millis::min(), Millis(-1), Millis(0), Millis(1), Millis::max()}) {
        CAPTURE(limit);
        CAPTURE(left);
        CAPTURE(reset.count());
        limiter = {"acme", {}};
        learn({RateUnit::kRequests, limit, left, reset});
        CHECK(wait() <= hours(1));
        now += hours(1);
        CHECK(may_go());
      }
}

TEST_CASE_FIXTURE(Fixture,
                  "P-30 a refusal with a time pauses that model until then and a little more") {
  limiter.end(begin(), refusal(ModelErrorKind::kOverloaded, Millis(120'000)), now, Millis(300));
  CHECK(wait() == Millis(120'300));
  CHECK(why() == "acme asked us to pause");
  CHECK(!limiter.blocked("other", 1, now));
  end(begin(), refusal(ModelErrorKind::kRateLimit, Millis(5'000)));
  CHECK(wait() == Millis(120'300));  // never shorter than what was asked first
  now += Millis(120'300);
  CHECK(may_go());
}

TEST_CASE_FIXTURE(Fixture, "P-30 after a pause not all who waited go at once") {
  const auto tickets = begin_many(8);
  end(tickets[0], refusal(ModelErrorKind::kRateLimit, Millis(5'000)));
  for (int i = 1; i < 8; ++i) end(tickets[static_cast<std::size_t>(i)]);
  now += Millis(5'000);
  CHECK(fit() == 4);
}

TEST_CASE_FIXTURE(Fixture, "P-30 a pause of a day is looked at again after an hour") {
  end(begin(), refusal(ModelErrorKind::kRateLimit, hours(24)));
  CHECK(wait() == hours(1));
}

TEST_CASE_FIXTURE(Fixture, "P-30 no time told, no pause; and other failures teach nothing") {
  end(begin(), refusal(ModelErrorKind::kOverloaded));
  end(begin(), refusal(ModelErrorKind::kServer, Millis(9'000)));
  end(begin(), refusal(ModelErrorKind::kCancelled));
  CHECK(fit() == 10'000);
}

TEST_CASE_FIXTURE(Fixture,
                  "P-30 refused without a time: half as many at once, one more each success") {
  auto tickets = begin_many(9);
  end(tickets.back(), refusal(ModelErrorKind::kRateLimit));
  tickets.pop_back();
  CHECK(wait() == Millis(0));
  CHECK(why() == "acme refused more than four calls at once");
  CHECK(!limiter.blocked("other", 1, now));
  while (tickets.size() > 3) {  // these began before: they say nothing
    end(tickets.back());
    tickets.pop_back();
  }
  tickets.push_back(begin());
  CHECK(!may_go());
  end(tickets.back());
  CHECK(fit() == 2);  // five at once now
}

TEST_CASE_FIXTURE(Fixture,
                  "P-30 calls that are refused together are one refusal, down to one at last") {
  auto tickets = begin_many(16);
  for (int i = 0; i < 8; ++i) {
    end(tickets.back(), refusal(ModelErrorKind::kRateLimit));
    tickets.pop_back();
  }
  CHECK(why() == "acme refused more than eight calls at once");
  for (const Ticket& ticket : tickets) end(ticket);
  for (const int bears : {8, 4, 2, 1, 1}) {
    tickets.clear();
    while (may_go()) tickets.push_back(begin());
    CHECK(static_cast<int>(tickets.size()) == bears);
    end(tickets.front(), refusal(ModelErrorKind::kRateLimit));
    for (std::size_t i = 1; i < tickets.size(); ++i) end(tickets[i]);
  }
}

TEST_CASE_FIXTURE(Fixture, "P-30 with enough successes calls are no longer counted") {
  const auto tickets = begin_many(2);
  end(tickets[0], refusal(ModelErrorKind::kRateLimit));
  end(tickets[1]);
  CHECK(fit() == 1);
  limiter = {"acme", {}};
  end(begin(), refusal(ModelErrorKind::kRateLimit));
  for (int i = 0; i < 64; ++i) end(begin());
  CHECK(fit() == 10'000);
}

TEST_CASE_FIXTURE(Fixture, "P-30 how much longer it takes for each call before is told") {
  limiter = {"acme", {.requests_per_minute = 60, .tokens_per_minute = {}, .concurrent = {}}};
  fit();
  CHECK(limiter.blocked(kModel, 1, now)->each == Millis(1'000));
  limiter = {"acme", {}};
  learn({RateUnit::kTokens, 60'000, 0, Millis(60'000)});
  CHECK(limiter.blocked(kModel, 500, now)->each == Millis(500));
}

TEST_CASE("P-30 limits that were learned earlier hold until the provider says its own") {
  RateLimiter limiter("p", {});
  const RateBuckets learned = {
      {.unit = RateUnit::kRequests, .limit = 2, .remaining = {}, .reset = {}},
      {.unit = RateUnit::kTokens, .limit = -5, .remaining = {}, .reset = {}}};
  limiter.know("m", learned, Millis(0));
  CHECK(!limiter.blocked("m", 10, Millis(0)));
  const auto first = limiter.begin("m", 10, Millis(0));
  limiter.begin("m", 10, Millis(0));
  CHECK(limiter.blocked("m", 10, Millis(0)));
  CHECK(!limiter.blocked("other", 10, Millis(0)));
  ModelReply reply;
  reply.limits = {{.unit = RateUnit::kRequests, .limit = 50, .remaining = 48, .reset = Millis(1)}};
  limiter.end(first, reply, Millis(10), Millis(0));
  CHECK(!limiter.blocked("m", 10, Millis(10)));
  limiter.know("m", learned, Millis(10));  // what it said stays
  CHECK(!limiter.blocked("m", 10, Millis(10)));
}

}  // namespace
}  // namespace fm
