#include "net/http_body.h"

#include <algorithm>
#include <cstring>

#include "base/json.h"

namespace fm {
namespace {

constexpr std::size_t kChunk = 1024;  // bytes that are escaped at once

// The next bytes of a text, never half a character.
std::string_view chunk_of(std::string_view text) {
  if (text.size() <= kChunk) return text;
  std::size_t size = kChunk;
  for (int back = 0; back < 3 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80; ++back)
    --size;
  return text.substr(0, size);
}

// Without the quotes.
void escape(std::string& out, std::string_view text) {
  out.clear();
  fm::append_json_string(out, text);
  out.pop_back();
  out.erase(0, 1);
}

}  // namespace

void HttpBody::append(std::string_view bytes) {
  if (bytes.empty()) return;
  if (parts_.empty() || parts_.back().owner != nullptr) parts_.push_back({nullptr, own_.size(), 0});
  own_ += bytes;
  parts_.back().size += bytes.size();
  size_ += bytes.size();
  last_ = bytes.back();
}

void HttpBody::append_json_string(const SharedText& text) {
  append("\"");
  std::string escaped;
  text.each([&](const SharedText::Owner& owner, std::string_view part) {
    const auto begin = static_cast<std::size_t>(part.data() - owner->data());
    parts_.push_back({owner, begin, part.size()});
    while (!part.empty()) {
      const std::string_view chunk = chunk_of(part);
      escape(escaped, chunk);
      size_ += escaped.size();
      part.remove_prefix(chunk.size());
    }
  });
  append("\"");
}

std::string HttpBody::str() const {
  std::string all(size_, '\0');
  Reader reader(*this);
  std::size_t at = 0;
  while (const std::size_t more = reader.read(all.data() + at, all.size() - at)) at += more;
  return all;
}

std::size_t HttpBody::Reader::read(char* to, std::size_t most) {
  std::size_t written = 0;
  const auto give = [&](std::string_view bytes) {
    const std::size_t size = std::min(bytes.size(), most - written);
    std::memcpy(to + written, bytes.data(), size);
    written += size;
    return size;
  };
  while (written < most) {
    if (taken_ < escaped_.size()) {
      taken_ += give(std::string_view(escaped_).substr(taken_));
      continue;
    }
    if (part_ >= body_->parts_.size()) break;
    const Part& part = body_->parts_[part_];
    const std::string_view rest = body_->bytes(part).substr(at_);
    if (rest.empty()) {
      ++part_;
      at_ = 0;
    } else if (part.owner == nullptr) {
      at_ += give(rest);
    } else {
      const std::string_view chunk = chunk_of(rest);
      escape(escaped_, chunk);
      taken_ = 0;
      at_ += chunk.size();
    }
  }
  return written;
}

}  // namespace fm
