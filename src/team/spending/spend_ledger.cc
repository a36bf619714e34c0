#include "team/spending/spend_ledger.h"

#include <array>
#include <utility>

namespace fm {
namespace {

template <class Sums, class Id>
std::shared_ptr<Spent>& sum_in(Sums& sums, const Id& id, const SpendLedger::FromLog& from_log) {
  auto& sum = sums[id];
  if (!sum) sum = std::make_shared<Spent>(from_log ? from_log() : Spent());
  return sum;
}

}  // namespace

// Room, flow and day; shared with the ledger, so that a hold may outlive it.
struct SpendLedger::Hold::Places {
  std::array<std::shared_ptr<Spent>, 3> sums;
};

Spent SpendLedger::room(const RoomId& room, const FromLog& from_log) {
  return *sum_in(rooms_, room, from_log);
}

Spent SpendLedger::flow(const FlowId& flow, const FromLog& from_log) {
  return *sum_in(flows_, flow, from_log);
}

SpendLedger::Sum SpendLedger::of_day(const std::string& day) {
  Sum& sum = days_[day];
  if (!sum) sum = std::make_shared<Spent>();
  return sum;
}

Spent SpendLedger::day(const std::string& day) const {
  const auto at = days_.find(day);
  return at == days_.end() ? Spent() : *at->second;
}

void SpendLedger::set_day(const std::string& day, const Spent& from_log) {
  if (known_days_.insert(day).second) *of_day(day) += from_log;
}

SpendLedger::Hold SpendLedger::hold(const RoomId& room, const FlowId& flow, const std::string& day,
                                    const Spent& expected) {
  Hold hold;
  hold.places_ = std::make_shared<Hold::Places>();
  hold.places_->sums = {sum_in(rooms_, room, {}), sum_in(flows_, flow, {}), of_day(day)};
  hold.expected_ = expected;
  hold.add(expected);
  return hold;
}

SpendLedger::Hold& SpendLedger::Hold::operator=(Hold&& other) noexcept {
  if (this != &other) {
    release();
    places_ = std::move(other.places_);
    expected_ = other.expected_;
  }
  return *this;
}

void SpendLedger::Hold::settle(const Spent& real) {
  if (!places_) return;
  take(expected_);
  add(real);
  places_.reset();
}

void SpendLedger::Hold::release() {
  if (!places_) return;
  take(expected_);
  places_.reset();
}

void SpendLedger::Hold::add(const Spent& amount) {
  for (const auto& sum : places_->sums) *sum += amount;
}

void SpendLedger::Hold::take(const Spent& amount) {
  for (const auto& sum : places_->sums) *sum -= amount;
}

std::string local_day(UtcMs at) { return to_local_time(at).substr(0, 10); }

}  // namespace fm
