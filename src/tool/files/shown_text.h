// A file's bytes as a model sees them, and the way back to the bytes.
//
// A model speaks UTF-8. Bytes that are none (Latin-1, Windows-1252) are shown as the character that
// they are there, a byte order mark at the beginning is not shown. Each place of the shown text
// knows its place in the bytes, so that an edit changes the bytes that it is about and no other.
// Values; pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fm {

enum class TextKind { kUtf8, kLegacy, kBinary };

class ShownText {
 public:
  // kBinary: nothing is shown.
  explicit ShownText(std::string_view bytes);

  TextKind kind() const { return kind_; }
  const std::string& text() const { return text_; }
  bool has_mark() const { return begin_ != 0; }  // a byte order mark

  // Where in the bytes a place of the text is; text().size() is their end.
  std::size_t byte_of(std::size_t place) const;

  // A model's text as bytes of this file; nothing where its encoding has no such character.
  std::optional<std::string> bytes_of(std::string_view text) const;

  // Whether most lines end in \r\n.
  bool has_crlf() const { return crlf_; }

 private:
  struct Step {  // from here on, a place of the text and its byte go in step
    std::size_t place = 0;
    std::size_t byte = 0;
  };
  TextKind kind_ = TextKind::kUtf8;
  std::string text_;
  std::size_t begin_ = 0;
  std::vector<Step> steps_;
  bool crlf_ = false;
  bool has_utf8_ = false;  // characters of more bytes than one
};

}  // namespace fm
