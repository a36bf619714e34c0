#include "tool/path_glob.h"

#include <re2/re2.h>

#include <string>

namespace fm {

PathGlob::PathGlob(std::string_view glob) {
  if (glob.starts_with("./")) glob.remove_prefix(2);
  is_name_ = !glob.contains('/');
  std::string pattern;
  int open = 0;
  for (std::size_t i = 0; i < glob.size(); ++i) {
    const char c = glob[i];
    if (glob.substr(i).starts_with("**/")) {
      pattern += "(?:.*/)?";
      i += 2;
    } else if (glob.substr(i).starts_with("**")) {
      pattern += ".*";
      ++i;
    } else if (c == '*') {
      pattern += "[^/]*";
    } else if (c == '?') {
      pattern += "[^/]";
    } else if (c == '{' && glob.substr(i).contains('}')) {
      pattern += "(?:";
      ++open;
    } else if (c == '}' && open > 0) {
      pattern += ')';
      --open;
    } else if (c == ',' && open > 0) {
      pattern += '|';
    } else {
      pattern += re2::RE2::QuoteMeta(glob.substr(i, 1));
    }
  }
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_encoding(re2::RE2::Options::EncodingLatin1);  // a path is bytes
  options.set_dot_nl(true);
  pattern_ = std::make_shared<const re2::RE2>(pattern, options);
}

bool PathGlob::fits(std::string_view path) const {
  if (is_name_ && path.contains('/')) path.remove_prefix(path.rfind('/') + 1);
  return re2::RE2::FullMatch(re2::StringPiece(path.data(), path.size()), *pattern_);
}

}  // namespace fm
