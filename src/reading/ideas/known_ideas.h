// The ideas of a discussion, found by what an answer calls them.
//
// By id and its forms ("idea-1", "GivenIdea #1", 1), then by title (names.h: small changes of
// wording, word order, never a substring). Where one text gives both ("idea-1: Tool library"), both
// must mean the same idea. Immutable; built for one reading.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reading/json/names.h"

namespace fm {

struct KnownIdea {
  std::string id;
  std::string title;
};

class KnownIdeas {
 public:
  explicit KnownIdeas(std::vector<KnownIdea> ideas);

  const std::vector<KnownIdea>& all() const { return ideas_; }

  // How sure a find is: an id in full, a title, or only a number.
  enum class By { kId, kTitle, kNumber };
  struct Find {
    std::size_t index = 0;
    By by = By::kId;
  };
  std::optional<Find> find(std::string_view said) const;
  std::optional<std::size_t> by_title(std::string_view said) const;

 private:
  std::optional<Find> by_id(std::string_view said) const;

  std::vector<KnownIdea> ideas_;
  Names ids_;
  Names titles_;
  std::vector<std::string> title_keys_;
  std::vector<std::string> numbers_;  // the last number of each id; empty if it has none
};

}  // namespace fm
