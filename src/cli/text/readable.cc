#include "cli/text/readable.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"

namespace fm::cli {
namespace {

// One string or bare word of a JSON text.
struct Atom {
  std::string text;
  std::size_t end = 0;  // past it
  bool closed = true;   // false: the text ends inside it
};

Atom read_string(std::string_view text, std::size_t quote) {
  Atom atom;
  std::size_t at = quote + 1;
  for (; at < text.size(); ++at) {
    if (text[at] == '"') return {std::move(atom.text), at + 1, true};
    if (text[at] != '\\') {
      atom.text += text[at];
      continue;
    }
    if (++at == text.size()) break;
    switch (text[at]) {
      case 'n':
        atom.text += '\n';
        break;
      case 't':
        atom.text += ' ';
        break;
      case 'r':
      case 'b':
      case 'f':
        break;
      case 'u': {  // decoding pairs of surrogates is the reader's business; here a gap will do
        at = std::min(at + 4, text.size() - 1);
        atom.text += "?";
        break;
      }
      default:
        atom.text += text[at];
    }
  }
  return {std::move(atom.text), text.size(), false};
}

// Past the bracket that closes the one at `open`, or the end of the text.
std::size_t json_end(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    switch (text[at]) {
      case '"':
        at = read_string(text, at).end - 1;
        break;
      case '{':
      case '[':
        ++depth;
        break;
      case '}':
      case ']':
        if (--depth == 0) return at + 1;
        break;
      default:
        break;
    }
  }
  return text.size();
}

bool opens_json(std::string_view text, std::size_t at) {
  if (at >= text.size() || (text[at] != '{' && text[at] != '[')) return false;
  const std::size_t next = text.find_first_not_of(" \t\r\n", at + 1);
  if (next == std::string_view::npos) return true;  // still growing
  return text[next] == '"' || text[next] == '{' || (text[at] == '{' && text[next] == '}');
}

std::size_t skip_space(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(" \t\r\n", at), text.size());
}

// Calls use(key, value, closed) for every text or number, with the key it stands under; entries of
// a list have the list's key and `key` empty from the second on.
template <class Use>
void each_value(std::string_view json, Use use) {
  std::string key;
  for (std::size_t at = 0; at < json.size();) {
    const char c = json[at];
    if (c == '"') {
      Atom atom = read_string(json, at);
      at = skip_space(json, atom.end);
      if (atom.closed && at < json.size() && json[at] == ':') {
        key = std::move(atom.text);
        ++at;
      } else {
        use(std::exchange(key, {}), atom.text, atom.closed);
      }
    } else if ((c >= '0' && c <= '9') || c == '-') {
      const std::size_t end = std::min(json.find_first_not_of("-+.eE0123456789", at), json.size());
      use(std::exchange(key, {}), std::string(json.substr(at, end - at)), end < json.size());
      at = end;
    } else {
      ++at;
    }
  }
}

void take_titles(std::string_view json, std::vector<std::string>& titles) {
  each_value(json, [&](const std::string& key, const std::string& value, bool closed) {
    if (key == "title" && closed) titles.push_back(value);
  });
  if (!titles.empty()) return;
  each_value(json, [&](const std::string& key, const std::string& value, bool closed) {
    if ((key == "id" || key == "idea" || key == "idea_id") && closed) titles.push_back(value);
  });
}

std::string in_words(std::string_view json) {
  std::string out;
  each_value(json, [&](std::string key, const std::string& value, bool) {
    std::ranges::replace(key, '_', ' ');
    out += key.empty() ? "- " + value : "**" + key + ":** " + value;
    out += '\n';
  });
  return out;
}

bool starts_with_folded(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() &&
         std::equal(lower.begin(), lower.end(), text.begin(), [](char low, char c) {
           return low == (c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
         });
}

std::size_t page_end(std::string_view text) {
  for (std::size_t at = 0; (at = text.find('<', at)) != std::string_view::npos; ++at)
    if (starts_with_folded(text.substr(at), "</html>")) return at + 7;
  return text.size();
}

}  // namespace

bool opens_page(std::string_view text) {
  return starts_with_folded(text, "<!doctype html") || starts_with_folded(text, "<html");
}

Readable readable(std::string_view text, JsonAs json) {
  Readable out;
  bool code = false;  // inside a fence that is prose
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t line_end = std::min(text.find('\n', at), text.size());
    std::size_t start = skip_space(text.substr(0, line_end), at);
    // A fence around a block goes with it; a fence around anything else is prose.
    const bool fence = text.substr(start).starts_with("```");
    if (fence && !code) start = skip_space(text, line_end);

    std::size_t end = std::string_view::npos;
    if (code) {
      // Whatever it looks like, it is meant to be read as it stands.
    } else if (opens_page(text.substr(start))) {
      end = start + page_end(text.substr(start));
      out.page_bytes += end - start;
    } else if (opens_json(text, start)) {
      end = json_end(text, start);
      const std::string_view block = text.substr(start, end - start);
      if (json == JsonAs::kAll) {
        out.prose.append("\n").append(in_words(block)).append("\n");
      } else {
        take_titles(block, out.titles);
      }
    }
    if (end == std::string_view::npos) {
      const bool waits = fence && !code && start >= text.size();  // its content will show soon
      if (fence && !waits) code = !code;
      if (!waits) out.prose.append(text.substr(at, line_end + 1 - at));
      at = line_end + 1;
      continue;
    }
    if (fence) {
      const std::size_t close = skip_space(text, end);
      if (text.substr(close).starts_with("```")) end = close + 3;
    }
    at = end;
  }
  return out;
}

}  // namespace fm::cli
