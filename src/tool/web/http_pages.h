// Public web pages over HTTP, for web_fetch (P-60).
//
// Only addresses of the public network are connected to, whatever a name means at the moment
// (web_address.h), and no proxy is used, since behind one that could not be known. A page may lead
// to another of the same host, five times; for another host has to be asked anew. At most 2 MB are
// taken, of text only. Loop thread; must outlive the tasks that it gave.
#pragma once

#include <memory>
#include <utility>

#include "loop/loop.h"
#include "net/http_client.h"
#include "tool/run/lane_commands.h"

namespace fm {

class HttpPages : public WebPages {
 public:
  struct Options {
    HttpOptions http = {};
    // Tests serve pages on this machine.
    bool only_public = true;
  };
  // Errors: net_failed.
  static Result<std::unique_ptr<HttpPages>> open(Loop& loop, Options options);

  Task<Result<WebPage>> get(std::string url, CancelToken cancel) override;

 private:
  HttpPages(std::unique_ptr<HttpClient> client, bool only_public)
      : client_(std::move(client)), only_public_(only_public) {}

  std::unique_ptr<HttpClient> client_;
  bool only_public_;
};

}  // namespace fm
