#include "people/message/signature.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "people/language/utterance.h"

namespace fm {
namespace {

constexpr std::size_t kLongestLine = 80;  // bytes; a longer one tells something
constexpr std::size_t kMostLines = 5;     // formula, name, office, town, device

struct Line {
  std::size_t begin = 0;
  std::string_view text;  // trimmed
};

std::vector<Line> lines_of(std::string_view message) {
  std::vector<Line> lines;
  for (std::size_t at = 0; at < message.size();) {
    const std::size_t end = std::min(message.find('\n', at), message.size());
    if (const std::string_view text = trim(message.substr(at, end - at)); !text.empty())
      lines.push_back({at, text});
    at = end + 1;
  }
  return lines;
}

bool is_formula(const Vocabulary& vocabulary, std::string_view line) {
  if (line.size() > kLongestLine || line.contains('?')) return false;
  const Utterance words = Utterance::of(vocabulary, line);
  return std::ranges::any_of(
      words.phrases(), [](const Phrase& phrase) { return phrase.senses.has(Sense::kSignature); });
}

// What follows a formula is a name and the like: short lines that ask nothing.
bool can_follow(const Line& line) {
  constexpr std::size_t kName = 32;  // bytes
  return line.text.size() <= kName && !line.text.contains('?');
}

}  // namespace

std::string_view without_signature(const Vocabulary& vocabulary, std::string_view message) {
  std::vector<Line> lines = lines_of(message);
  const auto cut = [&](std::size_t from) {
    message = message.substr(0, lines[from].begin);
    lines.resize(from);
  };
  for (std::size_t at = 1; at < lines.size(); ++at)
    if (lines[at].text == "--") cut(at);
  // From below, since a device's line may stand under a closing formula.
  const std::size_t least = lines.size() > kMostLines ? lines.size() - kMostLines : 1;
  for (std::size_t at = lines.size(); at > least; --at) {
    if (is_formula(vocabulary, lines[at - 1].text)) {
      cut(at - 1);
    } else if (!can_follow(lines[at - 1])) {
      break;
    }
  }
  return trim(message);
}

}  // namespace fm
