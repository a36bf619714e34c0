#include "model/provider_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/figures.h"

namespace fm {
namespace {

constexpr Millis kLongWait{10'000};  // rather than that another model is asked, where one is named
constexpr Millis kBetweenWords{1'000};
constexpr int kSpread = 1'000;  // ms over which calls begin that were paused together

}  // namespace

struct ProviderLine::Waiting {
  LineWish wish;
  LineListener* listener;
  Millis deadline{0};
  std::optional<Millis> told;
  std::string told_why;
  Later<std::expected<Pass, TurnedAway>> ended;
};

struct ProviderLine::Pass::State {
  ProviderLine* line;
  std::weak_ptr<int> alive;
  std::string model;
  std::int64_t tokens;
  CircuitBreaker::Token token;
};

ProviderLine::Pass::Pass(std::unique_ptr<State> state) : state_(std::move(state)) {}

ProviderLine::Pass::Pass(Pass&& other) noexcept = default;

ProviderLine::Pass::~Pass() {
  if (!state_) return;
  leave(std::unexpected(ModelError{.kind = ModelErrorKind::kCancelled}));
}

void ProviderLine::Pass::leave(const ModelOutcome& outcome) {
  const auto state = std::exchange(state_, nullptr);
  if (state && !state->alive.expired()) state->line->ended(*state, outcome);
}

ProviderLine::ProviderLine(Loop& loop, std::string name, RateCaps caps, std::uint64_t seed)
    : loop_(loop),
      name_(name),
      limiter_(std::move(name), caps),
      random_(static_cast<std::mt19937::result_type>(seed)) {}
ProviderLine::~ProviderLine() = default;

Task<std::expected<ProviderLine::Pass, TurnedAway>> ProviderLine::enter(LineWish wish,
                                                                        LineListener& listener,
                                                                        CancelToken cancel) {
  const auto call = std::make_shared<Waiting>();
  call->deadline = loop_.clock().steady() + wish.patience;
  call->wish = std::move(wish);
  call->listener = &listener;
  // However the task ends, also when it is destroyed where it waits, the call is out of the line.
  struct Leaves {
    ProviderLine& line;
    std::weak_ptr<int> alive;
    std::shared_ptr<Waiting> call;
    ~Leaves() {
      if (!alive.expired()) line.remove(call);
    }
  } const leaves{*this, alive_, call};
  const auto registration =
      cancel.on_cancel([this, &call] { turn_away(call, {.why = TurnedAway::Why::kCancelled}); });
  if (!cancel.cancelled()) {
    add(call);
    move_on();
  }
  co_return co_await call->ended;
}

void ProviderLine::add(const std::shared_ptr<Waiting>& call) {
  auto room = std::ranges::find(rooms_, call->wish.room, &Room::name);
  if (room == rooms_.end()) room = rooms_.insert(rooms_.end(), Room{call->wish.room, {}});
  if (call->wish.was_here) {
    room->calls.push_front(call);
  } else {
    room->calls.push_back(call);
  }
}

void ProviderLine::remove(const std::shared_ptr<Waiting>& call) {
  const auto room = std::ranges::find(rooms_, call->wish.room, &Room::name);
  if (room == rooms_.end()) return;
  std::erase(room->calls, call);
  if (room->calls.empty()) rooms_.erase(room);
}

// Resolved from the loop: whoever waits may do anything then, also come back into this line.
void ProviderLine::turn_away(const std::shared_ptr<Waiting>& call, TurnedAway away) {
  remove(call);
  loop_.post([ended = call->ended, away = std::move(away)]() mutable {
    ended.resolve(std::unexpected(std::move(away)));
  });
}

void ProviderLine::move_on() {
  while (let_one_through()) {
  }
  tell_and_wait();
}

bool ProviderLine::let_one_through() {
  const Millis now = loop_.clock().steady();
  if (breaker_.closed_for(now) > Millis(0)) return false;
  std::set<std::string_view> held_up;  // models that cannot go now
  for (auto room = rooms_.begin(); room != rooms_.end(); ++room) {
    for (const auto& call : room->calls) {
      const LineWish& wish = call->wish;
      if (held_up.contains(wish.model)) continue;
      if (limiter_.blocked(wish.model, wish.tokens, now)) {
        held_up.insert(wish.model);
        continue;
      }
      const auto token = breaker_.ask(now);
      if (!token) return false;
      limiter_.begin(wish.model, wish.tokens, now);
      auto pass = std::make_shared<Pass>(Pass(std::make_unique<Pass::State>(
          Pass::State{this, alive_, wish.model, wish.tokens, *token})));
      loop_.post([ended = call->ended, pass] { ended.resolve(std::move(*pass)); });
      const auto gone = call;
      rooms_.splice(rooms_.end(), rooms_, room);  // the next turn is another room's
      remove(gone);
      return true;
    }
  }
  return false;
}

std::size_t ProviderLine::rooms_before(const Room& room) const {
  std::size_t before = 0;
  for (const Room& other : rooms_) {
    if (&other == &room) break;
    ++before;
  }
  return before;
}

// Whoever is still here is told why, or turned away if it would take too long.
void ProviderLine::tell_and_wait() {
  const Millis now = loop_.clock().steady();
  const Millis down = breaker_.closed_for(now);
  std::optional<Millis> next;
  std::vector<std::pair<std::shared_ptr<Waiting>, TurnedAway>> leaving;
  for (const Room& room : rooms_) {
    for (const auto& call : room.calls) {
      auto block = limiter_.blocked(call->wish.model, call->wish.tokens, now)
                       .value_or(RateLimiter::Block{Millis(0), "another call goes first"});
      if (down > Millis(0)) block = {down, name_ + " does not answer: " + last_failure_};
      const Millis left = call->deadline - now;
      const Millis most = call->wish.may_leave ? std::min(left, kLongWait) : left;
      std::string words = block.wait > Millis(0)
                              ? fmt::format("Waits {}: {}.", duration_text(block.wait), block.why)
                              : fmt::format("Waits its turn: {}.", block.why);
      if (block.wait > most || left <= Millis(0) || (down > Millis(0) && call->wish.may_leave)) {
        leaving.emplace_back(
            call, TurnedAway{down > Millis(0) ? TurnedAway::Why::kDown : TurnedAway::Why::kTooLong,
                             block.wait, std::move(block.why)});
        continue;
      }
      if (const std::size_t before = rooms_before(room); before > 0)
        words += fmt::format(" {} before.", count_text(static_cast<std::int64_t>(before),
                                                       "other room is", "other rooms are"));
      if (call->told_why != block.why && (!call->told || now - *call->told >= kBetweenWords)) {
        call->told = now;
        call->told_why = block.why;
        call->listener->stands_in_line(block.wait, words);
      }
      const Millis again = block.wait > Millis(0) ? std::min(block.wait, left) : left;
      next = next ? std::min(*next, again) : again;
    }
  }
  for (auto& [call, away] : leaving) turn_away(call, std::move(away));
  timer_.reset();
  if (next) timer_ = loop_.after(std::max(*next, Millis(1)), [this] { move_on(); });
}

void ProviderLine::ended(const Pass::State& pass, const ModelOutcome& outcome) {
  const Millis now = loop_.clock().steady();
  const Millis jitter(static_cast<int>(random_() % kSpread));
  limiter_.end(pass.model, pass.tokens, outcome, now, jitter);
  const CallEnd end = call_end(outcome);
  if (end == CallEnd::kFailure) last_failure_ = outcome.error().message;
  breaker_.end(pass.token, end, now);
  move_on();
}

std::size_t ProviderLine::waiting() const {
  std::size_t calls = 0;
  for (const Room& room : rooms_) calls += room.calls.size();
  return calls;
}

}  // namespace fm
