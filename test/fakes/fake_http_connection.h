// One connection of FakeHttp: reads requests, plays replies, notices that the client left.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "test/fakes/fake_http.h"

namespace fm {

// What became of a connection, for the server's counts.
enum class FakeNews { kRequest, kHead, kPiece, kFinished, kAbandoned };

class FakeConnection {
 public:
  struct Owner {
    virtual ~Owner() = default;
    virtual FakeReply respond(const FakeRequest& request) = 0;
    virtual void news(FakeNews what) = 0;
    virtual void gone(int fd) = 0;  // destroys the connection, later
  };

  FakeConnection(Loop& loop, int fd, Owner& owner);
  ~FakeConnection();

 private:
  void ready(FdEvents event);
  void read();
  void take_request();
  std::optional<FakeRequest> parse();
  void begin(FakeReply reply);
  void send_head();
  void play();
  void end_reply();
  void wait(Millis span, Work next);
  bool flush();  // false: the socket is full or gone
  void watch(FdEvents events);
  void leave();

  Loop& loop_;
  int fd_;
  Owner& owner_;
  std::unique_ptr<FdWatch> watch_;
  FdEvents watched_ = FdEvents::kRead;
  std::unique_ptr<Timer> timer_;
  std::string in_;
  std::string out_;
  std::optional<FakeReply> reply_;
  std::size_t next_piece_ = 0;
  bool head_sent_ = false;
  bool left_ = false;
};

}  // namespace fm
