// Errors as values, and the check for bugs.
//
// Three kinds of trouble are kept apart. A *bug* in our own code is FM_CHECK: in the base and the
// journal it aborts the process with its place; inside a flow or turn it throws Bug, which the
// flow's boundary catches so that only that room stops (docs/architecture.md). What can be
// *expected* (bad input, a full disk, a model that does not answer) is a Result<T>. Cancellation
// is neither: it is a value in the result of the awaited effect.
#pragma once

#include <expected>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace fm {

// What went wrong, in words for the person (P-15, P-82). `code` is stable and has a line in
// docs/errors.md; the other three are whole sentences without the code in them.
struct Error {
  std::string code;
  std::string message;  // what happened
  std::string cause;    // why, as far as known; may be empty
  std::string cure;     // what the person can do; may be empty

  bool operator==(const Error&) const = default;
};

template <class T>
using Result = std::expected<T, Error>;

[[nodiscard]] inline std::unexpected<Error> fail(std::string code, std::string message,
                                                 std::string cause = {}, std::string cure = {}) {
  return std::unexpected(
      Error{std::move(code), std::move(message), std::move(cause), std::move(cure)});
}

// A bug in this program, met inside a flow or turn. Caught at the flow's boundary only.
class Bug : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void throw_bug(std::string_view what, const char* file, int line);
[[noreturn]] void abort_bug(std::string_view what, const char* file, int line) noexcept;

namespace detail {
template <class T>
T take(Result<T>&& result) {
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}
}  // namespace detail

}  // namespace fm

// The value of a Result, or return its error from this function.
#define TRY(expression)                                                               \
  ({                                                                                  \
    auto fm_result = (expression);                                                    \
    if (!fm_result.has_value()) return std::unexpected(std::move(fm_result.error())); \
    ::fm::detail::take(std::move(fm_result));                                         \
  })

// The same inside a coroutine: CO_TRY(co_await x).
#define CO_TRY(expression)                                                               \
  ({                                                                                     \
    auto fm_result = (expression);                                                       \
    if (!fm_result.has_value()) co_return std::unexpected(std::move(fm_result.error())); \
    ::fm::detail::take(std::move(fm_result));                                            \
  })

// A condition that only a bug can break. FM_CHECK throws Bug; FM_CHECK_FATAL aborts, for the base
// and the journal, where going on could write wrong data.
#define FM_CHECK(condition, what) \
  ((condition) ? void() : ::fm::throw_bug(what ": " #condition, __FILE__, __LINE__))
#define FM_CHECK_FATAL(condition, what) \
  ((condition) ? void() : ::fm::abort_bug(what ": " #condition, __FILE__, __LINE__))
