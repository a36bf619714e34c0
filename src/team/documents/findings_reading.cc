// Findings from an agent's Markdown, for document_reading.h. Whatever stands in the answer is
// somewhere in the value: what has no section of its own is a group of findings.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "reading/brief/brief_fields.h"
#include "reading/json/chars.h"
#include "reading/json/names.h"
#include "team/documents/certainty_reading.h"
#include "team/documents/document_reading.h"
#include "team/documents/finding_source.h"
#include "team/documents/findings_part.h"
#include "team/text/markdown_sections.h"

namespace fm {
namespace {

using Name = std::string_view;
using Part = FindingsPart;
constexpr std::size_t kMostBytes = 4000;  // of one finding
constexpr std::size_t kMostTitle = 100;
// Of one answer; what is more joins the last group, and more sources are left out.
constexpr std::size_t kMostGroups = 100;
constexpr std::size_t kMostSources = 200;

bool is_nothing(std::string_view text) {
  static constexpr auto kNothing =
      std::to_array<Name>({"nothingelsewasweighed", "nothingwasfound", "nonewaswritten",
                           "noneconsidered", "noalternatives", "noalternativeswereconsidered"});
  if (says_nothing(text)) return true;
  const std::string key = text.size() < kMostTitle ? name_key(text) : "";
  return std::ranges::find(kNothing, Name(key)) != kNothing.end();
}

void append_paragraph(std::string& text, std::string_view more) {
  if (trim(more).empty()) return;
  if (!text.empty()) text += "\n\n";
  text += more;
}

// "**Big Shop**": a text that is bold as a whole.
std::string without_bold(std::string_view text) {
  constexpr Name kBold = "**";
  const bool whole = text.size() > 2 * kBold.size() && text.starts_with(kBold) &&
                     text.find(kBold, 2) == text.size() - kBold.size();
  return std::string(whole ? text.substr(2, text.size() - 4) : text);
}

// "- Confidence: HIGH", in the middle of other points.
std::optional<CertaintyRead> certainty_in(std::string_view text) {
  const Labelled parts = split_label(text);
  if (findings_part(parts.label) != Part::kCertainty) return std::nullopt;
  return read_certainty({parts.text});
}

// "I have high confidence", "Confidence: HIGH" inside a sentence.
std::optional<Certainty> certainty_said(std::string_view text) {
  constexpr std::size_t kNear = 40;
  const std::string lower = ascii_lower(text);
  std::optional<Certainty> found;
  for (const Name word : {"confidence", "konfidenz", "confiance"}) {
    for (std::size_t at = 0; (at = lower.find(word, at)) != std::string::npos; at += word.size()) {
      const std::string_view after = text.substr(at + word.size(), kNear);
      std::string_view before = text.substr(0, at);
      before = trim(before);
      const std::vector<std::string> words =
          folded_words(before.substr(before.size() > kNear ? before.size() - kNear : 0));
      const bool denied =
          words.size() > 1 && (words[words.size() - 2] == "not" || words[words.size() - 2] == "no");
      const bool joined = !words.empty() && !denied && !Name(".,;:!?)").contains(before.back());
      std::optional<CertaintyRead> read;
      if (joined) read = read_certainty({words.back()});
      const bool behind = !after.empty() && Name(": *=").contains(after.front());
      if (!read && behind) read = read_certainty({std::string(after)});
      if (!read) continue;
      if (found && *found != read->certainty) return std::nullopt;
      found = read->certainty;
    }
  }
  return found;
}

bool recommends(std::string_view paragraph) {
  const std::string lower = ascii_lower(paragraph.substr(0, 60));
  return std::ranges::any_of(
      std::to_array<Name>({"i recommend", "we recommend", "my recommendation", "i suggest",
                           "i would recommend", "i'd recommend", "ich empfehle", "wir empfehlen",
                           "je recommande", "nous recommandons"}),
      [&](Name words) { return lower.starts_with(words); });
}

class FindingsReader {
 public:
  Json read(const std::vector<MarkdownSection>& sections) {
    number_sources(sections);
    for (const MarkdownSection& one : sections) section(one);
    if (recommendation_.empty()) find_recommendation();
    if (!said_certainty_) find_certainty(sections);
    append_uncited();
    JsonArray alternatives, groups;
    for (const auto& [what, why_not] : alternatives_)
      alternatives.push_back(JsonObject{{"what", what}, {"why_not", why_not}});
    for (auto& [category, findings] : groups_)
      groups.push_back(JsonObject{{"category", category}, {"findings", std::move(findings)}});
    return JsonObject{{"summary", summary_},
                      {"recommendation", recommendation_},
                      {"alternatives", std::move(alternatives)},
                      {"groups", std::move(groups)},
                      {"certainty", to_string(certainty_.certainty)},
                      {"certainty_why", certainty_.why}};
  }

 private:
  // Lists of sources are read first: findings name their numbers.
  void number_sources(const std::vector<MarkdownSection>& sections) {
    for (const MarkdownSection& one : sections) {
      if (findings_part(one.title) != Part::kSources) continue;
      int position = 0;
      for (const MarkdownItem& item : one.items) {
        std::string number = source_number(item.text);
        ++position;
        std::string_view text = item.text;
        if (number.empty()) {
          number = std::to_string(position);
        } else {
          text.remove_prefix(text.find_first_not_of("[]0123456789.) "));
        }
        std::string source = source_in(text);
        if (!source.empty() && numbers_.size() < kMostSources)
          numbers_.emplace(std::move(number), std::move(source));
      }
    }
  }

  void section(const MarkdownSection& one) {
    const Part known = findings_part(one.title);
    const bool nested = known == Part::kOther && one.level > level_ && part_ != Part::kOther;
    if (one.level == 0) return preamble(one);
    if (!nested) part_ = known, level_ = one.level;
    switch (part_) {
      case Part::kSummary:
        return passage(summary_, one, nested);
      case Part::kRecommendation:
        return passage(recommendation_, one, nested);
      case Part::kAlternatives:
        return nested ? alternative(one.title, text_of_items(one.items)) : alternatives(one.items);
      case Part::kFindings:
        return findings(one.items, nested ? one.title : std::string(kFindings));
      case Part::kCertainty:
        return certainty(one);
      case Part::kSources:
        return;
      case Part::kOther:
        break;
    }
    // "# Shop software", and then its sections: the title is known.
    if (level_ == 1 && groups_.empty() && recommendation_.empty() && !titled_) {
      titled_ = true;
      return preamble(one);
    }
    findings(one.items, one.title);
  }

  static void passage(std::string& text, const MarkdownSection& one, bool nested) {
    if (nested && !one.items.empty()) append_paragraph(text, one.title + ":");
    const std::string more = text_of_items(one.items);
    if (!is_nothing(more)) append_paragraph(text, more);
  }

  // Before any heading stands the summary, or a word of greeting.
  void preamble(const MarkdownSection& one) {
    std::vector<MarkdownItem> listed;
    for (const MarkdownItem& item : one.items) {
      if (item.kind == ItemKind::kBullet) {
        listed.push_back(item);
      } else if (one.level == 0 && recommends(item.text)) {
        append_paragraph(recommendation_, item.text);
      } else if (!item.text.ends_with(':') || &item == &one.items.back()) {
        if (!item.text.ends_with(':')) append_paragraph(summary_, item.text);
      } else {
        listed.push_back(item);
      }
    }
    if (std::ranges::any_of(listed, is_bullet)) findings(listed, std::string(kFindings));
  }

  static bool is_bullet(const MarkdownItem& item) { return item.kind == ItemKind::kBullet; }

  void alternatives(const std::vector<MarkdownItem>& items) {
    const int first = items.empty() ? 0 : items.front().indent;
    for (const MarkdownItem& item : items) {
      const bool below = item.indent > first && is_bullet(item) && !alternatives_.empty();
      if (below) {
        std::string& why = alternatives_.back().second;
        why += (why.empty() ? "" : "; ") + bare_label(item.text);
      } else if (!is_nothing(item.text)) {
        const Labelled parts = split_label(item.text);
        if (parts.label.empty()) {
          alternative(without_bold(item.text), "");
        } else {
          alternative(parts.label, parts.text);
        }
      }
    }
  }

  // "Why not: too dear": the label is known.
  static std::string bare_label(std::string_view text) {
    static constexpr auto kKnown =
        std::to_array<Name>({"whynot", "reason", "whynotchosen", "rejected", "warumnicht",
                             "pourquoipas", "whyrejected"});
    const Labelled parts = split_label(text);
    const std::string key = name_key(parts.label);
    return std::ranges::find(kKnown, Name(key)) != kKnown.end() ? parts.text : std::string(text);
  }

  void alternative(std::string what, const std::string& why_not) {
    alternatives_.emplace_back(std::move(what), bare_label(why_not));
  }

  void findings(const std::vector<MarkdownItem>& items, std::string category) {
    const std::string outer = category;
    int base = -1;  // of the findings in this list
    bool nested_category = false;
    JsonObject* last = nullptr;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const MarkdownItem& item = items[i];
      if (is_nothing(item.text)) continue;
      if (auto said = certainty_in(item.text)) {
        set_certainty(std::move(*said));
        continue;
      }
      const bool deeper_follows = i + 1 < items.size() && is_bullet(items[i + 1]) &&
                                  (items[i + 1].indent > item.indent || !is_bullet(item));
      if (deeper_follows && names_category(item.text)) {
        category = bare_title(item.text);
        nested_category = is_bullet(item);
        base = items[i + 1].indent;
        last = nullptr;
        continue;
      }
      if (is_bullet(item) && base >= 0 && item.indent > base && last != nullptr) {
        detail(*last, item.text);
        continue;
      }
      if (nested_category && item.indent < base) category = outer, nested_category = false;
      base = item.indent;
      last = finding(category, item.text);
    }
  }

  static bool names_category(std::string_view text) {
    const bool bold = text.starts_with("**") && text.ends_with("**");
    return text.size() <= kMostTitle && (text.ends_with(':') || text.ends_with(":**") || bold);
  }

  JsonObject* finding(const std::string& category, std::string_view written) {
    SourcedText parts = split_source(cut_bytes(written, kMostBytes), numbers_);
    for (const auto& [number, source] : numbers_) {
      if (!source.empty() && parts.source.contains(source)) cited_.push_back(number);
    }
    if (parts.text.empty() && parts.source.empty()) return nullptr;
    if (parts.text.empty()) parts.text = parts.source;
    auto group = std::ranges::find(groups_, category, [](const auto& one) { return one.first; });
    if (group == groups_.end() && groups_.size() >= kMostGroups) --group;
    if (group == groups_.end()) group = groups_.emplace(groups_.end(), category, JsonArray());
    group->second.push_back(
        JsonObject{{"text", parts.text}, {"source", parts.source}, {"relevance", parts.relevance}});
    return &group->second.back().get_object();
  }

  // A point below a finding: its source, what it means, or more of it.
  void detail(JsonObject& finding, std::string_view written) {
    static constexpr auto kSource = std::to_array<Name>(
        {"source", "sources", "quelle", "quellen", "link", "url", "ref", "reference"});
    static constexpr auto kRelevance =
        std::to_array<Name>({"relevance", "forus", "relevancetous", "whyitmatters", "relevanz",
                             "füruns", "impact", "pournous", "pertinence"});
    const auto append = [&](std::string_view key, const std::string& more, Name between) {
      std::string text(text_at(finding, key));
      if (!text.empty() && !more.empty()) text += between;
      finding[key] = text + more;
    };
    const Labelled parts = split_label(cut_bytes(written, kMostBytes));
    const std::string key = name_key(parts.label);
    if (std::ranges::find(kSource, Name(key)) != kSource.end()) {
      append("source", source_in(parts.text), ", ");
    } else if (std::ranges::find(kRelevance, Name(key)) != kRelevance.end()) {
      append("relevance", parts.text, " ");
    } else {
      const SourcedText more = split_source(cut_bytes(written, kMostBytes), numbers_);
      append("text", more.text, "; ");
      append("source", more.source, ", ");
      append("relevance", more.relevance, " ");
    }
  }

  void certainty(const MarkdownSection& one) {
    std::vector<std::string> lines;
    for (const MarkdownItem& item : one.items) lines.push_back(item.text);
    if (auto read = read_certainty(lines)) set_certainty(std::move(*read));
  }

  void set_certainty(CertaintyRead read) {
    said_certainty_ = true;
    certainty_ = std::move(read);
  }

  // Without a heading of its own it may stand anywhere, and stays there.
  void find_certainty(const std::vector<MarkdownSection>& sections) {
    std::optional<Certainty> found;
    for (const MarkdownSection& one : sections) {
      for (const MarkdownItem& item : one.items) {
        const auto said = certainty_said(item.text);
        if (said && found && *said != *found) return;
        if (said) found = said;
      }
    }
    if (found) certainty_.certainty = *found;
  }

  // Without a heading of its own it may stand in the summary.
  void find_recommendation() {
    std::string rest;
    std::string_view text = summary_;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find("\n\n"), text.size());
      const std::string_view paragraph = text.substr(0, end);
      append_paragraph(recommends(paragraph) ? recommendation_ : rest, paragraph);
      text.remove_prefix(std::min(end + 2, text.size()));
    }
    if (!rest.empty()) {
      summary_ = std::move(rest);
    } else {
      recommendation_.clear();
    }
  }

  // Sources that no finding names by their number are kept, but found nothing.
  void append_uncited() {
    for (const auto& [number, source] : numbers_) {
      if (std::ranges::find(cited_, number) != cited_.end()) continue;
      (void)finding("Further sources", "(source: " + source + ")");
    }
  }

  static constexpr std::string_view kFindings = "Findings";

  SourceNumbers numbers_;
  std::vector<std::string> cited_;
  Part part_ = Part::kOther;
  int level_ = 0;
  bool titled_ = false;
  std::string summary_;
  std::string recommendation_;
  std::vector<std::pair<std::string, std::string>> alternatives_;
  std::vector<std::pair<std::string, JsonArray>> groups_;
  CertaintyRead certainty_;
  bool said_certainty_ = false;
};

}  // namespace

Json findings_value(std::string_view text) {
  return FindingsReader().read(markdown_sections(
      text, [](std::string_view title) { return findings_part(title) != Part::kOther; }));
}

}  // namespace fm
