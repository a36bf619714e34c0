// Redaction: secrets are removed from whatever is kept or shown, found by their value (P-64).
//
// A secret shorter than eight bytes is left alone: removing "key" would spoil every text. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fm {

inline constexpr std::string_view kBlot = "***";
inline constexpr std::size_t kShortestSecret = 8;

// `text` without one secret.
std::string without(std::string_view text, std::string_view secret);

class Redactor {
 public:
  Redactor() = default;
  explicit Redactor(std::vector<std::string> secrets);

  bool empty() const { return secrets_.empty(); }
  std::string redact(std::string_view text) const;

  // For text that comes in pieces: gives what is sure to hold no beginning of a secret, and keeps
  // the rest until more has come.
  class Stream {
   public:
    explicit Stream(const Redactor& redactor) : redactor_(&redactor) {}  // which outlives it
    std::string feed(std::string_view piece);
    std::string finish();  // what was kept

   private:
    const Redactor* redactor_;
    std::string held_;
  };

 private:
  std::size_t open_end(std::string_view text) const;

  std::vector<std::string> secrets_;  // longest first: one may begin like another
};

}  // namespace fm
