#include "rehearsal/rehearsal_json.h"

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"

namespace fm {
namespace {

constexpr std::string_view kOpen = "```json\n";
constexpr std::string_view kClose = "\n```";

// A number that is written as it is, not as a JSON text.
struct Raw {
  std::string text;
};

class Writer {
 public:
  void open(char bracket) {
    begin();
    out_ += bracket;
    ++depth_;
    first_ = true;
  }
  void close(char bracket) {
    --depth_;
    if (!first_) out_ += "\n" + std::string(2 * depth_, ' ');  // an empty one stays on its line
    out_ += bracket;
    first_ = false;
  }
  void key(std::string_view name) {
    begin();
    append_json_string(out_, name);
    out_ += ": ";
    after_key_ = true;
  }
  void value(std::string_view text) {
    begin();
    append_json_string(out_, text);
  }
  void value(const Raw& raw) {
    begin();
    out_ += raw.text;
  }
  void any(const Json& value) {
    if (const auto* object = value.if_object()) {
      open('{');
      for (const auto& member : *object) {
        key(member.key());
        any(member.value());
      }
      close('}');
    } else if (const auto* items = value.if_array()) {
      open('[');
      for (const Json& item : *items) any(item);
      close(']');
    } else if (const auto* text = value.if_string()) {
      this->value(std::string_view(*text));
    } else {
      this->value(Raw{canonical(value)});
    }
  }
  void texts(const JsonArray& items) {
    begin();
    out_ += '[';
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i > 0) out_ += ", ";
      append_json_string(out_, items[i].as_string());
    }
    out_ += ']';
  }
  std::string fenced() const { return std::string(kOpen) + out_ + std::string(kClose); }

 private:
  void begin() {
    if (std::exchange(after_key_, false)) return;
    if (depth_ > 0) out_ += (first_ ? "\n" : ",\n") + std::string(2 * depth_, ' ');
    first_ = false;
  }

  std::string out_;
  std::size_t depth_ = 0;
  bool first_ = true;
  bool after_key_ = false;
};

JsonArray list_at(const Json& value, std::string_view key) {
  const Json* found = find_at(value, key);
  return found != nullptr && found->is_array() ? found->get_array() : JsonArray();
}

std::string single_quoted(std::string_view json) {
  std::string out;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '\\' && i + 1 < json.size()) {
      if (json[++i] != '"') out += '\\';
      out += json[i];
    } else if (json[i] == '"') {
      out += '\'';
    } else {
      out += json[i] == '\'' ? std::string("\\'") : std::string(1, json[i]);
    }
  }
  return out;
}

// The first title or id of each entry, as somebody would tell it.
std::string told(std::string_view json) {
  std::string out;
  for (const std::string_view line : split_lines(json)) {
    const std::string_view part = trim(line);
    if (!part.starts_with("\"title\": ")) continue;
    std::string_view title = part.substr(10, part.rfind('"') - 10);
    out += "- " + std::string(title) + ", which I would describe at more length if asked\n";
  }
  return out;
}

}  // namespace

std::string ideas_block(const JsonArray& ideas) {
  Writer json;
  json.open('{');
  json.key("ideas");
  json.open('[');
  for (const Json& idea : ideas) {
    json.open('{');
    for (const std::string_view name : {"id", "title", "description", "why", "builds_on"}) {
      if (text_at(idea, name).empty()) continue;
      json.key(name == "why" ? "rationale" : name);
      json.value(text_at(idea, name));
    }
    json.key("tags");
    json.texts(list_at(idea, "tags"));
    json.close('}');
  }
  json.close(']');
  json.close('}');
  return json.fenced();
}

std::string scores_block(const JsonArray& ideas, const std::map<std::string, std::string>& scores) {
  Writer json;
  json.open('{');
  json.key("scores");
  json.open('[');
  for (const Json& idea : ideas) {
    const std::string id(text_at(idea, "id"));
    const auto said = scores.find(id);
    if (said != scores.end() && said->second == "none") continue;
    json.open('{');
    json.key("id");
    json.value(id);
    json.key("title");
    json.value(text_at(idea, "title"));
    for (const Json& criterion : list_at(idea, "criteria")) {
      json.key(text_at(criterion, "name"));
      json.value(Raw{std::string(text_at(criterion, "score"))});
    }
    json.key("overall");
    json.value(Raw{said != scores.end() ? said->second : std::string(text_at(idea, "score"))});
    json.key("pros");
    json.texts(list_at(idea, "pros"));
    json.key("cons");
    json.texts(list_at(idea, "cons"));
    json.key("feedback");
    json.value(text_at(idea, "feedback"));
    json.close('}');
  }
  json.close(']');
  json.close('}');
  return json.fenced();
}

std::string spoiled(std::string_view text, Broken how) {
  const std::size_t open = text.find(kOpen);
  if (open == std::string_view::npos) return std::string(text);
  const std::size_t from = open + kOpen.size();
  const std::size_t to = std::min(text.find(kClose, from), text.size());
  const std::string_view json = text.substr(from, to - from);
  const std::string before(text.substr(0, open));
  const std::string rest(text.substr(to));
  const std::string fenced = before + std::string(kOpen);
  switch (how) {
    case Broken::kTrailingComma: {
      const std::size_t last = json.find_last_of('}', json.size() - 2);
      return fenced + std::string(json.substr(0, last + 1)) + "," +
             std::string(json.substr(last + 1)) + rest;
    }
    case Broken::kTruncated:
      return fenced + std::string(cut_bytes(json, json.size() * 3 / 5));
    case Broken::kProseOnly:
      return before + told(json);
    case Broken::kSingleQuotes:
      return fenced + single_quoted(json) + rest;
    case Broken::kNotJson: {
      std::string out = fenced;
      for (const char c : json) out += std::string_view("{}[]\",").contains(c) ? ' ' : c;
      return out + rest;
    }
  }
  return std::string(text);
}

}  // namespace fm
