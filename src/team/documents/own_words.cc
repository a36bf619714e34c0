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

template <std::size_t N>
bool among(std::string_view key, const std::array<Name, N>& list) {
  return std::ranges::find(list, Name(key)) != list.end();
}

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
// How a sentence about what is missing begins.
constexpr auto kMissingWords = std::to_array<Name>(
    {"not done", "missing", "could not", "i could not", "i couldn t", "couldn t", "i did not",
     "left out", "what is missing", "i have not", "not included", "there is no", "nothing was run",
     "nothing was tested", "not tested", "untested"});

enum class About { kElse, kDone, kMissing, kHow };

About about(std::string_view key) {
  if (among(key, kMissing)) return About::kMissing;
  if (among(key, kHow)) return About::kHow;
  return among(key, kDone) ? About::kDone : About::kElse;
}

std::string key_of(std::string_view words) { return name_key(words.substr(0, 80)); }

bool begins_as_missing(std::string_view sentence) {
  const std::string folded = fold(sentence);
  return std::ranges::any_of(kMissingWords, [&](Name words) { return folded.starts_with(words); });
}

// One point of such a section: its sentences belong to the label that came last.
class PointReader {
 public:
  PointReader(About heading, OwnWords& out) : about_(heading), out_(out) {}

  void sentence(std::string text) {
    const Labelled parts = split_label(text);
    const About label = about(key_of(parts.label));
    if (label != About::kElse) {
      end();
      about_ = label;
      text = parts.text;
    }
    const bool missing = begins_as_missing(text);
    if (about_ == About::kMissing || about_ == About::kHow) {
      said_ += (said_.empty() ? "" : " ") + text;
    } else if (missing) {
      add_missing(text);
    }
  }

  void end() {
    if (!said_.empty() && about_ == About::kMissing) add_missing(said_);
    if (!said_.empty() && about_ == About::kHow) out_.how.push_back(said_);
    said_.clear();
  }

 private:
  void add_missing(const std::string& text) {
    const std::string folded = fold(text);
    const bool nothing = folded == "nothing" || folded.starts_with("nothing is missing") ||
                         folded.starts_with("nothing else") || says_none(text);
    if (!nothing) out_.missing.push_back(text);
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
    PointReader point(below, out);
    for (std::string& sentence : sentences_of(item.text)) point.sentence(std::move(sentence));
    point.end();
  }
  return out;
}

}  // namespace fm
