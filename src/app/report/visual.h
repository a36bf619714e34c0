// The ui-creator's own report: taking its HTML out of a reply, and a page in which it is harmless.
//
// The HTML is a model's and is trusted with nothing (I-10). It is shown only in a frame without
// scripts, network, forms, same origin or navigation, inside a page whose CSP is `default-src
// 'none'` and which the frame inherits; only inline styles and pictures within the file are let
// through, because a report without them cannot be read. Pure.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace fm {

// The page to save as NAME.visual.html. `title` is anybody's text.
std::string wrap_untrusted_html(std::string_view html, std::string_view title);

// A whole document or a fragment, out of a fenced block or out of the bare reply. Errors:
// visual_no_html when there is none.
Result<std::string> extract_html(std::string_view reply);

}  // namespace fm
