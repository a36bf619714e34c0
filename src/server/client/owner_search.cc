#include "server/client/owner_search.h"

#include <utility>

namespace fm::server {
namespace {

constexpr Millis kBetweenTries{20};
constexpr Millis kLongestSearch{3000};
constexpr Millis kLongestSilence{2000};  // of an owner that is to greet

Error silent(Error in_use) {
  in_use.cure =
      "It does not answer: it was stopped, perhaps, or hangs. End it, or use another store "
      "with --store. Looking (`folkmoot room list`) works all the same.";
  return in_use;
}

}  // namespace

void OwnerSearch::start() {
  since_ = loop_.clock().steady();
  connect();
}

void OwnerSearch::send(std::string message) {
  if (is_here()) link_->send(std::move(message));
}

void OwnerSearch::connect() {
  auto link = options_.connect();
  if (!link) return try_again(link.error());
  link_ = std::move(*link);
  state_ = State::kGreeting;
  link_->listen(*this);
  timer_ = loop_.after(kLongestSilence, [this] { give_up(silent(options_.who_owns_it())); });
}

void OwnerSearch::try_again(const Error& why) {
  const bool may_mend = why.code == "store_in_use" || why.code == "clients_many";
  if (!may_mend || loop_.clock().steady() - since_ > kLongestSearch) return give_up(why);
  timer_ = loop_.after(kBetweenTries, [this] { connect(); });
}

void OwnerSearch::refused(const Error& why) {
  timer_.reset();
  link_.reset();
  state_ = State::kNowhere;
  try_again(why);
}

void OwnerSearch::give_up(const Error& why) {
  timer_.reset();
  link_.reset();
  state_ = State::kNowhere;
  hears_.no_owner(why);
}

void OwnerSearch::closed() {
  link_.reset();
  const State before = std::exchange(state_, State::kNowhere);
  // An owner that closes before it has let us in is about to end, or full.
  if (before != State::kHere && before != State::kLeaving)
    return try_again({"store_in_use", "The store is in use.", "Its owner let nobody in.",
                      "Run the command again."});
  const std::weak_ptr<int> alive = alive_;
  hears_.owner_gone();
  if (!alive.expired()) start();
}

void OwnerSearch::received(std::string_view message) {
  if (state_ == State::kGreeting) {
    const auto greeting = read_owners_greeting(message);
    if (!greeting) return refused(greeting.error());
    state_ = State::kAdmitting;
    return link_->send(to_message(options_.greeting));
  }
  if (state_ == State::kAdmitting) {
    if (const auto admission = read_admission(message); !admission)
      return refused(admission.error());
    timer_.reset();
    state_ = State::kHere;
    return hears_.owner_here();
  }
  hears_.owner_said(message);
}

}  // namespace fm::server
