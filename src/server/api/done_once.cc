#include "server/api/done_once.h"

#include <utility>

#include "base/sha256.h"

namespace fm::server {
namespace {

constexpr std::size_t kMost = 1000;

}  // namespace

void DoneOnce::run(const ApiCallPtr& call, const std::function<void(Answer)>& act) {
  if (const auto fits = call->check_key(); !fits) return call->fail(fits.error());
  const std::string key = call->key();
  if (key.empty()) return act([call](HttpAnswer answer) { call->answer(std::move(answer)); });
  const std::string digest = to_hex(sha256(call->request().path + "\n" + call->request().body));
  if (const auto found = kept_.find(key); found != kept_.end()) {
    Kept& kept = found->second;
    if (kept.body != digest)
      return call->fail({"key_reused", "This Idempotency-Key was used for another request.", "",
                         "Use a new key for a new request."});
    if (kept.answer != nullptr) return call->answer(*kept.answer);
    kept.waiting.push_back(call);
    return;
  }
  kept_[key] = {.body = digest, .answer = nullptr, .waiting = {call}};
  order_.push_back(key);
  while (order_.size() > kMost) {
    const auto oldest = kept_.find(order_.front());
    if (oldest != kept_.end() && oldest->second.answer == nullptr) break;  // it is waited for
    if (oldest != kept_.end()) kept_.erase(oldest);
    order_.pop_front();
  }
  act([this, key, alive = std::weak_ptr(alive_)](HttpAnswer answer) {
    if (alive.expired()) return;
    const auto found = kept_.find(key);
    if (found == kept_.end()) return;
    const auto waiting = std::exchange(found->second.waiting, {});
    if (answer.status < 300) {
      found->second.answer = std::make_unique<HttpAnswer>(answer);
    } else {
      kept_.erase(found);
      std::erase(order_, key);
    }
    for (const ApiCallPtr& one : waiting) one->answer(answer);
  });
}

}  // namespace fm::server
