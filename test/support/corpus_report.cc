#include "test/support/corpus_report.h"

#include <fmt/format.h>

#include <vector>

#include "base/text.h"

namespace fm {
namespace {

constexpr std::size_t kShown = 300;  // bytes of a text

std::string one_line_of(std::string_view text) {
  std::string line = to_utf8(cut_bytes(text, kShown));
  for (std::size_t at = 0; (at = line.find_first_of("\r\n\t", at)) != std::string::npos; ++at)
    line[at] = ' ';
  line = clean(line).text;
  return text.size() > kShown ? line + fmt::format("... ({} bytes)", text.size()) : line;
}

void add_row(std::string& out, std::string_view kind, CorpusCount count) {
  if (count.total == 0) return;
  out += fmt::format("{:<16}{:>5} / {:<5}{:>6.1f} %\n", kind, count.right, count.total,
                     100.0 * count.right / count.total);
}

}  // namespace

std::string score_table(const CorpusScore& score) {
  std::string out;
  for (const std::string_view kind : corpus_kinds()) add_row(out, kind, score.count(kind));
  add_row(out, kCommandKind, score.count(kCommandKind));
  out += fmt::format(
      "false starts {}, false approvals {}, false cancels {}, unsafe acts {}, lost acts {}\n",
      score.false_starts, score.false_approvals, score.false_cancels, score.unsafe_acts,
      score.lost_acts);
  return out;
}

std::string miss_list(const CorpusScore& score) {
  std::string out;
  for (const CorpusMiss& miss : score.misses()) {
    out += fmt::format("{} {}\n  expected {}\n  got      {}\n  text     {}\n", miss.kind, miss.id,
                       one_line_of(miss.expected), one_line_of(miss.got), one_line_of(miss.text));
  }
  return out;
}

std::string score_json(const CorpusScore& score) {
  std::vector<std::string> kinds;
  for (const std::string_view kind : corpus_kinds()) {
    const CorpusCount count = score.count(kind);
    kinds.push_back(
        fmt::format(R"("{}": {{"right": {}, "total": {}}})", kind, count.right, count.total));
  }
  return fmt::format(
      R"({{"kinds": {{{}}}, "false_starts": {}, "false_approvals": {}, "false_cancels": {}, )"
      R"("unsafe_acts": {}, "lost_acts": {}}})",
      join(kinds, ", "), score.false_starts, score.false_approvals, score.false_cancels,
      score.unsafe_acts, score.lost_acts);
}

}  // namespace fm
