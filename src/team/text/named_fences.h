// The fences of an answer with the paths that they are given: in their first line ("```html
// path=index.html", "```css css/site.css"), in the first line of what they hold ("// lib/app.js"),
// or in the line above ("`index.html`:", "File: css/site.css", "### **app/main.py**").
//
// A fence inside another belongs to it: a longer one, and in Markdown one that says its language.
// What is named like a path is told as it was written, safe or not. Pure; linear.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fm {

struct NamedFence {
  std::string path;  // as it was written; empty: nobody names it
  std::string language;
  std::string text;     // with \n as line ends, and one at its end unless it is empty
  bool closed = false;  // false: the answer ends inside it
};

// `text` clean.
std::vector<NamedFence> named_fences(std::string_view text);

}  // namespace fm
