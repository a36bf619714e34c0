#include "model/queue/provider_queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include "base/figures.h"
#include "base/text.h"

namespace fm {
namespace {

constexpr Millis kLongWait{10'000};  // rather than that another model is asked, where one is named
constexpr Millis kBetweenWords{1'000};
constexpr Millis kMuch{5'000};  // by which an expectation changes before it is told again
constexpr Millis kLongestPatience = std::chrono::hours(24 * 30);
constexpr std::size_t kWordsOfFailure = 100;  // columns of a provider's own words
constexpr int kSpread = 1'000;                // ms after a pause over which processes come back

// Whole seconds from one second on, never less than it is.
std::string wait_text(Millis wait) {
  constexpr Millis kSecond{1'000};
  if (wait >= kSecond) wait = (wait + kSecond - Millis(1)) / kSecond.count() * kSecond.count();
  std::string text = duration_text(wait);
  if (const auto point = text.find(".0 s"); point != text.npos) text.erase(point, 2);
  return text;
}

std::string words_for(const RateLimiter::Block& block, Millis expected, std::int64_t ahead) {
  std::string words = expected > Millis(0)
                          ? fmt::format("Waits about {}: {}", wait_text(expected), block.why)
                          : fmt::format("Waits its turn: {}", block.why);
  if (ahead > 0) words += fmt::format(", and {} first", count_text(ahead, "call goes", "calls go"));
  return words + ".";
}

}  // namespace

struct ProviderQueue::Waiting {
  FairQueue::Id id = 0;  // while it waits
  QueueRequest wish;
  QueueListener* listener;
  Millis deadline{0};
  bool is_new = true;
  std::string told_why;  // empty: nothing was told
  Millis told_at{0};
  Millis told_until{0};
  bool told_known = false;  // whether a time was told
  std::exception_ptr bug;   // left the listener; it belongs to whoever awaits the call
  Later<std::expected<Pass, QueueRefusal>> ended;

  FairQueue::Place place() const { return {wish.room, wish.model, wish.was_here}; }

  // Whether it is worth telling, and notes it as told.
  bool wants_to_hear(const std::string& why, Millis expected, Millis now) {
    const bool is_known = expected > Millis(0);
    const bool is_short = is_known && expected < kBetweenWords;
    const Millis off = std::chrono::abs(now + expected - told_until);
    const bool is_near = is_known && told_known ? off <= std::max(kMuch, (told_until - now) / 4)
                                                : is_known == told_known;
    const bool is_same = why == told_why && is_near;
    if (is_short || is_same || (!told_why.empty() && now - told_at < kBetweenWords)) return false;
    told_why = why;
    told_at = now;
    told_until = now + expected;
    told_known = is_known;
    return true;
  }
};

struct ProviderQueue::Pass::State {
  ProviderQueue* line;
  std::weak_ptr<int> alive;
  RateLimiter::Ticket ticket;
  CircuitBreaker::Token token;
};

struct ProviderQueue::Notice {
  Call call;
  Millis expected;
  std::string words;
};

namespace {

// A call leaves only when it is certain that it must wait. Where it can be made elsewhere, it
// leaves when that is likely.
bool has_to_leave(const QueueRequest& wish, const RateLimiter::Block& block, Millis expected,
                  Millis left, bool is_down) {
  if (left <= Millis(0)) return true;
  return wish.may_leave ? is_down || expected > left : block.wait > left;
}

}  // namespace

ProviderQueue::Pass::Pass(std::unique_ptr<State> state) : state_(std::move(state)) {}

ProviderQueue::Pass::Pass(Pass&& other) noexcept = default;

ProviderQueue::Pass& ProviderQueue::Pass::operator=(Pass&& other) noexcept {
  const Pass given_up(std::move(*this));
  state_ = std::move(other.state_);
  return *this;
}

ProviderQueue::Pass::~Pass() {
  if (!state_) return;
  leave(std::unexpected(ModelError{.kind = ModelErrorKind::kCancelled}));
}

void ProviderQueue::Pass::leave(const ModelOutcome& outcome) {
  const auto state = std::exchange(state_, nullptr);
  if (state && !state->alive.expired()) state->line->ended(*state, outcome);
}

ProviderQueue::ProviderQueue(Loop& loop, std::string name, RateCaps caps, std::uint64_t seed)
    : loop_(loop),
      name_(name),
      limiter_(std::move(name), caps),
      random_(static_cast<std::mt19937::result_type>(seed)) {}
ProviderQueue::~ProviderQueue() = default;

Task<std::expected<ProviderQueue::Pass, QueueRefusal>> ProviderQueue::enter(QueueRequest wish,
                                                                            QueueListener& listener,
                                                                            CancelToken cancel) {
  const auto call = std::make_shared<Waiting>();
  Millis patience = std::min(wish.patience, kLongestPatience);
  if (wish.may_leave) patience = std::min(patience, kLongWait);
  call->deadline = loop_.clock().steady() + patience;
  call->wish = std::move(wish);
  call->listener = &listener;
  // However the task ends, also when it is destroyed where it waits, the call is out of the line.
  struct Leaves {
    ProviderQueue& line;
    std::weak_ptr<int> alive;
    Call call;
    ~Leaves() {
      if (!alive.expired()) line.remove(call);
    }
  } const leaves{*this, alive_, call};
  const auto registration =
      cancel.on_cancel([this, &call] { turn_away(call, {.why = QueueRefusal::Why::kCancelled}); });
  if (!cancel.cancelled()) add(call);
  auto ended = co_await call->ended;
  if (call->bug) std::rethrow_exception(call->bug);
  co_return ended;
}

void ProviderQueue::add(const Call& call) {
  call->id = ++last_id_;
  calls_.emplace(call->id, call);
  by_deadline_.emplace(call->deadline, call->id);
  queue_.add(call->id, call->place());
  has_new_ = true;
  wake();
}

void ProviderQueue::remove(const Call& call) {
  if (!forget(call)) return;
  queue_.remove(call->id, call->place());
  wake();  // whoever stood behind it may go now
}

// Whether it was there.
bool ProviderQueue::forget(const Call& call) {
  by_deadline_.erase({call->deadline, call->id});
  return calls_.erase(call->id) > 0;
}

// Once for whatever happens in one go: a thousand calls that come together are looked at together.
void ProviderQueue::wake() {
  has_news_ = true;
  if (std::exchange(is_awake_, true)) return;
  loop_.post([this, alive = std::weak_ptr(alive_)] {
    if (!alive.expired()) move_on();
  });
}

void ProviderQueue::move_on() {
  is_awake_ = false;
  const Millis now = loop_.clock().steady();
  std::vector<Head> all = heads(now);
  const auto free = [&all] {
    return std::ranges::find_if(all, [](const Head& head) { return !head.block; });
  };
  for (auto next = free(); next != all.end(); next = free()) {
    let_through(next->call, now);
    all = heads(now);
  }
  tell(all, now);
  set_timer(all, now);
}

// A call that waits for a limit of the whole provider holds up all later ones. Otherwise they would
// use up what it waits for.
std::vector<ProviderQueue::Head> ProviderQueue::heads(Millis now) {
  std::vector<Head> all;
  std::optional<RateLimiter::Block> of_all = down(now);
  for (const FairQueue::Id id : queue_.heads()) {
    Head head{.call = calls_.at(id), .block = of_all};
    const QueueRequest& wish = head.call->wish;
    if (!of_all) head.block = limiter_.blocked(wish.model, wish.tokens, now);
    if (head.block && head.block->is_all) of_all = head.block;
    all.push_back(std::move(head));
  }
  return all;
}

std::optional<RateLimiter::Block> ProviderQueue::down(Millis now) const {
  if (breaker_.state() == BreakerState::kHalfOpen)
    return RateLimiter::Block{.is_all = true,
                              .why = name_ + " did not answer; one call looks whether it does"};
  const Millis wait = breaker_.closed_for(now);
  if (wait <= Millis(0)) return std::nullopt;
  return RateLimiter::Block{
      .wait = wait, .is_all = true, .why = name_ + " does not answer" + last_failure_};
}

void ProviderQueue::let_through(const Call& call, Millis now) {
  const auto token = breaker_.ask(now);
  FM_CHECK(token.has_value(), "a call goes that heads() found held up");
  forget(call);
  has_news_ = true;
  queue_.serve(call->id, call->place());
  auto ticket = limiter_.begin(call->wish.model, call->wish.tokens, now);
  // From the loop: whoever waits may do anything then, also come back into this line.
  loop_.post([ended = call->ended, pass = Pass(std::make_unique<Pass::State>(Pass::State{
                                       this, alive_, std::move(ticket), *token}))]() mutable {
    ended.resolve(std::move(pass));
  });
}

void ProviderQueue::turn_away(const Call& call, QueueRefusal away) {
  remove(call);
  loop_.post([ended = call->ended, away = std::move(away)]() mutable {
    ended.resolve(std::unexpected(std::move(away)));
  });
}

// Those who came are told at once, the others what has changed, once a second at most.
void ProviderQueue::tell(const std::vector<Head>& heads, Millis now) {
  const bool all_hear = has_news_ && now - heard_ >= kBetweenWords;
  const bool is_late = !by_deadline_.empty() && by_deadline_.begin()->first <= now;
  if (!all_hear && !has_new_ && !is_late) return;
  const bool is_down = down(now).has_value();
  std::vector<Notice> notices;
  std::vector<std::pair<Call, QueueRefusal>> leaving;
  for (const Head& head : heads) {
    const RateLimiter::Block& block = *head.block;
    std::int64_t ahead = 0;
    for (const FairQueue::Id id : queue_.in_order(head.call->wish.model)) {
      const Call& call = calls_.at(id);
      const Millis expected = block.wait > Millis(0) ? block.wait + ahead * block.each : Millis(0);
      const bool looks = all_hear || call->is_new || call->deadline <= now;
      if (looks && has_to_leave(call->wish, block, expected, call->deadline - now, is_down)) {
        leaving.emplace_back(
            call, QueueRefusal{is_down ? QueueRefusal::Why::kDown : QueueRefusal::Why::kTooLong,
                               expected, block.why + "."});
      } else if (looks && call->wants_to_hear(block.why, expected, now)) {
        notices.push_back({call, expected, words_for(block, expected, ahead)});
      }
      call->is_new = false;
      ++ahead;
    }
  }
  has_new_ = false;
  if (all_hear) {
    has_news_ = false;
    heard_ = now;
  }
  for (auto& [call, away] : leaving) turn_away(call, std::move(away));
  for (const auto& [call, expected, words] : notices) {
    if (!calls_.contains(call->id)) continue;  // a listener may do anything, also cancel
    try {
      call->listener->waits_in_queue(expected, words);
    } catch (...) {
      call->bug = std::current_exception();
      turn_away(call, {.why = QueueRefusal::Why::kCancelled});
    }
  }
}

void ProviderQueue::set_timer(const std::vector<Head>& heads, Millis now) {
  timer_.reset();
  if (calls_.empty()) return;
  Millis next = by_deadline_.begin()->first - now;
  for (const Head& head : heads)
    if (head.block->wait > Millis(0)) next = std::min(next, head.block->wait);
  if (has_news_) next = std::min(next, heard_ + kBetweenWords - now);
  timer_ = loop_.after(std::max(next, Millis(1)), [this] { move_on(); });
}

void ProviderQueue::ended(const Pass::State& pass, const ModelOutcome& outcome) {
  const Millis now = loop_.clock().steady();
  const Millis jitter(static_cast<int>(random_() % kSpread));
  limiter_.end(pass.ticket, outcome, now, jitter);
  const CallEnd end = call_end(outcome);
  if (end == CallEnd::kFailure) {
    std::string_view words = outcome.error().message;
    while (words.ends_with('.')) words.remove_suffix(1);
    last_failure_ = words.empty() ? "" : fmt::format(" ({})", fit(words, kWordsOfFailure));
  }
  breaker_.end(pass.token, end, now);
  wake();
}

void ProviderQueue::know(const std::string& model, const RateBuckets& limits) {
  limiter_.know(model, limits, loop_.clock().steady());
}

}  // namespace fm
