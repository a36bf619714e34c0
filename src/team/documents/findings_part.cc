#include "team/documents/findings_part.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "reading/json/names.h"

namespace fm {
namespace {

using Name = std::string_view;
using Part = FindingsPart;
constexpr std::size_t kMostTitle = 100;

// By name_key() of the title.
constexpr auto kParts = std::to_array<std::pair<Name, Part>>({
    {"summary", Part::kSummary},
    {"executivesummary", Part::kSummary},
    {"overview", Part::kSummary},
    {"tldr", Part::kSummary},
    {"inshort", Part::kSummary},
    {"abstract", Part::kSummary},
    {"zusammenfassung", Part::kSummary},
    {"kurzfassung", Part::kSummary},
    {"überblick", Part::kSummary},
    {"résumé", Part::kSummary},
    {"synthèse", Part::kSummary},
    {"recommendation", Part::kRecommendation},
    {"recommendations", Part::kRecommendation},
    {"primaryrecommendation", Part::kRecommendation},
    {"mainrecommendation", Part::kRecommendation},
    {"myrecommendation", Part::kRecommendation},
    {"ourrecommendation", Part::kRecommendation},
    {"finalrecommendation", Part::kRecommendation},
    {"conclusion", Part::kRecommendation},
    {"empfehlung", Part::kRecommendation},
    {"empfehlungen", Part::kRecommendation},
    {"hauptempfehlung", Part::kRecommendation},
    {"fazit", Part::kRecommendation},
    {"primäreempfehlung", Part::kRecommendation},
    {"wichtigsteempfehlung", Part::kRecommendation},
    {"recommandation", Part::kRecommendation},
    {"recommandationprincipale", Part::kRecommendation},
    {"alternatives", Part::kAlternatives},
    {"alternativesconsidered", Part::kAlternatives},
    {"consideredalternatives", Part::kAlternatives},
    {"alternativeoptions", Part::kAlternatives},
    {"otheroptions", Part::kAlternatives},
    {"otheroptionsconsidered", Part::kAlternatives},
    {"optionsconsidered", Part::kAlternatives},
    {"whatelsewasconsidered", Part::kAlternatives},
    {"rejectedoptions", Part::kAlternatives},
    {"alternativen", Part::kAlternatives},
    {"geprüftealternativen", Part::kAlternatives},
    {"betrachtetealternativen", Part::kAlternatives},
    {"alternativesenvisagées", Part::kAlternatives},
    {"alternativesconsidérées", Part::kAlternatives},
    {"erwogenealternativen", Part::kAlternatives},
    {"findings", Part::kFindings},
    {"keyfindings", Part::kFindings},
    {"mainfindings", Part::kFindings},
    {"researchfindings", Part::kFindings},
    {"whatifound", Part::kFindings},
    {"whatwefound", Part::kFindings},
    {"erkenntnisse", Part::kFindings},
    {"wichtigsteerkenntnisse", Part::kFindings},
    {"wichtigeerkenntnisse", Part::kFindings},
    {"zentraleerkenntnisse", Part::kFindings},
    {"ergebnisse", Part::kFindings},
    {"résultats", Part::kFindings},
    {"principauxrésultats", Part::kFindings},
    {"constats", Part::kFindings},
    {"principauxconstats", Part::kFindings},
    {"confidence", Part::kCertainty},
    {"confidencelevel", Part::kCertainty},
    {"overallconfidence", Part::kCertainty},
    {"overallconfidencelevel", Part::kCertainty},
    {"myconfidence", Part::kCertainty},
    {"ourconfidence", Part::kCertainty},
    {"confidencerating", Part::kCertainty},
    {"confidencescore", Part::kCertainty},
    {"levelofconfidence", Part::kCertainty},
    {"certainty", Part::kCertainty},
    {"konfidenz", Part::kCertainty},
    {"vertrauensniveau", Part::kCertainty},
    {"sicherheitsgrad", Part::kCertainty},
    {"niveaudeconfiance", Part::kCertainty},
    {"confiance", Part::kCertainty},
    {"niveaudecertitude", Part::kCertainty},
    {"vertrauensstufe", Part::kCertainty},
    {"sicherheit", Part::kCertainty},
    {"sources", Part::kSources},
    {"references", Part::kSources},
    {"quellen", Part::kSources},
});

}  // namespace

FindingsPart findings_part(std::string_view title) {
  if (title.size() > kMostTitle) return Part::kOther;
  const std::string key = name_key(title);
  const auto found =
      std::ranges::find(kParts, Name(key), [](const auto& one) { return one.first; });
  return found == kParts.end() ? Part::kOther : found->second;
}

}  // namespace fm
