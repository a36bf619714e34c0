#include "base/yaml/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ids.h"
#include "base/text.h"

namespace fm {
namespace {

const JsonObject& no_object() {
  static const JsonObject empty;
  return empty;
}

bool is_scalar(const Json& value) { return !value.is_object() && !value.is_array(); }

std::string scalar_text(const Json& value) {
  if (value.is_null()) return {};
  if (value.is_string()) return std::string(trim(value.get_string()));
  return canonical(value);
}

const Json& resolve(const YamlDocument& document, const std::string& pointer) {
  static const Json missing;
  boost::system::error_code failure;
  const Json* found = document.value.find_pointer(pointer, failure);
  return found ? *found : missing;
}

// Edits that turn one word into the other: insert, delete, replace, swap of neighbours.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

// A number to show as an example: a small one, since the largest is hardly ever meant.
std::int64_t usual(DecimalRange range) {
  std::int64_t five = 5;
  for (int i = 0; i < range.digits; ++i) five *= 10;
  return std::clamp(five, range.min, range.max);
}

}  // namespace

Fields::Fields(const YamlDocument& document, std::string pointer, std::string code,
               std::vector<Error>& faults)
    : document_(document),
      pointer_(std::move(pointer)),
      code_(std::move(code)),
      faults_(faults),
      object_(&no_object()) {
  const Json& value = resolve(document_, pointer_);
  if (value.is_object()) {
    object_ = &value.get_object();
  } else if (!value.is_null()) {
    faults_.push_back({code_,
                       at_mark(document_.path, document_.mark(pointer_),
                               "Lines of the form `key: value` are expected here."),
                       {},
                       "Write one `key: value` per line."});
  } else {
    is_absent_ = true;
  }
}

const Json* Fields::find(std::string_view key) {
  known_.emplace(key);
  const auto found = object_->find(key);
  return found == object_->end() || found->value().is_null() ? nullptr : &found->value();
}

bool Fields::has(std::string_view key) { return find(key) != nullptr; }

std::string Fields::text(std::string_view key) {
  const Json* value = find(key);
  if (!value) return {};
  if (is_scalar(*value)) return scalar_text(*value);
  fault(key, fmt::format("`{}` must be a text.", key),
        fmt::format("Write `{}: some text` on one line.", key));
  return {};
}

std::string Fields::identifier(std::string_view key) {
  std::string word = text(key);
  if (word.empty() || check_id(word)) return word;
  fault(key, fmt::format("`{}` must be a name of small letters, digits and hyphens.", key),
        fmt::format("Write for example `{}: {}`.", key,
                    slug(word, 64).empty() ? "my-name" : slug(word, 64)));
  return {};
}

std::optional<int> Fields::integer(std::string_view key, int min, int max) {
  const Json* value = find(key);
  if (!value) return std::nullopt;
  if (value->is_int64() && value->get_int64() >= min && value->get_int64() <= max)
    return static_cast<int>(value->get_int64());
  fault(key, fmt::format("`{}` must be a whole number from {} to {}.", key, min, max),
        fmt::format("Write for example `{}: {}`.", key, min));
  return std::nullopt;
}

std::optional<std::int64_t> Fields::decimal(std::string_view key, DecimalRange range) {
  const Json* value = find(key);
  if (!value) return std::nullopt;
  if (is_scalar(*value)) {
    const auto number = parse_decimal(scalar_text(*value), range.digits);
    if (number && *number >= range.min && *number <= range.max) return number;
  }
  fault(key,
        fmt::format("`{}` must be a number from {} to {} with at most {} decimals.", key,
                    decimal_text(range.min, range.digits), decimal_text(range.max, range.digits),
                    range.digits),
        fmt::format("Write for example `{}: {}`.", key, decimal_text(usual(range), range.digits)));
  return std::nullopt;
}

std::optional<bool> Fields::flag(std::string_view key) {
  const Json* value = find(key);
  if (!value) return std::nullopt;
  if (value->is_bool()) return value->get_bool();
  if (value->is_string() && value->get_string() == "yes") return true;
  if (value->is_string() && value->get_string() == "no") return false;
  fault(key, fmt::format("`{}` must be true or false.", key),
        fmt::format("Write `{}: true` or `{}: false`.", key, key));
  return std::nullopt;
}

std::vector<std::string> Fields::texts(std::string_view key) {
  const Json* value = find(key);
  if (!value) return {};
  if (is_scalar(*value)) return split_list(scalar_text(*value));
  std::vector<std::string> texts;
  bool well_formed = value->is_array();
  if (well_formed) {
    for (const Json& element : value->get_array()) {
      well_formed = well_formed && is_scalar(element);
      if (std::string word = scalar_text(element); !word.empty()) texts.push_back(std::move(word));
    }
  }
  if (well_formed) return texts;
  fault(key, fmt::format("`{}` must be a list of names.", key),
        fmt::format("Write for example `{}: [one, two]`.", key));
  return {};
}

std::vector<FieldText> Fields::whole_texts(std::string_view key) {
  std::vector<FieldText> texts;
  const Json* value = find(key);
  if (!value) return texts;
  const std::string pointer = child(key);
  const auto add = [&](const Json& item, const std::string& at) {
    if (!is_scalar(item))
      return faults_.push_back({code_,
                                at_mark(document_.path, document_.mark(at), "A text is expected."),
                                {},
                                "Write `some text` on one line."});
    std::string text = item.is_string() ? std::string(item.get_string()) : scalar_text(item);
    texts.push_back({std::move(text), at_mark(document_.path, document_.mark(at), "")});
  };
  if (!value->is_array()) {
    add(*value, pointer);
    return texts;
  }
  std::size_t index = 0;
  for (const Json& item : value->get_array()) add(item, fmt::format("{}/{}", pointer, index++));
  return texts;
}

std::vector<std::string> Fields::keys() {
  std::vector<std::string> all;
  for (const auto& entry : *object_) {
    all.emplace_back(entry.key());
    known_.emplace(entry.key());
  }
  return all;
}

Fields Fields::section(std::string_view key) {
  return Fields(document_, child(key), code_, faults_);
}

std::vector<Fields> Fields::sections(std::string_view key) {
  std::vector<Fields> all;
  const Json* value = find(key);
  if (!value) return all;
  if (!value->is_array()) {
    all.push_back(section(key));
    return all;
  }
  for (std::size_t i = 0; i < value->get_array().size(); ++i)
    all.emplace_back(document_, fmt::format("{}/{}", child(key), i), code_, faults_);
  return all;
}

std::string Fields::where() const {
  return fmt::format("{}:{}", document_.path, document_.mark(pointer_).line);
}

std::string Fields::child(std::string_view key) {
  known_.emplace(key);
  return pointer_ + pointer_step(key);
}

void Fields::fault(std::string_view key, std::string_view what, std::string cure) {
  const std::string pointer = key.empty() ? pointer_ : pointer_ + pointer_step(key);
  const YamlMark mark =
      document_.marks.contains(pointer) ? document_.mark(pointer) : document_.key_mark(pointer);
  faults_.push_back({code_, at_mark(document_.path, mark, what), {}, std::move(cure)});
}

void Fields::fault_key(std::string_view key, std::string_view what, std::string cure) {
  const YamlMark mark = document_.key_mark(pointer_ + pointer_step(key));
  faults_.push_back({code_, at_mark(document_.path, mark, what), {}, std::move(cure)});
}

std::vector<std::string> Fields::unknown_keys() const {
  std::vector<std::string> unknown;
  for (const auto& entry : *object_)
    if (!known_.contains(entry.key())) unknown.emplace_back(entry.key());
  return unknown;
}

void Fields::refuse_unknown() {
  const std::vector<std::string> known(known_.begin(), known_.end());
  for (const std::string& key : unknown_keys())
    fault_key(key, fmt::format("The key `{}` is not known here.", key), suggest(key, known));
}

std::string file_stem(std::string_view path) {
  path = path.substr(path.rfind('/') + 1);
  return std::string(path.substr(0, path.rfind('.')));
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> parts;
  int depth = 0;
  std::string part;
  const auto finish = [&] {
    if (const auto word = trim(part); !word.empty()) parts.emplace_back(word);
    part.clear();
  };
  for (const char c : text) {
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if ((c == ',' && depth <= 0) || c == '\n') {
      finish();
    } else {
      part += c;
    }
  }
  finish();
  return parts;
}

std::vector<std::string> nearest_words(std::string_view word,
                                       const std::vector<std::string>& known) {
  std::vector<std::pair<std::size_t, std::string>> near;
  if (word.size() > 64) return {};
  for (const std::string& candidate : known) {
    const std::size_t edits = distance(word, candidate);
    const std::size_t allowed =
        std::max<std::size_t>(1, std::min(word.size(), candidate.size()) / 3);
    const bool part = word.size() >= 4 && (candidate.contains(word) || word.contains(candidate));
    if (edits <= allowed || part) near.emplace_back(edits, candidate);
  }
  std::ranges::sort(near);
  std::vector<std::string> words;
  for (const auto& entry : near)
    if (words.size() < 3) words.push_back(entry.second);
  return words;
}

std::string suggest(std::string_view word, const std::vector<std::string>& known) {
  std::string list;
  const std::vector<std::string> near = nearest_words(word, known);
  for (const std::string& candidate : near)
    list += fmt::format("{}`{}`", list.empty() ? "" : " or ", candidate);
  if (!list.empty()) return fmt::format("Did you mean {}?", list);
  if (known.empty()) return {};
  for (const std::string& candidate : known)
    list += fmt::format("{}{}", list.empty() ? "" : ", ", candidate);
  return fmt::format("Known here are: {}.", list);
}

std::string decimal_text(std::int64_t value, int digits) {
  std::int64_t scale = 1;
  for (int i = 0; i < digits; ++i) scale *= 10;
  const std::int64_t magnitude = value < 0 ? -value : value;
  std::string text = fmt::format("{}{}.{:0{}}", value < 0 ? "-" : "", magnitude / scale,
                                 magnitude % scale, digits);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace fm
