#include "team/looks/kept_back.h"

#include <string>
#include <string_view>

#include "base/text.h"
#include "reading/secrets/secret_looking.h"
#include "team/folder/git_ignore.h"

namespace fm {
namespace {

bool any_name_looks_secret(std::string_view path) {
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    if (name_looks_secret(path.substr(begin, end - begin))) return true;
    begin = end + 1;
  }
  return false;
}

class KeptByRules final : public KeptBack {
 public:
  explicit KeptByRules(const std::filesystem::path& folder) : ignored_(folder) {}

  std::string by_path(std::string_view path, What what) override {
    if (any_name_looks_secret(path)) return "by its name it may hold a secret";
    const bool is_ignored =
        ignored_.ignores_within(path) || (what == What::kFolder && ignored_.ignores(path, true));
    return is_ignored ? "git ignores it" : "";
  }

  // What would be shown, not what is in the file: a character without width can part a token.
  std::string by_text(std::string_view path, std::string_view bytes) override {
    return text_looks_secret(clean(bytes).text, path) ? "it holds what looks like a secret" : "";
  }

 private:
  GitIgnore ignored_;
};

}  // namespace

std::shared_ptr<KeptBack> kept_back_in(const std::filesystem::path& folder) {
  return std::make_shared<KeptByRules>(folder);
}

}  // namespace fm
