#include "rehearsal/rehearsal_template.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "base/html.h"
#include "base/text.h"
#include "rehearsal/rehearsal_words.h"

namespace fm {
namespace {

constexpr std::array<std::string_view, 8> kFilters = {"title", "cap",  "lower", "a",
                                                      "html",  "json", "and",   "or"};
constexpr std::size_t kDeepest = 12;  // sections and lists within each other

std::unexpected<Error> invalid(std::string message, std::string cure) {
  return fail("template_invalid", std::move(message), {}, std::move(cure));
}

std::string plain(const Json& value) {
  if (const auto* text = value.if_string()) return std::string(*text);
  if (const auto* items = value.if_array()) return listed(*items, "and");
  if (value.is_int64() || value.is_uint64()) return canonical(value);
  return {};
}

bool holds(const Json* value) {
  if (value == nullptr || value->is_null()) return false;
  if (const auto* text = value->if_string()) return !text->empty();
  if (const auto* items = value->if_array()) return !items->empty();
  if (const auto* flag = value->if_bool()) return *flag;
  if (const auto* number = value->if_int64()) return *number != 0;
  return true;
}

const Json* look_up(const std::vector<const Json*>& scopes, std::string_view name) {
  if (name == ".") return scopes.empty() ? nullptr : scopes.back();
  const std::size_t dot = name.find('.');
  for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) {
    const Json* found = find_at(**scope, name.substr(0, dot));
    if (found == nullptr) continue;
    return dot == std::string_view::npos ? found : find_at(*found, name.substr(dot + 1));
  }
  return nullptr;
}

// As it stands between the quotation marks of a JSON text.
std::string inside_json(std::string_view text) {
  std::string quoted;
  append_json_string(quoted, text);
  return quoted.substr(1, quoted.size() - 2);
}

std::string filtered(std::string text, const Json* value, std::string_view filter) {
  if (filter == "title") return title_case(text);
  if (filter == "cap") return capitalised(text);
  if (filter == "lower") return lowered(text);
  if (filter == "a") return with_article(text);
  if (filter == "html") return html_escaped(text);
  if (filter == "json") return inside_json(text);
  if (value != nullptr && value->is_array()) return listed(value->get_array(), filter);
  return text;
}

}  // namespace

// Reads the text once, from left to right; an open section is a level of the recursion.
class Template::Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<std::vector<Node>> nodes(std::string_view section) {
    std::vector<Node> out;
    for (;;) {
      const std::size_t open = std::min(text_.find("{{", at_), text_.size());
      if (open > at_)
        out.push_back({Kind::kText, std::string(text_.substr(at_, open - at_)), {}, {}});
      at_ = open;
      if (open == text_.size()) {
        if (section.empty()) return out;
        return invalid("The section {{#" + std::string(section) + "}} is never closed.",
                       "Write {{/" + std::string(section) + "}} where it ends.");
      }
      const std::size_t close = text_.find("}}", open);
      if (close == std::string_view::npos)
        return invalid("A {{ has no }}.", "Close it, or leave one brace out.");
      std::string_view tag = trim(text_.substr(open + 2, close - open - 2));
      at_ = close + 2;
      const char sign = tag.empty() ? ' ' : tag.front();
      if (sign == '/') {
        if (trim(tag.substr(1)) == section && !section.empty()) {
          swallow_line(out, open);
          return out;
        }
        return invalid("{{" + std::string(tag) + "}} closes what is not open.",
                       "Close sections in the opposite order of their opening.");
      }
      if (sign == '#' || sign == '^') {
        tag = trim(tag.substr(1));
        TRY(check(tag));
        swallow_line(out, open);
        if (++depth_ > kDeepest) return invalid("Sections lie too deep in each other.", "");
        Node node{sign == '#' ? Kind::kSection : Kind::kInverted, std::string(tag), {}, {}};
        node.inside = TRY(nodes(tag));
        --depth_;
        out.push_back(std::move(node));
        continue;
      }
      out.push_back(TRY(value(tag)));
    }
  }

 private:
  static Result<void> check(std::string_view name) {
    const auto fits = [](unsigned char c) {
      return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '-';
    };
    if (!name.empty() && std::ranges::all_of(name, fits)) return {};
    return invalid("“" + std::string(name) + "” is no name of a value.",
                   "Use letters, digits, dots, hyphens and underscores between the braces.");
  }

  Result<Node> value(std::string_view tag) {
    Node node{Kind::kValue, {}, {}, {}};
    const std::size_t bar = std::min(tag.find('|'), tag.size());
    std::string_view name = trim(tag.substr(0, bar));
    TRY(check(name));
    node.text = name;
    while (tag.find('|') != std::string_view::npos) {
      tag = tag.substr(tag.find('|') + 1);
      const std::string_view filter = trim(tag.substr(0, std::min(tag.find('|'), tag.size())));
      if (std::ranges::find(kFilters, filter) == kFilters.end())
        return invalid("There is no filter “" + std::string(filter) + "”.",
                       "The filters are title, cap, lower, a, html, json, and, or.");
      node.filters.emplace_back(filter);
    }
    if (std::isupper(static_cast<unsigned char>(node.text[0])) != 0) {
      node.text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(node.text[0])));
      node.filters.emplace_back("cap");
    }
    return node;
  }

  // A section's tag alone on its line takes the whole line with it.
  void swallow_line(std::vector<Node>& out, std::size_t open) {
    const std::size_t line = open == 0 ? 0 : text_.rfind('\n', open - 1) + 1;  // npos + 1 is 0
    if (!trim(text_.substr(line, open - line)).empty()) return;
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    if (!trim(text_.substr(at_, end - at_)).empty()) return;
    if (!out.empty() && out.back().kind == Kind::kText) {
      std::string& before = out.back().text;
      before.resize(before.size() - std::min(before.size(), open - line));
    }
    at_ = std::min(end + 1, text_.size());
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
};

Result<Template> Template::parse(std::string_view text) {
  Template made;
  made.nodes_ = TRY(Parser(text).nodes({}));
  return made;
}

std::vector<std::string> Template::names() const {
  std::vector<std::string> found;
  collect(nodes_, found);
  return found;
}

void Template::collect(const std::vector<Node>& nodes, std::vector<std::string>& names) {
  for (const Node& node : nodes) {
    if (node.kind != Kind::kText) names.push_back(node.text);
    collect(node.inside, names);
  }
}

std::string Template::render(std::vector<const Json*> scopes, const Lists& lists) const {
  std::string out;
  render(nodes_, scopes, lists, out);
  return out;
}

void Template::render(const std::vector<Node>& nodes, std::vector<const Json*>& scopes,
                      const Lists& lists, std::string& out) {
  for (const Node& node : nodes) {
    if (node.kind == Kind::kText) {
      out += node.text;
      continue;
    }
    const Json* value = look_up(scopes, node.text);
    if (node.kind == Kind::kValue) {
      std::string text = value != nullptr ? plain(*value) : std::string();
      if (text.empty()) text = lists(node.text, scopes);
      for (const std::string& filter : node.filters)
        text = filtered(std::move(text), value, filter);
      out += text;
      continue;
    }
    if (holds(value) != (node.kind == Kind::kSection)) continue;
    if (value == nullptr || !value->is_array() || node.kind == Kind::kInverted) {
      const bool is_object = value != nullptr && value->is_object();
      if (is_object) scopes.push_back(value);
      render(node.inside, scopes, lists, out);
      if (is_object) scopes.pop_back();
      continue;
    }
    std::int64_t count = 0;
    for (const Json& item : value->get_array()) {
      ++count;
      const bool more = count < std::ssize(value->get_array());
      const Json number = JsonObject{{"n", count}, {"more", more}};
      scopes.push_back(&number);
      scopes.push_back(&item);
      render(node.inside, scopes, lists, out);
      scopes.resize(scopes.size() - 2);
    }
  }
}

}  // namespace fm
