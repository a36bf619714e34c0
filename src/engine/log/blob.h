// Large texts, kept once by content hash and compressed, outside the events (P-2).
//
// A text of a body that is longer than kBlobLimit is stored as {"$blob": <hex>, "size": <bytes>}.
// detach() makes that form, attach() undoes it: detach is a pure function of the body, so the
// stored bytes of an event can be made again from what people see. A key of somebody's own that
// looks like ours gets one more "$" while it is stored, so that no text from outside can pass for
// a reference.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace fm {

inline constexpr std::size_t kBlobLimit = 16 * 1024;
inline constexpr std::size_t kTextLimit = 8 * 1024 * 1024;  // a larger text is refused at the call

struct Blob {
  std::string hex;  // sha256 of the text
  std::string text;
};

Blob make_blob(std::string text);

// Whether a text in `value` is longer than `limit`.
bool has_text_over(const Json& value, std::size_t limit);
std::unexpected<Error> text_too_large();
std::unexpected<Error> blob_missing(std::string_view hex);

// Moves the large texts of `value` out and returns them.
std::vector<Blob> detach_blobs(Json& value);

// Puts them back. `load` finds a text by its hash. Errors: load's.
Result<void> attach_blobs(Json& value,
                          const std::function<Result<std::string>(std::string_view hex)>& load);

std::string compress(std::string_view text);
Result<std::string> decompress(std::string_view bytes, std::size_t size);  // blob_damaged
// The same where the size is only in the bytes; none above `most` is believed.
Result<std::string> decompress_upto(std::string_view bytes, std::size_t most);

}  // namespace fm
