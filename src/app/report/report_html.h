// Texts of a report, made safe for HTML (base/html.h).
//
// Everything that a person, a model or a tool wrote passes escaped() or quoted() on its way into a
// page, whatever it holds: no markup, no control or bidi-override characters, only valid UTF-8.
// What these functions give is safe as an element's text and inside a quoted attribute. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/figures.h"

namespace fm {

std::string escaped(std::string_view text);

// One line of somebody's text inside a sentence of ours: white space folded, at most `bytes` long,
// and isolated, so that its writing direction does not touch the words around it.
std::string isolated(std::string_view text, std::size_t bytes = 160);

// The same without markup, for attributes and <title>.
std::string one_line(std::string_view text, std::size_t bytes = 160);

// Text as paragraphs, cut at empty lines; single line ends stay.
std::string paragraphs(std::string_view text);

std::string score_text(int hundredths, int digits = 1);  // 8.4, 8.45, 8.0; more where needed
std::string decimal_text(int hundredths);                // 8.4, 8.45, 8: a number of JSON

// <time> with the exact time in UTC, shown in local time.
std::string time_html(UtcMs at);

}  // namespace fm
