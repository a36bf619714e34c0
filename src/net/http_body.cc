#include "net/http_body.h"

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

// Visits the escaped bytes of a text, without quotes, piece by piece.
template <typename Visit>
void escape(std::string_view text, Visit visit) {
  std::string escaped;
  while (!text.empty()) {
    const std::string_view chunk = chunk_of(text);
    escaped.clear();
    fm::append_json_string(escaped, chunk);
    visit(std::string_view(escaped).substr(1, escaped.size() - 2));
    text.remove_prefix(chunk.size());
  }
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
  text.each([&](const SharedText::Owner& owner, std::string_view part) {
    const auto begin = static_cast<std::size_t>(part.data() - owner->data());
    parts_.push_back({owner, begin, part.size()});
    escape(part, [&](std::string_view escaped) { size_ += escaped.size(); });
  });
  append("\"");
}

std::string HttpBody::str() const {
  std::string all;
  all.reserve(size_);
  for (const Part& part : parts_) {
    const std::string_view bytes =
        std::string_view(part.owner ? *part.owner : own_).substr(part.begin, part.size);
    if (part.owner == nullptr)
      all += bytes;
    else
      escape(bytes, [&](std::string_view escaped) { all += escaped; });
  }
  return all;
}

}  // namespace fm
