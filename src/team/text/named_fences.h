// The fences of an answer with the paths that they are given: in their first line ("```html
// path=index.html", "```css css/site.css"), in the first line of what they hold ("// lib/app.js"),
// or in the line above ("`index.html`:", "File: css/site.css", "### **app/main.py**").
//
// A fence inside another belongs to it: a longer one, and in Markdown one that says its language.
// What is named like a path is told as it was written, safe or not. Pure; linear.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fm {

struct NamedFence {
  std::string path;  // as it was written; empty: nobody names it
  std::string language;
  std::string text;     // with \n as line ends, and one at its end unless it is empty
  bool closed = false;  // false: the answer ends inside it
  // Numbers of lines, as split_lines() has them, from 0: the one that opens it, the one that its
  // text begins with (a name inside it is no part of the text), the one that closes it, or how many
  // there are.
  std::size_t opens = 0;
  std::size_t first = 0;
  std::size_t closes = 0;
};

// `text` clean.
std::vector<NamedFence> named_fences(std::string_view text);

}  // namespace fm
