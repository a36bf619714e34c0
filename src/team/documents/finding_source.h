// Where a finding says that it comes from, and what it means for the person: "(source: ...)",
// links, addresses, numbers of a list of sources, "For us: ...".
//
// "Own knowledge" and the like are no source, so that nothing looks better founded than it is
// (C-23). English, and the usual words of German and French. Pure; linear in the text but for the
// few marks that are looked for.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace fm {

// By the number under which a list of sources has them.
using SourceNumbers = std::map<std::string, std::string, std::less<>>;

struct SourcedText {
  std::string text;       // without what follows
  std::string source;     // addresses, files or titles with commas; empty: none is named
  std::string relevance;  // may be empty
};

SourcedText split_source(std::string_view finding, const SourceNumbers& numbers = {});

// What stands behind "Source:"; empty when that is no source ("none", "general knowledge").
std::string source_in(std::string_view text);

// "1", of "[1] https://..." or "1. https://..."; empty without one.
std::string source_number(std::string_view entry);

}  // namespace fm
