// Reading JSON: Boost.JSON's tokenizer with our own handler, because Boost's reader changes the
// last bit of one double in thirteen.
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/value_stack.hpp>
#include <charconv>
#include <cmath>
#include <limits>
#include <new>

#include "base/json.h"

namespace fm {
namespace {

namespace bj = boost::json;

constexpr std::size_t kMaxDepth = 64;

// The names of the members are Boost's.
class ValueBuilder {
 public:
  static constexpr std::size_t max_object_size = bj::object::max_size();
  static constexpr std::size_t max_array_size = bj::array::max_size();
  static constexpr std::size_t max_key_size = bj::string::max_size();
  static constexpr std::size_t max_string_size = bj::string::max_size();

  ValueBuilder() { stack_.reset(); }
  Json release() { return stack_.release(); }

  bool on_document_begin(bj::error_code&) { return true; }
  bool on_document_end(bj::error_code&) { return true; }
  bool on_object_begin(bj::error_code&) { return true; }
  bool on_array_begin(bj::error_code&) { return true; }
  bool on_object_end(std::size_t size, bj::error_code&) { return stack_.push_object(size), true; }
  bool on_array_end(std::size_t size, bj::error_code&) { return stack_.push_array(size), true; }

  using View = bj::string_view;
  bool on_key_part(View text, std::size_t, bj::error_code&) {
    return stack_.push_chars(text), true;
  }
  bool on_key(View text, std::size_t, bj::error_code&) { return stack_.push_key(text), true; }
  bool on_string_part(View text, std::size_t, bj::error_code&) {
    return stack_.push_chars(text), true;
  }
  bool on_string(View text, std::size_t, bj::error_code&) { return stack_.push_string(text), true; }

  // All text comes in one buffer, so a number is never in parts.
  bool on_number_part(View, bj::error_code&) { return true; }
  bool on_int64(std::int64_t number, View, bj::error_code&) {
    return stack_.push_int64(number), true;
  }
  bool on_uint64(std::uint64_t number, View, bj::error_code&) {
    return stack_.push_uint64(number), true;
  }
  bool on_double(double rough, View text, bj::error_code& error);

  bool on_bool(bool value, bj::error_code&) { return stack_.push_bool(value), true; }
  bool on_null(bj::error_code&) { return stack_.push_null(), true; }
  bool on_comment_part(View, bj::error_code&) { return true; }
  bool on_comment(View, bj::error_code&) { return true; }

 private:
  bj::value_stack stack_;
};

bool ValueBuilder::on_double(double rough, View text, bj::error_code& error) {
  double exact = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), exact);
  if (read.ec == std::errc::result_out_of_range) {
    if (std::fabs(rough) > 1) {
      error = bj::make_error_code(bj::error::exponent_overflow);
      return false;
    }
    exact = std::copysign(0.0, rough);
  }
  stack_.push_double(exact);
  return true;
}

std::unexpected<Error> invalid(std::size_t offset, const std::string& why) {
  return fail("json_invalid", "The text is not valid JSON at byte " + std::to_string(offset) + ".",
              "The JSON reader says: " + why + ".");
}

}  // namespace

Result<Json> parse_json(std::string_view text) {
  bj::parse_options options;
  options.max_depth = kMaxDepth;
  bj::basic_parser<ValueBuilder> parser(options);
  bj::error_code error;
  try {
    const std::size_t used = parser.write_some(false, text.data(), text.size(), error);
    if (error) return invalid(used, error.message());
    if (used < text.size()) return invalid(used, "something follows the value");
    return parser.handler().release();
  } catch (const std::exception& exception) {  // out of memory, or a part too large for Boost
    return invalid(0, exception.what());
  }
}

}  // namespace fm
