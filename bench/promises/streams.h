// A thousand answers that stream at once, in children: each says all that it has to say and then
// stays open, so that all of them are there when it is counted what they take and what is left of
// them.
#pragma once

#include <cstddef>
#include <string>

#include "bench/promises/measure.h"

namespace fm::bench {

inline constexpr std::size_t kPromptBytes = 20'000;
inline constexpr std::size_t kEventBytes = 24;  // of text in an event: a few tokens
inline constexpr std::size_t kAnswerBytes = 125 * kEventBytes;
inline constexpr char kLastByte = '#';  // of an answer, and nowhere else in what is sent

// All give, for COUNT streams: `peak`, by which resident memory grew at its highest; `heap`, by
// which what is in use grew until all have said everything; `cpu` until then; `close`, from giving
// all of them up until the last socket is closed; `left`, the descriptors that are still there
// then.
//   streams BASE_URL COUNT       HttpModel with retries and line
//   curl_streams BASE_URL COUNT  bare libcurl; keeps prompt and answer of each
//   raw_streams BASE_URL COUNT   bare sockets, the same
Figures streams(const Arguments& arguments);
Figures curl_streams(const Arguments& arguments);
Figures raw_streams(const Arguments& arguments);

std::string chat_body(const std::string& prompt);
std::string long_prompt(int number);  // no two are the same
int open_descriptors();

// Memory and CPU from here on.
class Growth {
 public:
  Growth();
  void put_into(Figures& figures) const;

 private:
  double cpu_;
  double resident_;
  double heap_;
};

}  // namespace fm::bench
