// Feeds any bytes as the body of a failure. The first two choose status and whether it stood in a
// stream.
//
// Held to, besides not crashing: the error has words that are no longer than told, a cure, and a
// wait that can be.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.h"
#include "fuzz/hold.h"
#include "model/failure/provider_error.h"
#include "model/failure/stated_context.h"
#include "model/model_error.h"

namespace fm {
namespace {

void check(std::string_view bytes) {
  if (bytes.size() < 2) return;
  constexpr UtcMs kNow{1'770'000'000'000};
  const int status = 300 + static_cast<unsigned char>(bytes[0]);
  const std::string_view body = bytes.substr(2);
  const bool in_stream = bytes[1] % 2 == 1;
  const ModelError error =
      in_stream ? stream_text_failure(body, {}, kNow) : http_failure(status, {}, body, kNow);
  hold(error.message.size() <= 700, "words without an end");
  hold(is_utf8(error.message), "words that are no text");
  const Error told = to_error(error, "fake:model", 2);
  hold(!told.code.empty() && !told.message.empty(), "an error without code or words");
  hold(!told.cure.empty(), "an error without a cure", told.code);
  if (error.retry_after)
    hold(*error.retry_after >= Millis(0) && *error.retry_after <= std::chrono::hours(24 * 366),
         "a wait that cannot be");
  if (const auto size = stated_context(error.message)) hold(*size > 0, "a size that cannot be");
}

}  // namespace
}  // namespace fm

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fm::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
