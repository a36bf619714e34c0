// One request on its way: libcurl's handle for it, its callbacks, and how long it may be silent.
//
// Owned by the client (net/http_client.cc) and by the caller's handle; lives on the loop thread.
// Its address is given to libcurl, so it does not move.
#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "net/http_client.h"
#include "net/url.h"

struct curl_slist;

namespace fm {

class HttpTransfer {
 public:
  HttpTransfer(HttpRequest request, HttpHandler& handler, const Clock& clock);
  ~HttpTransfer();
  HttpTransfer(const HttpTransfer&) = delete;
  HttpTransfer& operator=(const HttpTransfer&) = delete;

  // Makes the handle. Errors: url_invalid, net_failed.
  Result<void> prepare(const HttpOptions& options);
  void begin();  // its time runs from here on

  void* easy() const { return easy_; }  // a CURL*; null before prepare() and after release()
  void release();                       // gives handle, headers and body up; not inside libcurl

  // The listener, null once there is none; and an exception that it threw, to be thrown outside
  // libcurl.
  HttpHandler* handler;
  std::exception_ptr failure;

  // When this call has been silent for too long, and what to say then.
  Millis deadline() const;
  Error silence_error() const;
  std::function<void()> deadline_moved;  // earlier than it was; called inside libcurl
  std::unique_ptr<Timer> watchdog;
  std::function<void(int fd)> socket_opened;  // called inside libcurl
  bool is_under_way = false;                  // libcurl has it

  std::string host() const { return url_.authority(); }
  Error error(int code) const;  // what libcurl's CURLcode means here

 private:
  int open_socket(int family, int type, int protocol, const sockaddr& address);
  static std::size_t head_line(char* bytes, std::size_t, std::size_t size, void* self);
  void write_body();
  void body_is_sent(std::int64_t bytes);
  static std::size_t body_bytes(char* bytes, std::size_t, std::size_t size, void* self);
  template <class F>
  std::size_t guarded(std::size_t size, F&& call);
  void set_method();
  void set_headers();
  void add_head_line(std::string_view line);
  void finish_head();

  HttpRequest request_;
  std::string sending_;  // the body as bytes, while libcurl sends it
  Url url_;
  const Clock& clock_;
  void* easy_ = nullptr;
  curl_slist* header_list_ = nullptr;
  HttpHeaders head_;
  bool head_done_ = false;
  bool body_begun_ = false;
  Millis started_;
  Millis last_byte_{0};
  std::function<bool(const sockaddr&)> may_connect_;
  bool is_refused_ = false;             // an address was, and so far no other was better
  int socket_error_ = 0;                // errno, when no socket could be had
  std::array<char, 256> error_text_{};  // CURL_ERROR_SIZE
};

}  // namespace fm
