#include "app/report/visual.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/report/report_html.h"
#include "base/html.h"
#include "base/text.h"

namespace fm {
namespace {

constexpr std::string_view kPage = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta http-equiv="x-dns-prefetch-control" content="off">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>{0} · made by the ui-creator</title>
<style>
:root {{ color-scheme: light dark; }}
html, body {{ height: 100%; margin: 0; }}
body {{ display: flex; flex-direction: column; background: #FBFAF7; color: #23211D;
  font: 13px/20px Inter, ui-sans-serif, system-ui, sans-serif; }}
header {{ padding: 8px 16px; background: #FBF4E4; border-bottom: 1px solid #E6E2DA; }}
h1, p {{ margin: 0; font-size: 13px; overflow-wrap: anywhere; }}
iframe {{ flex: 1; width: 100%; border: 0; background: #FFFFFF; color-scheme: light; }}
@media screen and (prefers-color-scheme: dark) {{
  body {{ background: #171614; color: #ECE9E2; }}
  header {{ background: #2A2315; border-color: #2E2B27; }}
}}
</style>
</head>
<body>
<header>
<h1>{0}</h1>
<p>This page was made by a model and is not checked. It is shown without scripts and without network; the built-in report beside it is made from the room’s log.</p>
</header>
<main style="display: contents">
<iframe sandbox="" referrerpolicy="no-referrer" title="{0}" srcdoc="{1}"></iframe>
</main>
</body>
</html>
)";

char lower(char character) {
  return character >= 'A' && character <= 'Z' ? static_cast<char>(character + 32) : character;
}

std::string lowered(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), lower);
  return out;
}

// What the frame's document begins with: its own guards, should a browser not hand them down. A
// srcdoc document needs no doctype to be laid out by the standard.
constexpr std::string_view kGuards =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'; img-src data:\"><meta http-equiv=\"x-dns-prefetch-control\" content=\"off\">";

bool is_space(char character) {
  return character == ' ' || character == '\t' || character == '\n' || character == '\r' ||
         character == '\f';
}

// True when `tag` begins with a link within the page and nothing else: <a href="#x" class="y">, in
// just this spelling. Then there is no doubt what a browser makes of it.
bool is_link_within(std::string_view tag) {
  constexpr std::array<std::string_view, 3> kHarmless = {" href=\"#", " class=\"", " id=\""};
  tag.remove_prefix(std::string_view("<a").size());
  while (!tag.starts_with('>')) {
    const auto found = std::ranges::find_if(
        kHarmless, [&](std::string_view name) { return tag.starts_with(name); });
    if (found == kHarmless.end()) return false;
    tag.remove_prefix(found->size());
    const std::size_t end = tag.find_first_of("\"<>&");
    if (end == std::string_view::npos || tag[end] != '"') return false;
    tag.remove_prefix(end + 1);
  }
  return true;
}

// Browsers open connections ahead of use for frames, and for links when the pointer goes down on
// them, without asking the CSP (Chromium does both). So no element that leads out is left; links
// within the page are. A tag can only begin with these very characters.
bool leads_out(std::string_view tag) {
  constexpr std::array<std::string_view, 8> kTags = {"<link",   "<meta",  "<iframe", "<frame",
                                                     "<object", "<embed", "<base",   "<area"};
  if (std::ranges::any_of(kTags, [&](std::string_view name) { return tag.starts_with(name); }))
    return true;
  const bool is_link =
      tag.starts_with("<a") && tag.size() > 2 && (is_space(tag[2]) || tag[2] == '/');
  return is_link && !is_link_within(tag);
}

std::string without_ways_out(std::string_view html) {
  const std::string small = lowered(html);
  std::string out;
  out.reserve(html.size());
  for (std::size_t at = 0; at < html.size(); ++at) {
    out += html[at];
    if (html[at] == '<' && leads_out(std::string_view(small).substr(at))) out += "x-";
  }
  return out;
}

bool starts_an_element(std::string_view text) {
  return text.size() > 2 && text[0] == '<' &&
         (text[1] == '!' || (lower(text[1]) >= 'a' && lower(text[1]) <= 'z'));
}

bool has_an_element(std::string_view text) {
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    if (starts_an_element(text.substr(at)) && text.find('>', at) != std::string_view::npos)
      return true;
  }
  return false;
}

// The body of the longest fenced block that is HTML by its mark or by how it begins; a block that
// is not closed runs to the end. Empty when there is none.
std::string_view longest_fenced(std::string_view reply) {
  constexpr std::string_view kFence = "```";
  std::string_view longest;
  for (std::size_t at = reply.find(kFence); at != std::string_view::npos;) {
    const std::size_t line_end = reply.find('\n', at);
    if (line_end == std::string_view::npos) break;
    const std::string mark =
        lowered(trim(reply.substr(at + kFence.size(), line_end - at - kFence.size())));
    const std::size_t end = std::min(reply.find(kFence, line_end), reply.size());
    const std::string_view body = trim(reply.substr(line_end, end - line_end));
    const bool is_html = mark.starts_with("html") || (mark.empty() && starts_an_element(body));
    if (is_html && body.size() > longest.size()) longest = body;
    at = reply.find(kFence, std::min(end + kFence.size(), reply.size()));
  }
  return longest;
}

// From the first sign of a document to its end, without the words around it.
std::string_view bare_document(std::string_view reply) {
  const std::string small = lowered(reply);
  std::size_t begin = std::min(small.find("<!doctype html"), small.find("<html"));
  if (begin == std::string::npos) {
    const std::string_view text = trim(reply);
    return starts_an_element(text) ? text : std::string_view();
  }
  constexpr std::string_view kEnd = "</html>";
  const std::size_t end = small.rfind(kEnd);
  if (end == std::string::npos || end < begin) return reply.substr(begin);
  return reply.substr(begin, end + kEnd.size() - begin);
}

}  // namespace

std::string wrap_untrusted_html(std::string_view html, std::string_view title) {
  std::string attribute;
  append_html(attribute, kGuards);
  append_html(attribute, to_utf8(without_ways_out(html)));
  return fmt::format(kPage, one_line(title, 160), attribute);
}

Result<std::string> extract_html(std::string_view reply) {
  std::string_view html = longest_fenced(reply);
  if (html.empty()) html = bare_document(reply);
  if (!has_an_element(html)) {
    return fail("visual_no_html", "The ui-creator’s reply holds no HTML.",
                "Neither a fenced block of HTML nor a document is in it.",
                "Nothing needs to be done: the built-in report does not depend on it.");
  }
  return std::string(html);
}

}  // namespace fm
