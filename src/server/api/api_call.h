// ApiCall: one request of the API, with who asks, and the ways to answer it.
//
// Shared by whatever has to be waited for; it is answered once. Loop thread.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/service_answers.h"
#include "app/service_requests.h"
#include "server/http/http_connection.h"
#include "server/http/http_guard.h"

namespace fm::server {

class ApiCall : public std::enable_shared_from_this<ApiCall> {
 public:
  ApiCall(Admitted who, WebRequest request, std::map<std::string, std::string, std::less<>> path,
          std::shared_ptr<HttpReply> reply)
      : who_(std::move(who)),
        request_(std::move(request)),
        path_(std::move(path)),
        reply_(std::move(reply)) {}

  const Admitted& who() const { return who_; }
  const WebRequest& request() const { return request_; }
  Caller caller() const { return {.who = {Actor::kPerson, who_.name}, .channel = {}}; }

  const std::string& path(std::string_view name) const;  // of a "{name}" in the route
  RoomId room() const { return {path("room")}; }

  // Errors: request_invalid.
  Result<JsonObject> body() const;  // an absent one is an empty object
  Result<std::optional<std::int64_t>> number(std::string_view parameter) const;
  Result<PageWanted> page() const;
  Result<std::size_t> limit() const;  // 1 to 50
  // The Idempotency-Key, with the session in it; empty: none.
  std::string key() const;
  Result<void> check_key() const;  // at most 200 bytes
  // The same, or one that is nobody else's.
  std::string any_key() const;

  void answer(int status, const JsonObject& object);
  void answer(HttpAnswer answer);
  void done();  // 204
  void fail(const Error& error);
  HttpReply& reply() { return *reply_; }

  // Answers with a page of a list: {items, next?}.
  template <class T, class ToJson>
  Done<Page<T>> page_of(ToJson to_json) {
    return [call = shared_from_this(), to_json](const Result<Page<T>>& page) {
      if (!page) return call->fail(page.error());
      JsonArray items;
      for (const T& item : page->items) items.push_back(to_json(item));
      JsonObject out{{"items", std::move(items)}};
      if (!page->next.empty()) out["next"] = page->next;
      call->answer(200, out);
    };
  }

 private:
  const Admitted who_;
  const WebRequest request_;
  const std::map<std::string, std::string, std::less<>> path_;
  const std::shared_ptr<HttpReply> reply_;
};

using ApiCallPtr = std::shared_ptr<ApiCall>;

// By the error's code: 404 for what there is not, 409 for what came too late, ...
int status_of(const Error& error);

Error request_invalid(std::string why);

}  // namespace fm::server
