#include "team/documents/finding_source.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.h"
#include "reading/brief/brief_fields.h"
#include "reading/json/chars.h"
#include "reading/json/names.h"

namespace fm {
namespace {

using Name = std::string_view;
constexpr auto npos = std::string_view::npos;
constexpr std::size_t kMostSources = 5;

// In brackets, or at the end behind a dash or a full stop. The longer ones first.
constexpr auto kSourceLabels =
    std::to_array<Name>({"sources: ", "source: ", "sources:", "source:", "quellen: ", "quelle: ",
                         "quelle:", "source : ", "ref: ", "reference: "});
constexpr auto kInBrackets = std::to_array<Name>(
    {"via ", "from ", "see ", "per ", "siehe ", "laut ", "voir ", "according to "});
// A text of these words alone names no source.
constexpr auto kNoSource = std::to_array<Name>({"no",        "none",         "source",
                                                "sources",   "general",      "common",
                                                "own",       "my",           "knowledge",
                                                "training",  "data",         "model",
                                                "unsourced", "unverified",   "not",
                                                "verified",  "to",           "be",
                                                "has",       "needs",        "verification",
                                                "available", "found",        "from",
                                                "memory",    "experience",   "allgemeinwissen",
                                                "keine",     "quelle",       "sans",
                                                "eigene",    "eigenes",      "wissen",
                                                "kenntnis",  "connaissance", "connaissances",
                                                "générale",  "générales"});
constexpr auto kLinkWords = std::to_array<Name>(
    {"source", "link", "here", "quelle", "lien", "ref", "website", "url", "reference"});
constexpr auto kRelevance = std::to_array<Name>(
    {"for us: ", "relevance to us: ", "relevance to our case: ", "relevance: ", "why it matters: ",
     "für uns: ", "relevanz: ", "pour nous : ", "pour nous: ", "pertinence : "});

bool is_no_source(std::string_view text) {
  constexpr std::size_t kLongest = 80;
  if (text.size() > kLongest) return false;
  const std::vector<std::string> words = name_words(text);
  // "none: general knowledge, from 2023"
  if (!words.empty() && (words.front() == "none" || words.front() == "unverified")) return true;
  return std::ranges::all_of(words,
                             [](const std::string& word) { return among(Name(word), kNoSource); });
}

bool is_address(std::string_view text) {
  return text.starts_with("http://") || text.starts_with("https://") || text.starts_with("www.");
}

// "guide/start.md", "main.cc:40", "LICENSE.txt": one word with an ending or a folder.
bool is_file(std::string_view text) {
  if (text.size() > 200 || text.size() < 3 || text.find_first_of(" ()[]<>{}=,") != npos)
    return false;  // "date.weekday()" is no file
  const std::size_t dot = text.rfind('.');
  const bool ending = dot != npos && dot + 1 < text.size() && dot > 0 &&
                      is_ascii_letter(text[dot + 1]) && is_ascii_letter(text[dot - 1]);
  const bool folder = text.find('/') != npos && is_ascii_letter(text.front());
  return ending || (folder && dot != npos);
}

std::string_view without_marks(std::string_view text) {
  text = trim(text);
  while (!text.empty() && Name("`<*_\"").contains(text.front())) text.remove_prefix(1);
  while (!text.empty() && Name("`>*_\".,;").contains(text.back())) text.remove_suffix(1);
  return trim(text);
}

class SourceSplitter {
 public:
  SourceSplitter(std::string_view text, const SourceNumbers* numbers)
      : text_(text), numbers_(numbers) {}

  // Of a text that is a source as a whole: the addresses in it.
  std::string addresses_only() {
    links();
    addresses();
    return join(sources_, ", ");
  }

  SourcedText run() {
    brackets();
    last_label();
    links();
    addresses();
    relevance();
    SourcedText out{std::string(trim(text_)), join(sources_, ", "), std::move(relevance_)};
    return out;
  }

 private:
  void add(std::string_view source) {
    std::string one(without_marks(source));
    if (one.empty() || sources_.size() >= kMostSources) return;
    if (std::ranges::find(sources_, one) == sources_.end()) sources_.push_back(std::move(one));
  }

  // (source: ...), [1], (see main.cc), (https://...).
  void brackets() {
    constexpr int kMost = 60;
    std::size_t at = 0;
    for (int i = 0; i < kMost && (at = text_.find_first_of("([", at)) != npos; ++i) {
      const bool round = text_[at] == '(';
      const std::size_t end = text_.find(round ? ')' : ']', at);
      if (end == npos) break;
      const bool link = (at > 0 && text_[at - 1] == ']') ||
                        (!round && end + 1 < text_.size() && text_[end + 1] == '(');
      const std::size_t full = round ? end_of_round(at) : end;
      if (link || full == npos || !says_source(text_.substr(at + 1, full - at - 1))) {
        ++at;
        continue;
      }
      at = take_out(at, full + 1);
    }
  }

  // Only what the part that goes leaves behind is tidied: an empty pair of brackets around it, a
  // space too many, a mark at the end that led to it. Everything else stays as it was written.
  // Gives the place that follows.
  std::size_t take_out(std::size_t begin, std::size_t end) {
    const auto space = [&](std::size_t at) {
      return at < text_.size() && is_ascii_space(text_[at]);
    };
    for (bool again = true; again;) {
      again = false;
      std::size_t left = begin, right = end;
      while (left > 0 && space(left - 1)) --left;
      while (space(right)) ++right;
      const bool pair = left > 0 && right < text_.size() &&
                        ((text_[left - 1] == '(' && text_[right] == ')') ||
                         (text_[left - 1] == '[' && text_[right] == ']'));
      if (!pair) break;
      begin = left - 1;
      end = right + 1;
      again = true;
    }
    const bool at_end = trim(std::string_view(text_).substr(end)).empty();
    const bool stop = end < text_.size() && Name(".,;").contains(text_[end]);
    if (at_end || stop || space(end))
      while (begin > 0 && space(begin - 1)) --begin;
    const bool joins = begin > 0 && end < text_.size() && !space(end) && !stop &&
                       !is_ascii_space(text_[begin - 1]);
    text_.replace(begin, end - begin, joins ? " " : "");
    if (at_end) end_at(begin);
    return std::min(begin, text_.size());
  }

  // Without the marks in front of what stood from `at` on.
  void end_at(std::size_t at) {
    std::string_view rest = trim(std::string_view(text_).substr(0, at));
    for (bool again = true; again;) {
      again = false;
      for (const Name mark : {"-", "–", "—", "→", ",", ";", ":", "(", "[", "<", "**:", " **"}) {
        if (!rest.ends_with(mark) || (mark == " **" && std::ranges::count(rest, '*') % 4 == 0))
          continue;
        rest = trim(rest.substr(0, rest.size() - mark.size()));
        again = true;
      }
    }
    text_ = std::string(rest);
  }

  // The bracket that closes this one: addresses and links hold others.
  std::size_t end_of_round(std::size_t at) const {
    int depth = 0;
    for (; at < text_.size(); ++at) {
      if (text_[at] == '(') ++depth;
      if (text_[at] == ')' && --depth == 0) return at;
    }
    return npos;
  }

  bool says_source(std::string_view inside) {
    inside = trim(inside);
    const std::string lower = ascii_lower(inside);
    for (const Name label : kSourceLabels) {
      if (!lower.starts_with(label)) continue;
      label_value(inside.substr(label.size()));
      return true;
    }
    if (!inside.empty() && is_no_source(inside)) return true;
    for (const Name word : kInBrackets) {
      if (!lower.starts_with(word)) continue;
      const std::string_view rest = without_marks(inside.substr(word.size()));
      if (!is_address(rest) && !is_file(rest)) continue;
      add(rest);
      return true;
    }
    const std::string_view bare = without_marks(inside);
    if (numbers_ != nullptr) {
      const auto number = numbers_->find(bare);
      if (number != numbers_->end()) {
        add(number->second);
        return true;
      }
    }
    if (is_address(bare) || is_file(bare)) {
      if (bare.find(' ') != npos) return false;
      add(bare);
      return true;
    }
    return false;
  }

  void label_value(std::string_view value) {
    const std::string source = source_in(value);
    if (!source.empty()) add(source);
  }

  // "... Source: the vendor's page" at the end.
  void last_label() {
    const std::string lower = ascii_lower(text_);
    for (const Name label : kSourceLabels) {
      const std::size_t at = lower.rfind(label);
      if (at == npos) continue;
      std::string_view before = trim(std::string_view(text_).substr(0, at));
      while (!before.empty() && (before.back() == '*' || before.back() == '_'))
        before.remove_suffix(1);
      before = trim(before);
      const bool ends = before.empty() || text_[at] == 'S' || text_[at] == 'Q' ||
                        Name(".!?;,-|)").contains(before.back()) || before.ends_with("–") ||
                        before.ends_with("—") || before.ends_with("→");
      if (!ends) continue;
      std::string value = text_.substr(at + label.size());
      end_at(static_cast<std::size_t>(before.data() - text_.data()) + before.size());
      label_value(value);
      return;
    }
  }

  // [title](address): the title stays, unless it only says that it is a link.
  void links() {
    for (std::size_t at = 0; (at = text_.find("](", at)) != npos;) {
      const std::size_t open = text_.rfind('[', at);
      const std::size_t end = text_.find(')', at);
      if (open == npos || end == npos) break;
      const std::string_view inside = std::string_view(text_).substr(at + 2, end - at - 2);
      const std::string_view address = inside.substr(0, inside.find(' '));
      if (!is_address(address) && !is_file(address)) {
        at += 2;
        continue;
      }
      add(address);
      std::string title = text_.substr(open + 1, at - open - 1);
      const std::string key = name_key(title);
      if (among(Name(key), kLinkWords) || is_address(title) ||
          std::ranges::all_of(key, is_ascii_digit)) {
        at = take_out(open, end + 1);
        continue;
      }
      text_.replace(open, end + 1 - open, title);
      at = open + title.size();
    }
  }

  // One that ends the text goes; inside a sentence it stays where it is.
  void addresses() {
    for (std::size_t at = 0; (at = next_address(at)) != npos;) {
      std::size_t end = std::min(text_.find_first_of(" <>\"\t`", at), text_.size());
      while (end > at && Name(".,;:!?)]*_").contains(text_[end - 1])) --end;
      add(std::string_view(text_).substr(at, end - at));
      const std::string_view after = without_marks(std::string_view(text_).substr(end));
      if (after.empty() || after == ")" || after == "]") {
        end_at(at);
        return;
      }
      at = end;
    }
  }

  std::size_t next_address(std::size_t at) const {
    return std::min(text_.find("http://", at), text_.find("https://", at));
  }

  void relevance() {
    const std::string lower = ascii_lower(text_);
    for (const Name marker : kRelevance) {
      const std::size_t at = lower.find(marker);
      if (at == npos || (at > 0 && !Name(" (*_").contains(lower[at - 1]))) continue;
      std::string_view said = trim(std::string_view(text_).substr(at + marker.size()));
      while (!said.empty() && Name("*_ ").contains(said.front())) said.remove_prefix(1);
      relevance_ = std::string(said);
      if (at > 0 && text_[at - 1] == '(' && relevance_.ends_with(')')) relevance_.pop_back();
      end_at(at);
      return;
    }
  }

  std::string text_;
  const SourceNumbers* numbers_;  // null: none
  std::vector<std::string> sources_;
  std::string relevance_;
};

}  // namespace

SourcedText split_source(std::string_view finding, const SourceNumbers& numbers) {
  return SourceSplitter(finding, &numbers).run();
}

std::string source_in(std::string_view text) {
  const std::string_view bare = without_marks(text);
  if (says_nothing(bare) || is_no_source(bare)) return {};
  // A link's title is not where it leads to.
  if (bare.find("](") != npos || bare.find("://") != npos) {
    std::string found = SourceSplitter(bare, nullptr).addresses_only();
    if (!found.empty()) return found;
  }
  return std::string(bare);
}

std::string source_number(std::string_view entry) {
  entry = trim(entry);
  const bool bracket = entry.starts_with('[');
  if (bracket) entry.remove_prefix(1);
  const std::size_t digits =
      std::min(std::min(entry.find_first_not_of("0123456789"), entry.size()), std::size_t{4});
  const std::string_view rest = entry.substr(digits);
  const bool ends =
      bracket ? rest.starts_with(']') : rest.starts_with(". ") || rest.starts_with(')');
  return digits > 0 && digits < 4 && ends ? std::string(entry.substr(0, digits)) : std::string();
}

}  // namespace fm
