// An edit carried out on a text, without the bytes of a file. For tests only.
#pragma once

#include <string>
#include <string_view>

#include "tool/files/edit_text.h"

namespace fm {

inline std::string apply_edit(std::string_view text, const EditPlan& plan) {
  std::string out;
  std::size_t done = 0;
  for (const Replacement& part : plan.replacements) {
    out += text.substr(done, part.begin - done);
    out += part.text;
    done = part.end;
  }
  out += text.substr(done);
  return out;
}

}  // namespace fm
