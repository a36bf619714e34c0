// DoneOnce: a request that is sent again with the same key is done once (P-70).
//
// What is durable by itself (a message, by its client id) needs no help; this is for what makes
// something new. The answers are kept in memory, the newest thousand: a client that asks again
// after a restart of the server begins anew. Loop thread.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "server/api/api_call.h"

namespace fm::server {

class DoneOnce {
 public:
  using Answer = std::function<void(HttpAnswer)>;

  // Calls `act` with where to give the answer, unless the same was asked before: then the answer is
  // that one, now or when it is there. Another body with the same key: key_reused (422). A failure
  // is not kept. Without a key each time.
  void run(const ApiCallPtr& call, const std::function<void(Answer)>& act);

 private:
  struct Kept {
    std::string body;                    // its digest, with the path
    std::unique_ptr<HttpAnswer> answer;  // null: it is under way
    std::vector<ApiCallPtr> waiting;
  };
  std::map<std::string, Kept, std::less<>> kept_;
  std::deque<std::string> order_;
  const std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

}  // namespace fm::server
