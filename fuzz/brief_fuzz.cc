// Feeds any bytes to the readers of briefs, of their changes, of the person's words about them, and
// of the files in work.
//
// Held to, besides not crashing: a brief that is read comes back the same from its form in the log;
// its steps wait for others in front of them only; what a change does not name stays byte for byte,
// and no agent overrules an objection; a file's path leads nowhere outside; the work stays within
// its bound.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/answer_samples.h"
#include "reading/brief/brief_patch.h"
#include "team/documents/work_files.h"
#include "team/pack/languages.h"
#include "team/room/brief.h"
#include "team/room/contradictions.h"

namespace fm {
namespace {

using Outcome = BriefObjection::Outcome;

void check_order(const Brief& brief) {
  for (auto step = brief.next_steps.begin(); step != brief.next_steps.end(); ++step) {
    for (const std::string& agent : step->after)
      hold(std::find_if(brief.next_steps.begin(), step,
                        [&](const BriefStep& one) { return one.agent == agent; }) != step,
           "a step waits for one behind it");
  }
}

void check_brief(std::string_view text) {
  Steps steps;
  const auto read = read_brief(text, fuzz_roster(), {}, &steps);
  hold_steps(steps, text);
  if (!read) return;
  check_order(read->brief);
  hold(brief_from_json(to_json(read->brief)) == read->brief, "the log has another brief");
  (void)brief_markdown(read->brief);
  hold(brief_changes_markdown(read->brief, read->brief).empty(), "it differs from itself");
}

const Brief& standing() {
  static const Brief brief = [] {
    Brief made{.title = "Shop",
               .goal = "Sell candles",
               .included = {"a cart", "a price list"},
               .excluded = {"an app"},
               .constraints = {{"budget", "900 euros"}, {"", "no cookies"}, {"Languages", "two"}},
               .unknowns = {"Which bank?"},
               .next_steps = {{fuzz_roster().agents().front().id, "build it"}},
               .decisions = {"one page"},
               .objections = {{"x", "Too dear."}, {"x", "Too slow.", Outcome::kTakenUp, "faster"}}};
    put_in_order(made);
    return made;
  }();
  return brief;
}

void check_patch(std::string_view text) {
  Steps steps;
  const auto read = read_brief_patch(text, standing(), fuzz_roster(), {}, &steps);
  hold_steps(steps, text);
  if (!read) return;
  check_order(read->brief);
  hold(read->brief != standing(), "nothing was changed");
  hold(!read->named.empty(), "it is not named what was changed");
  for (const BriefObjection& one : read->brief.objections)
    hold(one.outcome != Outcome::kOverruled, "an agent overruled an objection");
  const std::vector<BriefEntry> now = entries_of(read->brief);
  for (const BriefEntry& before : entries_of(standing())) {
    if (std::ranges::find(read->named, before.id) != read->named.end()) continue;
    hold(std::ranges::any_of(now, [&](const BriefEntry& one) { return one.text == before.text; }),
         "what was not named is gone", before.id);
  }
}

void check_files(std::string_view text) {
  const WorkFiles files = files_of({{"coder", std::string(text)}});
  hold(files.files.size() <= 100, "too many files");
  for (const WorkFile& file : files.files) {
    const std::string path = "/" + file.path + "/";
    hold(file.path.size() <= 200 && !file.path.empty(), "a path of that length");
    hold(!path.contains("/../") && !path.contains("//") && !path.contains("\\"), "a path outside",
         file.path);
    hold(!file.path.contains(':'), "a drive", file.path);
  }
}

}  // namespace
}  // namespace fm

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static const fm::Vocabulary vocabulary = fm::built_in_vocabulary();
  fm::check_brief(text);
  fm::check_patch(text);
  fm::check_files(text);
  (void)fm::contradictions_of(vocabulary, fm::standing(), {std::string(text)});
  return 0;
}
