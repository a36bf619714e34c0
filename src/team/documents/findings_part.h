// Which part of a findings document a title names (C-23): English, German, French. Pure.
#pragma once

#include <string_view>

namespace fm {

enum class FindingsPart {
  kOther,
  kSummary,
  kRecommendation,
  kAlternatives,
  kFindings,
  kCertainty,
  kSources
};

// kOther for what is no title of ours.
FindingsPart findings_part(std::string_view title);

}  // namespace fm
