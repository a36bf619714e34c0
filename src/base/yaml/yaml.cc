#include "base/yaml/yaml.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <charconv>
#include <sstream>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/yaml/yaml_words.h"

namespace fm {
namespace {

constexpr std::size_t kNodeWeight = 16;
constexpr std::string_view kYamlTags = "tag:yaml.org,2002:";

// What we refuse, thrown through yaml-cpp's parser and caught in parse_yaml.
struct Refused {
  YamlMark mark;
  std::string what;
  std::string cure;
  std::string code = "yaml_invalid";
};

YamlMark to_mark(const YAML::Mark& mark) {
  if (mark.is_null()) return {};
  return {mark.line + 1, mark.column + 1};
}

bool all_of(std::string_view text, bool (*is)(char)) {
  return !text.empty() && std::ranges::all_of(text, is);
}

// [-+]?[0-9]+, 0o7+, 0xF+ of the core schema, where it fits 64 bits.
std::optional<std::int64_t> core_integer(std::string_view text) {
  int base = 10;
  bool digits = false;
  std::string_view body = text;
  if (body.starts_with("0o")) {
    base = 8;
    body.remove_prefix(2);
    digits = all_of(body, [](char c) { return c >= '0' && c <= '7'; });
  } else if (body.starts_with("0x")) {
    base = 16;
    body.remove_prefix(2);
    digits = all_of(body, [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    });
  } else {
    if (body.starts_with('+')) body.remove_prefix(1);
    const std::string_view unsigned_part =
        body.starts_with('-') && body.size() == text.size() ? body.substr(1) : body;
    digits = all_of(unsigned_part, [](char c) { return c >= '0' && c <= '9'; });
  }
  std::int64_t value = 0;
  const auto [end, failure] = std::from_chars(body.data(), body.data() + body.size(), value, base);
  if (!digits || failure != std::errc{} || end != body.data() + body.size()) return std::nullopt;
  return value;
}

bool is_one_of(std::string_view text, std::string_view lower, std::string_view title,
               std::string_view upper) {
  return text == lower || text == title || text == upper;
}

Json plain_scalar(const std::string& text) {
  if (is_one_of(text, "true", "True", "TRUE")) return true;
  if (is_one_of(text, "false", "False", "FALSE")) return false;
  if (const auto number = core_integer(text)) return *number;
  return Json(text);
}

Json scalar(const std::string& tag, const std::string& text, YamlMark mark) {
  if (tag.empty() || tag == "?") return plain_scalar(text);
  if (tag == "!") return Json(text);  // quoted, or a block
  if (tag.starts_with(kYamlTags)) {
    const std::string_view kind = std::string_view(tag).substr(kYamlTags.size());
    if (kind == "str") return Json(text);
    if (kind == "int" || kind == "bool" || kind == "float") return plain_scalar(text);
    if (kind == "null") return nullptr;
  }
  throw Refused{mark, fmt::format("The tag {} is not understood.", tag), "Remove the tag."};
}

// yaml-cpp accepts a quoted text without its closing mark and reads it to the end of the file.
// Every key after it would be lost.
bool is_unclosed_quote(std::string_view text, int at) {
  std::size_t i = static_cast<std::size_t>(std::max(at, 0));
  if (i >= text.size() || (text[i] != '\'' && text[i] != '"')) return false;
  const char quote = text[i++];
  for (; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      if (quote == '"' || i + 1 >= text.size() || text[i + 1] != quote) return false;
      ++i;
    }
  }
  return true;
}

// Builds the value from the parser's events.
class Builder final : public YAML::EventHandler {
 public:
  Builder(YamlDocument& document, std::string_view text) : document_(document), text_(text) {}

  void OnDocumentStart(const YAML::Mark& /*mark*/) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (expects_key()) refuse_key(to_mark(mark));
    place(nullptr, to_mark(mark), anchor, kNodeWeight);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (expects_key()) refuse_key(to_mark(mark));
    const auto known = anchors_.find(anchor);
    if (known == anchors_.end())
      throw Refused{to_mark(mark), "An alias stands inside the part that it repeats.",
                    "Write the part out instead of using an alias."};
    weigh(known->second.weight, to_mark(mark));  // before the copy, which may be huge
    place(known->second.value, to_mark(mark), 0, 0);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    if (is_unclosed_quote(text_, mark.pos))
      throw Refused{to_mark(mark), "A quotation mark is never closed.", "Close it."};
    if (expects_key()) return take_key(text, to_mark(mark));
    place(scalar(tag, text, to_mark(mark)), to_mark(mark), anchor, kNodeWeight + text.size());
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(JsonArray(), to_mark(mark), tag, anchor);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(JsonObject(), to_mark(mark), tag, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Frame {
    Json value;
    YamlMark mark;
    YAML::anchor_t anchor = 0;
    std::size_t pointer_length = 0;  // of the container's own pointer
    std::size_t weight_before = 0;
    std::optional<std::string> key;
  };
  struct Anchored {
    Json value;
    std::size_t weight = 0;
  };

  bool expects_key() const {
    return !frames_.empty() && frames_.back().value.is_object() && !frames_.back().key;
  }

  [[noreturn]] static void refuse_key(YamlMark mark) {
    throw Refused{mark, "A key is not plain text.", "Use a word, or put the key in quotes."};
  }

  void take_key(const std::string& text, YamlMark mark) {
    Frame& map = frames_.back();
    if (text == "<<")
      throw Refused{mark, "Merge keys (<<) are not supported.", "Write the keys out."};
    if (map.value.get_object().contains(text)) {
      const YamlMark first = document_.key_mark(pointer_ + pointer_step(text));
      throw Refused{mark, fmt::format("The key `{}` stands here a second time.", text),
                    fmt::format("Remove it here or in line {}.", first.line)};
    }
    weigh(kNodeWeight + text.size(), mark);
    map.key = text;
    pointer_ += pointer_step(text);
    document_.keys.insert_or_assign(pointer_, mark);
  }

  void weigh(std::size_t weight, YamlMark mark) {
    weight_ += weight;
    if (weight_ > kYamlWeight)
      throw Refused{mark, "The file grows too large here.",
                    "Shorten it; if it uses aliases (*name), write those parts out.",
                    "yaml_too_large"};
  }

  void open(Json container, YamlMark mark, const std::string& tag, YAML::anchor_t anchor) {
    if (expects_key()) refuse_key(mark);
    if (tag.size() > 1 && !tag.starts_with(kYamlTags))
      throw Refused{mark, fmt::format("The tag {} is not understood.", tag), "Remove the tag."};
    if (frames_.size() >= kYamlDepth)
      throw Refused{mark, "The nesting is too deep.", "Use fewer levels.", "yaml_too_large"};
    extend_pointer();
    const std::size_t before = weight_;
    weigh(kNodeWeight, mark);
    frames_.push_back({std::move(container), mark, anchor, pointer_.size(), before, std::nullopt});
  }

  void close() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    pointer_.resize(frame.pointer_length);
    finish(std::move(frame.value), frame.mark, frame.anchor, weight_ - frame.weight_before);
  }

  // A scalar, a null or an alias where a value is expected.
  void place(Json value, YamlMark mark, YAML::anchor_t anchor, std::size_t weight) {
    extend_pointer();
    weigh(weight, mark);
    finish(std::move(value), mark, anchor, weight);
  }

  void extend_pointer() {
    if (!frames_.empty() && frames_.back().value.is_array())
      pointer_ += fmt::format("/{}", frames_.back().value.get_array().size());
  }

  void finish(Json value, YamlMark mark, YAML::anchor_t anchor, std::size_t weight) {
    if (anchor != 0) anchors_.insert_or_assign(anchor, Anchored{value, weight});
    document_.marks.insert_or_assign(pointer_, mark);
    if (frames_.empty()) {
      document_.value = std::move(value);
      return;
    }
    Frame& parent = frames_.back();
    pointer_.resize(parent.pointer_length);
    if (parent.value.is_array()) {
      parent.value.get_array().push_back(std::move(value));
    } else {
      parent.value.get_object()[*parent.key] = std::move(value);
      parent.key.reset();
    }
  }

  YamlDocument& document_;
  std::string_view text_;
  std::vector<Frame> frames_;
  std::map<YAML::anchor_t, Anchored> anchors_;
  std::string pointer_;
  std::size_t weight_ = 0;
};

Error yaml_error(std::string_view path, const YAML::Exception& failure) {
  const YamlWords words = yaml_words(failure.msg);
  return {"yaml_invalid", at_mark(path, to_mark(failure.mark), words.what), {}, words.cure};
}

// yaml-cpp guesses an encoding from what it meets; we read UTF-8 and say where it is none.
Result<void> check_text(std::string_view text, std::string_view path) {
  int line = 1;
  for (const std::string_view part : split_lines(text)) {
    const auto is_control = [](char c) { return c >= 0 && c < ' ' && c != '\t' && c != '\r'; };
    if (!is_utf8(part) || std::ranges::any_of(part, is_control))
      return fail("yaml_invalid",
                  at_mark(path, {line, 1}, "The line holds bytes that are no text in UTF-8."), {},
                  "Save the file as UTF-8 text.");
    ++line;
  }
  return {};
}

const YamlMark* nearest(const std::map<std::string, YamlMark, std::less<>>& marks,
                        std::string_view pointer) {
  for (;;) {
    const auto found = marks.find(pointer);
    if (found != marks.end()) return &found->second;
    if (pointer.empty()) return nullptr;
    pointer = pointer.substr(0, pointer.rfind('/'));
  }
}

}  // namespace

YamlMark YamlDocument::mark(std::string_view pointer) const {
  const YamlMark* found = nearest(marks, pointer);
  return found ? *found : YamlMark{};
}

YamlMark YamlDocument::key_mark(std::string_view pointer) const {
  const auto found = keys.find(pointer);
  return found == keys.end() ? mark(pointer) : found->second;
}

Result<YamlDocument> parse_yaml(std::string_view text, std::string_view path) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (text.size() > kYamlBytes)
    return fail(
        "yaml_too_large",
        at_mark(path, {},
                fmt::format("The file has {} bytes; {} are the limit.", text.size(), kYamlBytes)),
        {}, "Shorten it or divide it.");
  TRY(check_text(text, path));

  YamlDocument document;
  document.path = path;
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    Builder builder(document, text);
    if (!parser.HandleNextDocument(builder)) return document;
    YamlDocument rest;
    Builder second(rest, text);
    if (parser.HandleNextDocument(second))
      return fail("yaml_invalid", at_mark(path, rest.mark(""), "Another document begins here."), {},
                  "Indent this line, or remove the `---` above it.");
  } catch (const Refused& refused) {
    return fail(refused.code, at_mark(path, refused.mark, refused.what), {}, refused.cure);
  } catch (const YAML::Exception& failure) {
    return std::unexpected(yaml_error(path, failure));
  }
  return document;
}

std::string pointer_step(std::string_view key) {
  std::string step = "/";
  for (const char c : key) {
    if (c == '~') {
      step += "~0";
    } else if (c == '/') {
      step += "~1";
    } else {
      step += c;
    }
  }
  return step;
}

std::string at_mark(std::string_view path, YamlMark mark, std::string_view words) {
  return fmt::format("{}:{}:{}: {}", path, mark.line, mark.column, words);
}

std::optional<std::int64_t> parse_decimal(std::string_view text, int digits) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  const std::string_view part =
      point == std::string_view::npos ? std::string_view{} : text.substr(point + 1);
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool well_formed = all_of(whole, is_digit) &&
                           (point == std::string_view::npos || all_of(part, is_digit)) &&
                           part.size() <= static_cast<std::size_t>(digits);
  if (!well_formed) return std::nullopt;
  std::string scaled(whole);
  scaled += part;
  scaled.append(static_cast<std::size_t>(digits) - part.size(), '0');
  std::int64_t value = 0;
  const auto [end, failure] = std::from_chars(scaled.data(), scaled.data() + scaled.size(), value);
  if (failure != std::errc{} || end != scaled.data() + scaled.size()) return std::nullopt;
  return negative ? -value : value;
}

}  // namespace fm
