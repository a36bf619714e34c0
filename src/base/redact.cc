#include "base/redact.h"

#include <algorithm>
#include <utility>

namespace fm {
namespace {

void redact_one(std::string& text, std::string_view secret) {
  if (secret.size() < kShortestSecret) return;
  for (auto at = text.find(secret); at != std::string::npos;
       at = text.find(secret, at + kBlot.size()))
    text.replace(at, secret.size(), kBlot);
}

}  // namespace

std::string without(std::string_view text, std::string_view secret) {
  std::string out(text);
  redact_one(out, secret);
  return out;
}

Redactor::Redactor(std::vector<std::string> secrets) : secrets_(std::move(secrets)) {
  std::erase_if(secrets_,
                [](const std::string& secret) { return secret.size() < kShortestSecret; });
  std::ranges::sort(secrets_, [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  const auto doubles = std::ranges::unique(secrets_);
  secrets_.erase(doubles.begin(), doubles.end());
}

std::string Redactor::redact(std::string_view text) const {
  std::string out(text);
  for (const std::string& secret : secrets_) redact_one(out, secret);
  return out;
}

// Where the last part of `text` begins that may be the beginning of a secret; the longest such
// part.
std::size_t Redactor::open_end(std::string_view text) const {
  std::size_t from = text.size();
  for (const std::string& secret : secrets_) {
    const std::size_t most = std::min(text.size(), secret.size() - 1);
    for (std::size_t length = most; length > 0; --length) {
      if (!text.ends_with(std::string_view(secret).substr(0, length))) continue;
      from = std::min(from, text.size() - length);
      break;
    }
  }
  return from;
}

std::string Redactor::Stream::feed(std::string_view piece) {
  if (redactor_->empty()) return std::string(piece);
  held_ += piece;
  held_ = redactor_->redact(held_);
  const std::size_t end = redactor_->open_end(held_);
  std::string sure = held_.substr(0, end);
  held_.erase(0, end);
  return sure;
}

std::string Redactor::Stream::finish() { return redactor_->redact(std::exchange(held_, {})); }

}  // namespace fm
