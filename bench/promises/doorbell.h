// A server that only hears the first request come, and when. It answers nothing.
#pragma once

namespace fm::bench {

class Doorbell {
 public:
  explicit Doorbell(int port = 0);  // 0: any
  ~Doorbell();
  Doorbell(const Doorbell&) = delete;

  int port() const { return port_; }
  double wait();  // for the first bytes of a POST; the time of now_us()

 private:
  int fd_ = -1;
  int port_ = 0;
};

}  // namespace fm::bench
