#include "reading/ideas/scores.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/text.h"
#include "reading/ideas/score_entries.h"
#include "reading/json/chars.h"
#include "reading/json/find.h"
#include "reading/json/names.h"

namespace fm {
namespace {

constexpr std::int64_t kTen = 1000;  // the scale's end, in hundredths
constexpr std::int64_t kMillion = 1'000'000;

class Reader {
 public:
  Reader(std::string_view text, const std::vector<KnownIdea>& ideas, const ScoresOptions& options)
      : text_(text), known_(ideas), options_(options), out_of_(options.scale_end) {}

  Read<ScoresRead> run(Steps* steps) {
    const Found found = find_json(text_, steps);
    for (const Candidate& candidate : found.candidates) {
      ScoreEntries list = list_scores(candidate.parsed, known_, options_.cut_by_limit);
      if (!list.entries.empty()) {
        if (!candidate.parsed.conflicts.empty()) return conflict(candidate);
        for (const Note& note : notes_of_repairs(candidate.parsed)) out_.repairs.push_back(note);
        if (candidate.after_broken) partly_ = true;
      }
      if (list.scale && !scale_) scale_ = list.scale;
      placeholders_ += list.placeholders;
      cut_off_ += list.cut_off;
      empty_ = empty_ || list.empty_list;
      for (ScoreEntry& entry : list.entries) entries_.push_back(std::move(entry));
    }
    if (entries_.empty()) {
      if (found.candidates.empty() || (placeholders_ == 0 && cut_off_ == 0 && !empty_)) {
        entries_ = list_written_scores(text_, known_, steps);
        if (!entries_.empty())
          warn("from_table", "The scores came as a table or lines, not as JSON.");
      }
      if (entries_.empty()) return nothing(found);
    }
    out_.scores.resize(known_.all().size());
    for (std::size_t i = 0; i < out_.scores.size(); ++i) out_.scores[i].id = known_.all()[i].id;
    settle_scale();
    from_zero_ = counts_from_zero();
    for (const ScoreEntry& entry : entries_) match(entry);
    finish();
    return std::move(out_);
  }

 private:
  void warn(std::string code, std::string message) {
    out_.warnings.push_back({std::move(code), std::move(message), 0});
  }

  std::unexpected<Fault> place(std::unexpected<Fault> problem) const {
    return located(text_, std::move(problem));
  }

  std::unexpected<Fault> conflict(const Candidate& candidate) const {
    return place(fault(FaultCode::kDuplicateKeyConflict,
                       "The key \"" + candidate.parsed.conflict_key +
                           "\" comes twice in one object with different values.",
                       candidate.parsed.conflicts.front().offset));
  }

  std::unexpected<Fault> nothing(const Found& found) const {
    if (found.candidates.empty()) return std::unexpected(fault_of_search(found, text_));
    const std::size_t at = found.candidates.front().begin;
    if (placeholders_ != 0) {
      return place(fault(FaultCode::kPlaceholder,
                         "The answer repeats the format with its placeholders.", at));
    }
    if (cut_off_ != 0) {
      return place(fault(FaultCode::kTruncated,
                         "The answer was cut off inside its first evaluation.", text_.size()));
    }
    if (empty_) return place(fault(FaultCode::kEmpty, "The list of evaluations is empty.", at));
    if (found.failure && found.failure->had_content) {
      return std::unexpected(fault_of_search(found, text_));
    }
    return place(fault(FaultCode::kMissingField,
                       "The JSON holds no scores that say which idea they are for.", at));
  }

  // Every score that does not bring its own scale must be on the same one. Where all of them fit
  // only a scale from 0 to 1 or to 100, that one is meant.
  void settle_scale() {
    if (scale_ && scale_->millionths > 0) {
      out_of_ = std::max<std::int64_t>(scale_->millionths / kMillion, 1);
      if (out_of_ != options_.scale_end) {
        warn("scale_stated", "The answer states a scale to " + std::to_string(out_of_) + ".");
      }
      return;
    }
    std::vector<std::int64_t> values;
    const auto add = [&](const std::optional<ScoreValue>& value) {
      if (value && value->out_of_millionths == 0) values.push_back(value->millionths);
    };
    for (const ScoreEntry& entry : entries_) {
      if (!is_sum(entry)) add(entry.overall);
      for (const auto& value : entry.criteria) add(value);
    }
    if (values.size() < 2 || std::ranges::min(values) < 0) return;
    const std::int64_t largest = std::ranges::max(values);
    const bool fraction =
        std::ranges::any_of(values, [](std::int64_t value) { return value % kMillion != 0; });
    const auto over_ten =
        std::ranges::count_if(values, [](std::int64_t value) { return value > 10 * kMillion; });
    if (largest <= kMillion && fraction) {
      out_of_ = 1;
    } else if (largest <= 100 * kMillion &&
               over_ten * 2 > static_cast<std::ptrdiff_t>(values.size())) {
      out_of_ = 100;
    } else {
      return;
    }
    warn("scale_guess", "All scores fit a scale from 0 to " + std::to_string(out_of_) +
                            "; they were taken for that.");
  }

  // "total": 40 beside five criteria that add up to it is a sum, not a score.
  static bool is_sum(const ScoreEntry& entry) {
    if (!entry.overall || entry.overall->out_of_millionths != 0) return false;
    std::int64_t sum = 0;
    int count = 0;
    for (const auto& value : entry.criteria) {
      if (value && value->out_of_millionths == 0) sum += value->millionths, ++count;
    }
    return count > 1 && sum == entry.overall->millionths && sum > 10 * kMillion;
  }

  // A bare 0 among the numbers means that the answer counts from 0, unless another number
  // contradicts it: three ideas counted from 0 have no number 3.
  bool counts_from_zero() {
    bool zero = false;
    for (const ScoreEntry& entry : entries_) {
      for (const std::string& name : entry.names) {
        const std::string key = name_key(name);
        if (key.empty() || !std::ranges::all_of(key, is_ascii_digit)) continue;
        if (key.size() > 4 || std::stoul(key) >= known_.all().size()) return false;
        zero = zero || key == "0";
      }
    }
    if (zero) warn("counted_from_zero", "The ideas were counted from 0.");
    return zero;
  }

  std::optional<KnownIdeas::Find> counted_from_zero(const std::string& name) const {
    const auto find = known_.find(name);
    const std::string key = name_key(name);
    if (key.empty() || key.size() > 4 || !std::ranges::all_of(key, is_ascii_digit)) return find;
    const std::size_t position = std::stoul(key);
    if (position >= known_.all().size()) return std::nullopt;
    return KnownIdeas::Find{position, KnownIdeas::By::kNumber};
  }

  std::optional<std::size_t> idea_of(const ScoreEntry& entry) {
    std::optional<KnownIdeas::Find> best;
    bool disagree = false;
    for (const std::string& name : entry.names) {
      const auto find = from_zero_ ? counted_from_zero(name) : known_.find(name);
      if (!find) continue;
      if (!best) {
        best = find;
      } else if (best->index != find->index) {
        // A number may be a rank; a title says which idea it is.
        const bool title_wins = best->by == KnownIdeas::By::kNumber;
        if (title_wins) best = find;
        disagree = disagree || !title_wins;
      }
    }
    if (disagree) {
      warn("id_and_title_disagree", "The id and the title of \"" + entry.names.front() +
                                        "\" belong to different ideas; the id was taken.");
    }
    return best ? std::optional(best->index) : std::nullopt;
  }

  std::optional<int> on_scale(const std::optional<ScoreValue>& value, GivenScore& score) {
    if (!value) return std::nullopt;
    const std::int64_t exact = hundredths_on_scale(*value, out_of_, 10);
    const std::int64_t clamped = std::clamp<std::int64_t>(exact, 0, kTen);
    if (exact != clamped) {
      score.clamped = true;
      out_of_range_ = true;
    }
    return static_cast<int>(clamped);
  }

  void match(const ScoreEntry& entry) {
    const auto index = idea_of(entry);
    if (!index) {
      const std::string& name = entry.names.front();
      if (std::ranges::find(out_.unmatched, name) == out_.unmatched.end()) {
        out_.unmatched.push_back(name);
      }
      return;
    }
    GivenScore score;
    score.id = known_.all()[*index].id;
    const bool sum = is_sum(entry);
    if (sum) warn("sum_left_out", "A total that only adds up the criteria was left out.");
    if (!sum) score.overall = on_scale(entry.overall, score);
    for (std::size_t i = 0; i < entry.criteria.size(); ++i) {
      score.criteria[i] = on_scale(entry.criteria[i], score);
    }
    score.pros = entry.pros;
    score.cons = entry.cons;
    score.feedback = entry.feedback;
    not_finite_ = not_finite_ || entry.not_finite;
    unreadable_ = unreadable_ || (entry.unreadable && !entry.not_finite);
    merge(out_.scores[*index], std::move(score));
  }

  // Parts of one idea's evaluation may stand apart; where they differ, the last one counts.
  void merge(GivenScore& there, GivenScore score) {
    bool differs = false;
    const auto put = [&](std::optional<int>& old, const std::optional<int>& now) {
      if (!now) return;
      differs = differs || (old && *old != *now);
      old = now;
    };
    put(there.overall, score.overall);
    for (std::size_t i = 0; i < score.criteria.size(); ++i)
      put(there.criteria[i], score.criteria[i]);
    if (!score.pros.empty()) there.pros = std::move(score.pros);
    if (!score.cons.empty()) there.cons = std::move(score.cons);
    if (!score.feedback.empty()) there.feedback = std::move(score.feedback);
    there.clamped = score.scored() ? score.clamped : there.clamped;
    if (differs)
      warn("scored_twice", "\"" + there.id + "\" was scored twice; the last one counts.");
  }

  void finish() {
    if (out_of_range_) warn("out_of_range", "A score outside of the scale was clamped.");
    if (not_finite_) warn("not_finite", "A score was not a finite number and was left out.");
    if (unreadable_) warn("unreadable_score", "A score could not be read as one number.");
    if (cut_off_ != 0) warn("truncated", "The last evaluation was cut off and left out.");
    if (partly_) warn("partly_read", "A part of the JSON was broken; what could be read was kept.");
    if (!out_.unmatched.empty()) {
      warn("unmatched",
           "Scores for ideas that nobody proposed: " + join(out_.unmatched, ", ") + ".");
    }
    std::vector<std::string> unscored;
    for (const GivenScore& score : out_.scores) {
      if (!score.scored()) unscored.push_back(score.id);
    }
    if (!unscored.empty()) warn("unscored", "Not scored: " + join(unscored, ", ") + ".");
  }

  std::string_view text_;
  KnownIdeas known_;
  const ScoresOptions& options_;
  std::int64_t out_of_;
  std::vector<ScoreEntry> entries_;
  std::optional<ScoreValue> scale_;
  ScoresRead out_;
  std::size_t placeholders_ = 0;
  std::size_t cut_off_ = 0;
  bool empty_ = false;
  bool from_zero_ = false;
  bool partly_ = false;
  bool out_of_range_ = false;
  bool not_finite_ = false;
  bool unreadable_ = false;
};

}  // namespace

bool GivenScore::scored() const {
  return overall.has_value() ||
         std::ranges::any_of(criteria, [](const auto& value) { return value.has_value(); });
}

Read<ScoresRead> read_scores(std::string_view text, const std::vector<KnownIdea>& ideas,
                             const ScoresOptions& options, Steps* steps) {
  return Reader(text, ideas, options).run(steps);
}

}  // namespace fm
