#include "server/link/local_link.h"

#include <deque>
#include <string>

namespace fm::server {
namespace {

// What one side sends waits here until the other hears it.
struct Side {
  LinkEnd* end = nullptr;
  std::deque<std::string> arriving;
  std::size_t bytes = 0;
  bool is_open = true;
};

class LocalLink final : public Link {
 public:
  LocalLink(Loop& loop, std::shared_ptr<Side> mine, std::shared_ptr<Side> other)
      : loop_(loop), mine_(std::move(mine)), other_(std::move(other)) {}
  ~LocalLink() override {
    mine_->is_open = false;
    mine_->end = nullptr;
    loop_.post([other = other_] {
      if (other->end != nullptr && other->is_open) other->end->closed();
    });
  }

  void listen(LinkEnd& end) override {
    mine_->end = &end;
    hand_over(mine_, other_);
  }
  void send(std::string message) override {
    if (!other_->is_open) return;
    other_->bytes += message.size();
    other_->arriving.push_back(std::move(message));
    hand_over(other_, mine_);
  }
  std::size_t waiting() const override { return other_->bytes; }

 private:
  void hand_over(const std::shared_ptr<Side>& to, const std::shared_ptr<Side>& from) {
    loop_.post([to, from] {
      if (to->end == nullptr || to->arriving.empty()) return;
      while (to->end != nullptr && !to->arriving.empty()) {
        const std::string message = std::move(to->arriving.front());
        to->arriving.pop_front();
        to->bytes -= message.size();
        to->end->received(message);
      }
      if (from->end != nullptr && to->arriving.empty()) from->end->drained();
    });
  }

  Loop& loop_;
  const std::shared_ptr<Side> mine_;
  const std::shared_ptr<Side> other_;
};

}  // namespace

std::pair<std::unique_ptr<Link>, std::unique_ptr<Link>> make_local_links(Loop& loop) {
  const auto one = std::make_shared<Side>();
  const auto other = std::make_shared<Side>();
  return {std::make_unique<LocalLink>(loop, one, other),
          std::make_unique<LocalLink>(loop, other, one)};
}

}  // namespace fm::server
