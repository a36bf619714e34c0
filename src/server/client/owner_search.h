// OwnerSearch: finds whoever owns the store, is let in, and looks for the next owner when that one
// is gone (G-44).
//
//   state      the link                 event                     becomes
//   nowhere    none                     start, gone               greeting, or tried again
//   greeting   the owner is to greet    its greeting              admitting
//                                       "too many"                nowhere
//   admitting  it is to let us in       its admission             here
//   here       ours                     "leaving"                 leaving
//   leaving    nothing is said to it    it closes                 nowhere
//
// What it finds may be this process itself (server/shared_store.h). It gives up where the owner is
// of another version or refuses us, or where none can be had for three seconds. Loop thread.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "loop/loop.h"
#include "server/link/link.h"
#include "server/wire/greeting.h"

namespace fm::server {

struct SearchOptions {
  ClientsGreeting greeting;
  // A link to whoever owns the store now. Errors: store_in_use where that one does not listen yet,
  // so that it is tried again; all others are final.
  std::function<Result<std::unique_ptr<Link>>()> connect;
  std::function<Error()> who_owns_it;  // store_in_use, with its number and command
};

class OwnerSearch final : private LinkEnd {
 public:
  class Hears {
   public:
    virtual ~Hears() = default;
    virtual void owner_here() = 0;
    virtual void owner_said(std::string_view message) = 0;
    virtual void owner_gone() = 0;                // the next one is being looked for
    virtual void no_owner(const Error& why) = 0;  // and none is looked for any more
  };

  OwnerSearch(Loop& loop, SearchOptions options, Hears& hears)
      : loop_(loop), options_(std::move(options)), hears_(hears) {}
  OwnerSearch(const OwnerSearch&) = delete;

  void start();
  bool is_here() const { return state_ == State::kHere; }
  void send(std::string message);  // while it is here; else nothing
  void leaves() { state_ = State::kLeaving; }

 private:
  enum class State { kNowhere, kGreeting, kAdmitting, kHere, kLeaving };

  void received(std::string_view message) override;
  void drained() override {}
  void closed() override;

  void connect();
  void try_again(const Error& why);
  void refused(const Error& why);
  void give_up(const Error& why);

  Loop& loop_;
  const SearchOptions options_;
  Hears& hears_;
  State state_ = State::kNowhere;
  std::unique_ptr<Link> link_;
  Millis since_{0};
  std::unique_ptr<Timer> timer_;
  const std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

}  // namespace fm::server
