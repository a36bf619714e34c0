// The small template language of screenplays: parsed once, rendered for every turn.
//
//   {{name}}  {{best.title}}          a value; without one the next entry of the list `name`
//   {{Name}}                          the same with a capital first letter
//   {{name|title}}                    through filters: title, cap, lower, a ("an apple"), html,
//                                     json, and (a list as "x, y and z"), or
//   {{#name}}...{{/name}}             once for each entry of a list, once for an object or a text
//                                     that is not empty; inside, {{.}} is the entry, its fields are
//                                     names, {{n}} counts from one, and {{#more}} is so
//                                     while another entry follows
//   {{^name}}...{{/name}}             when there is no such value, or it is empty, 0 or false
//
// A section's tag that stands alone on its line leaves no empty line. Rendering never fails: an
// unknown name gives nothing, and the screenplay's reader refuses those when it is loaded.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace fm {

class Template {
 public:
  // Errors: template_invalid, without a place; the caller knows where the text stands.
  static Result<Template> parse(std::string_view text);

  bool empty() const { return nodes_.empty(); }
  std::vector<std::string> names() const;  // every name used, dotted ones as they are written

  // Where {{name}} is looked up when no value has it: the vocabulary. Empty when unknown.
  using Lists = std::function<std::string(std::string_view name, const std::vector<const Json*>&)>;

  // `scopes` are objects, looked up from the last to the first.
  std::string render(std::vector<const Json*> scopes, const Lists& lists) const;

 private:
  enum class Kind { kText, kValue, kSection, kInverted };
  struct Node {
    Kind kind = Kind::kText;
    std::string text;  // the text, or the name
    std::vector<std::string> filters;
    std::vector<Node> inside;
  };
  class Parser;
  static void render(const std::vector<Node>& nodes, std::vector<const Json*>& scopes,
                     const Lists& lists, std::string& out);
  static void collect(const std::vector<Node>& nodes, std::vector<std::string>& names);

  std::vector<Node> nodes_;
};

}  // namespace fm
