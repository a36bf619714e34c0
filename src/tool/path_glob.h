// A pattern for paths: `*` and `?` fit within a name, `**` across folders, {a,b} one of both.
//
// A pattern without a slash fits the last name of any path ("*.py"); one with a slash the whole
// path ("src/**/*.ts"). Time is linear in the path. A value.
#pragma once

#include <memory>
#include <string_view>

namespace re2 {
class RE2;
}

namespace fm {

class PathGlob {
 public:
  explicit PathGlob(std::string_view glob);
  bool fits(std::string_view path) const;

 private:
  std::shared_ptr<const re2::RE2> pattern_;
  bool is_name_ = false;
};

}  // namespace fm
