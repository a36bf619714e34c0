// Keeps what was read of recent texts, so that each message of a conversation is read once. Without
// it, reading the whole debate at each step would take time that grows with its square.
//
// Holds a few megabytes at most (base/text_memo.h). May be used from any thread.
#pragma once

#include <mutex>
#include <optional>
#include <string_view>

#include "base/text_memo.h"
#include "people/language/utterance.h"

namespace fm {

class UtteranceMemo {
 public:
  std::optional<Utterance> find(std::string_view text);
  void remember(std::string_view text, const Utterance& utterance);
  void forget();

 private:
  static constexpr std::size_t kHalf = std::size_t{256} << 10;  // bytes of text

  std::mutex mutex_;
  TextMemo<std::optional<Utterance>> texts_{kHalf};
};

}  // namespace fm
