// Compaction: which of the oldest messages a summary has to replace so that a prompt fits (P-25).
//
// Never replaced: the topic (it is in the preamble), the person's first request, the messages named
// in PromptParts::keep (brief, plan, open questions) and the newest six. A summary ends where a
// round ends if possible, and makes room for several more turns, so that the prefix of the prompts
// changes rarely (P-24). Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "team/spending/tokens.h"
#include "team/turn/prompt.h"

namespace fm {

inline constexpr std::size_t kNewestKept = 6;

struct ContextWindow {
  std::int64_t tokens = 0;  // input and output; 0: unknown, nothing is ever replaced
  std::int64_t reserved_for_output = 4'096;
};

struct CompactionPlan {
  std::size_t replace = 0;      // the summary has to stand for so many of the first messages;
                                // 0: no (new) summary is needed, or none would help
  bool fits = true;             // whether the prompt fits once that is done. If not and `replace`
                                // is not 0, summarise and plan again: it takes several steps
  std::int64_t tokens_now = 0;  // guessed
  std::int64_t tokens_after = 0;
};

// Plans for one prompt, for one window or another. `parts` as for render_prompt(), with the summary
// that there is already, and `rendered` is what that made of them: it is weighed and not kept;
// `parts` is borrowed.
class Compaction {
 public:
  Compaction(const PromptParts& parts, std::span<const ModelMessage> rendered, ModelFamily family);

  // The summary is made by a call whose transcript is the first `replace` messages (and that older
  // summary). After a provider's context error plan with fewer tokens, e.g. 0.7 of tokens_now.
  CompactionPlan plan(const ContextWindow& window) const;

 private:
  std::int64_t total(std::size_t count, std::int64_t summary) const;
  std::int64_t asking(std::size_t count) const;

  const PromptParts& parts_;
  std::int64_t around_ = 0;           // tokens of all but transcript and summary
  std::int64_t summary_ = 0;          // of the one there is
  std::size_t replaced_ = 0;          // messages that it stands for
  std::vector<std::int64_t> tokens_;  // of each message; 0 where that summary stands for it
  std::vector<bool> kept_;
};

}  // namespace fm
