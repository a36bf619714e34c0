#include "team/turn/compaction.h"

#include <algorithm>
#include <utility>

namespace fm {
namespace {

constexpr std::int64_t kSummaryTokens = 1'600;  // 600 words, as they are guessed
constexpr std::int64_t kSlack = 400;            // the person's newest words and the like

}  // namespace

// The user's message says by stable_ends where its parts end: the summary, then each message and
// each list of ideas, which stays whatever is replaced.
Compaction::Compaction(const PromptParts& parts, std::span<const ModelMessage> rendered,
                       ModelFamily family)
    : parts_(parts) {
  const ModelMessage& user = rendered.back();
  const SharedText& text = user.text;
  auto end = user.stable_ends.begin();
  std::size_t at = 0;
  const auto next = [&] {
    const std::size_t from = std::exchange(at, *end++);
    return estimate_text_tokens(text.slice(from, at), family);
  };
  if (parts.summary != nullptr && parts.summary->replaces > 0) {
    replaced_ = std::min(parts.summary->replaces, parts.transcript.size());
    summary_ = next();
  }
  auto list = parts.ideas.begin();
  const auto take_lists_up_to = [&](std::size_t index) {
    for (; list != parts.ideas.end() && list->before <= index; ++list) around_ += next();
  };
  for (std::size_t i = 0; i < parts.transcript.size(); ++i) {
    take_lists_up_to(i);
    kept_.push_back(is_kept(parts.transcript, i, parts.keep));
    tokens_.push_back(i >= replaced_ || kept_[i] ? next() : 0);
  }
  take_lists_up_to(parts.transcript.size());
  around_ += kSlack + kMessageTokens + estimate_text_tokens(text.slice(at, text.size()), family) +
             estimate_tokens({rendered.begin(), rendered.end() - 1}, family);
}

// With a summary of `summary` tokens in place of the first `count` messages.
std::int64_t Compaction::total(std::size_t count, std::int64_t summary) const {
  std::int64_t sum = around_ + summary;
  for (std::size_t i = 0; i < tokens_.size(); ++i)
    if (i >= count || kept_[i]) sum += tokens_[i];
  return sum;
}

// The prompt that asks for a summary of the first `count` messages.
std::int64_t Compaction::asking(std::size_t count) const {
  std::int64_t sum = around_ + summary_;
  for (std::size_t i = 0; i < count; ++i)
    if (i >= replaced_ || kept_[i]) sum += tokens_[i];
  return sum;
}

CompactionPlan Compaction::plan(const ContextWindow& window) const {
  CompactionPlan plan;
  plan.tokens_now = total(replaced_, summary_);
  plan.tokens_after = plan.tokens_now;
  const std::int64_t limit = window.tokens - window.reserved_for_output;
  if (window.tokens <= 0 || plan.tokens_now <= limit) return plan;

  plan.fits = false;
  const std::int64_t target = limit * 6 / 10;
  const std::size_t size = parts_.transcript.size();
  const std::size_t most = size > kNewestKept ? size - kNewestKept : 0;
  std::size_t best = 0;
  for (std::size_t count = replaced_ + 1; count <= most; ++count) {
    if (asking(count) > limit) break;
    const bool enough = best > 0 && total(best, kSummaryTokens) <= target;
    const bool round_ends = parts_.transcript[count - 1].kind == "synthesis";
    // The first that is enough, or the end of a round soon after it.
    if (!enough) best = count;
    if (enough && round_ends) {
      if (parts_.transcript[best - 1].kind != "synthesis") best = count;
      break;
    }
  }
  if (best == 0 || total(best, kSummaryTokens) >= plan.tokens_now) return plan;
  plan.replace = best;
  plan.tokens_after = total(best, kSummaryTokens);
  plan.fits = plan.tokens_after <= limit;
  return plan;
}

}  // namespace fm
