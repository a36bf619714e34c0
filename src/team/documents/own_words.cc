#include "team/documents/own_words.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "reading/brief/brief_fields.h"
#include "reading/json/names.h"
#include "team/documents/written_items.h"

namespace fm {
namespace {

using Name = std::string_view;

constexpr auto kSections = std::to_array<Name>({"doneandnotdone", "donenotdone", "doneandopen",
                                                "whatisdoneandwhatisnot", "notdone", "status"});
constexpr auto kMissing = std::to_array<Name>(
    {"notdone",       "missing",      "whatismissing", "whatsmissing",   "open",
     "leftout",       "couldnot",     "couldnotdo",    "couldnotbedone", "notpossible",
     "limits",        "limitations",  "todo",          "notincluded",    "notyetdone",
     "whatisnotdone", "stillmissing", "stillopen",     "nottested",      "untested"});
constexpr auto kHow = std::to_array<Name>(
    {"howtocheck", "howitcanbechecked", "howtocheckit", "check", "verify", "howtoverify", "test",
     "howtotest", "tocheck", "toverify", "howtotestit", "howtouse", "howtorun", "torun"});
constexpr auto kDone = std::to_array<Name>(
    {"done", "whatisdone", "whatidid", "did", "finished", "included", "delivered"});
// What the part was: it is the brief's word, not the agent's.
constexpr auto kTask =
    std::to_array<Name>({"mypart", "mypartwasthis", "task", "mytask", "thetask", "askedfor"});
// A sentence with one of these may say that something is not so. Where what is said is done, the
// small ones say nothing: "a page without scripts".
constexpr auto kNot = std::to_array<Name>(
    {"not", "cannot", "t", "missing", "except", "unable", "untested", "nothing", "none", "never"});
constexpr auto kNotAtAll = std::to_array<Name>({"no", "without", "but", "neither", "nor"});
// How a sentence about what is missing begins.
constexpr auto kMissingWords = std::to_array<Name>(
    {"not done", "missing", "could not", "i could not", "i couldn t", "couldn t", "i did not",
     "left out", "what is missing", "i have not", "not included", "there is no", "nothing was run",
     "nothing was tested", "not tested", "untested"});

enum class About { kElse, kDone, kTask, kMissing, kHow };

About about(std::string_view key) {
  if (among(key, kMissing)) return About::kMissing;
  if (among(key, kHow)) return About::kHow;
  if (among(key, kTask)) return About::kTask;
  return among(key, kDone) ? About::kDone : About::kElse;
}

std::string key_of(std::string_view words) { return name_key(words.substr(0, 80)); }

bool begins_as_missing(std::string_view sentence) {
  const std::string folded = fold(sentence);
  return std::ranges::any_of(kMissingWords, [&](Name words) { return folded.starts_with(words); });
}

template <std::size_t N>
bool holds_any(std::string_view sentence, const std::array<Name, N>& list) {
  const std::vector<std::string> words = folded_words(sentence);
  return std::ranges::any_of(words,
                             [&](const std::string& word) { return among(Name(word), list); });
}

// Exactly that: "nothing is missing except the payments" says that something is.
bool is_nothing(std::string_view sentence) {
  const std::string folded = fold(sentence);
  return folded == "nothing" || folded == "nothing is missing" || folded == "nothing else" ||
         says_none(sentence);
}

// "Nothing else was changed": what was left as it was, is not missing.
bool is_restraint(std::string_view sentence) {
  return holds_any(sentence, std::to_array<Name>({"else", "other", "others", "rest"})) &&
         holds_any(sentence, std::to_array<Name>({"change", "changed", "touch", "touched", "alter",
                                                  "altered", "modified", "unchanged"}));
}

// One point of such a section: its sentences belong to the label that came last.
class PointReader {
 public:
  PointReader(About heading, OwnWords& out) : about_(heading), out_(out) {}

  void sentence(std::string text) {
    const bool unticked = is_unticked(text);
    const Labelled parts = split_label(text);
    const About label = about(key_of(parts.label));
    if (label != About::kElse) {
      end();
      about_ = label;
      text = parts.text;
    }
    switch (about_) {
      case About::kHow:
        return add(text);
      case About::kMissing:
        if (!is_nothing(text)) return add(text);
        end();
        about_ = About::kElse;  // what follows is said of something else
        return;
      case About::kTask:
        return;
      case About::kDone:
      case About::kElse:
        if (unticked || says_missing(text, label == About::kDone))
          out_.missing.emplace_back(unticked ? without_list_mark(text) : text);
    }
  }

  void end() {
    if (!said_.empty() && about_ == About::kMissing) out_.missing.push_back(said_);
    if (!said_.empty() && about_ == About::kHow) out_.how.push_back(said_);
    said_.clear();
  }

 private:
  void add(const std::string& text) { said_ += (said_.empty() ? "" : " ") + text; }

  // `says_done`: right behind such a label.
  bool says_missing(const std::string& text, bool says_done) const {
    if (is_nothing(text) || is_restraint(text)) return false;
    if (begins_as_missing(text)) return true;
    if (says_done) return holds_any(text, std::to_array<Name>({"except"}));
    return holds_any(text, kNot) || (about_ == About::kElse && holds_any(text, kNotAtAll));
  }

  About about_;
  std::string said_;
  OwnWords& out_;
};

}  // namespace

std::vector<std::string> sentences_of(std::string_view text) {
  std::vector<std::string> out;
  for (const std::string_view line : split_lines(text)) {
    for (std::string_view rest = trim(line); !rest.empty();) {
      std::size_t end = std::string_view::npos;
      for (const Name mark : {". ", "! ", "? "}) end = std::min(end, rest.find(mark));
      const std::size_t size = end == std::string_view::npos ? rest.size() : end + 1;
      out.emplace_back(trim(rest.substr(0, size)));
      rest = trim(rest.substr(size));
    }
  }
  return out;
}

OwnWords own_words(std::string_view text) {
  OwnWords out;
  bool inside = false;
  for (const WrittenItem& item : written_items(clean(text).text)) {
    const std::string heading = key_of(item.heading);
    const bool section = among(heading, kSections);
    const About below = about(heading);
    if (section) inside = true;
    if (!section && below == About::kElse) inside = false;
    if (!inside && below != About::kMissing) continue;
    out.said = true;
    const bool is_open = item.unticked && below != About::kHow;
    PointReader point(is_open ? About::kMissing : below, out);
    const std::string_view said = item.unticked ? without_list_mark(item.text) : item.text;
    for (std::string& sentence : sentences_of(said)) point.sentence(std::move(sentence));
    point.end();
  }
  return out;
}

}  // namespace fm
