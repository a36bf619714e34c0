#include "reading/ideas/ideas.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/text.h"
#include "reading/ideas/idea_list.h"
#include "reading/ideas/idea_written.h"
#include "reading/json/fields.h"
#include "reading/json/find.h"
#include "reading/json/names.h"

namespace fm {
namespace {

struct Source {
  const Candidate* candidate;
  IdeaList list;
};

bool fills_container(const Found& found, const Candidate& candidate) {
  return candidate.container == Container::kFence || found.candidates.size() == 1;
}

bool only_known(const IdeaList& list, const KnownIdeas& known) {
  return std::ranges::all_of(
      list.ideas, [&](const GivenIdea& idea) { return known.by_title(idea.title).has_value(); });
}

std::string key_of(const GivenIdea& idea) {
  std::string key = title_key(idea.title);
  return key.empty() ? "=" + idea.title : key;
}

class Reader {
 public:
  Reader(std::string_view text, const IdeasOptions& options)
      : text_(text), options_(options), known_(options.known) {}

  Read<IdeasRead> run(Steps* steps) {
    const Found found = find_json(text_, steps);
    const Complete complete =
        options_.cut_by_limit ? Complete::kOnlyIfClosed : Complete::kIfValuesAre;
    for (const Candidate& candidate : found.candidates) {
      IdeaList list = list_ideas(candidate.parsed, fills_container(found, candidate), complete);
      if (list.meant) sources_.push_back({&candidate, std::move(list)});
    }
    if (sources_.empty()) return without_json(found, steps);
    if (auto problem = problem_of(found)) return std::unexpected(std::move(*problem));
    std::erase_if(sources_, [](const Source& source) { return source.list.ideas.empty(); });
    leave_out_recaps();
    leave_out_replaced();
    for (const Source& source : sources_) take(source);
    if (cut_off_) warn("truncated", "The last idea was cut off and left out.");
    if (skipped_ != 0) {
      warn("skipped", std::to_string(skipped_) + " items were no ideas with a title.");
    }
    finish();
    return std::move(out_);
  }

 private:
  void warn(std::string code, std::string message, std::size_t offset = 0) {
    out_.warnings.push_back({std::move(code), std::move(message), offset});
  }

  Read<IdeasRead> without_json(const Found& found, Steps* steps) {
    const bool broken = found.truncated || (found.failure && found.failure->had_content);
    if (!broken) {
      std::vector<GivenIdea> ideas = list_written_ideas(text_, steps);
      std::erase_if(ideas, [](const GivenIdea& idea) { return is_placeholder(idea.title); });
      if (!ideas.empty()) {
        warn("from_markdown", "The ideas came as a list or table, not as JSON.");
        for (GivenIdea& idea : ideas) add(std::move(idea), false);
        finish();
        return std::move(out_);
      }
    }
    if (found.candidates.empty() || broken) {
      return std::unexpected(fault_of_search(found, text_));
    }
    return place(fault(FaultCode::kMissingField, "The JSON holds no ideas with a title.",
                       found.candidates.front().begin));
  }

  std::unexpected<Fault> place(std::unexpected<Fault> problem) const {
    return located(text_, std::move(problem));
  }

  // Why none of the values can be used, or a conflict in one that would be.
  std::optional<Fault> problem_of(const Found& found) {
    std::size_t wrong = 0, untitled = 0, placeholders = 0, cut = 0;
    const Source* empty = nullptr;
    bool any = false;
    for (const Source& source : sources_) {
      const IdeaList& list = source.list;
      any = any || !list.ideas.empty();
      wrong += list.wrong_type;
      untitled += list.without_title;
      placeholders += list.placeholders;
      cut += list.cut_off;
      if (list.empty_list) empty = &source;
      const auto& conflicts = source.candidate->parsed.conflicts;
      if (!list.ideas.empty() && !conflicts.empty()) {
        return place(fault(FaultCode::kDuplicateKeyConflict,
                           "The key \"" + source.candidate->parsed.conflict_key +
                               "\" comes twice in one object with different values.",
                           conflicts.front().offset))
            .error();
      }
      if (source.candidate->after_broken && !list.ideas.empty()) partly_ = true;
    }
    skipped_ = wrong + untitled;
    cut_off_ = cut != 0;
    if (any) return std::nullopt;
    const std::size_t at = sources_.back().candidate->begin;
    if (cut != 0) {
      return place(fault(FaultCode::kTruncated, "The answer was cut off inside its first idea.",
                         text_.size()))
          .error();
    }
    if (placeholders != 0) {
      return place(fault(FaultCode::kPlaceholder,
                         "The answer repeats the format with its placeholders.", at))
          .error();
    }
    if (untitled != 0) {
      return place(fault(FaultCode::kMissingField,
                         std::to_string(untitled) + " ideas have no \"title\".", at))
          .error();
    }
    if (wrong != 0) {
      return place(fault(FaultCode::kInvalidType,
                         "The ideas are not objects with a \"title\" in text.", at))
          .error();
    }
    if (found.failure && found.failure->had_content) return fault_of_search(found, text_);
    return place(fault(FaultCode::kEmpty, "The list of ideas is empty.",
                       empty != nullptr ? empty->candidate->begin : at))
        .error();
  }

  // "Earlier ideas: ... New ones: ...": a value that holds nothing new beside one that does.
  void leave_out_recaps() {
    if (options_.known.empty() || sources_.size() < 2) return;
    const auto recap = [&](const Source& source) { return only_known(source.list, known_); };
    const auto count = static_cast<std::size_t>(std::ranges::count_if(sources_, recap));
    if (count == 0 || count == sources_.size()) return;
    warn("recap_left_out", "A list of earlier ideas was left out.");
    std::erase_if(sources_, recap);
  }

  // A draft and then the final list: the later one replaces the earlier ones.
  void leave_out_replaced() {
    std::set<std::string> before;
    std::size_t first = 0;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      std::set<std::string> here;
      for (const GivenIdea& idea : sources_[i].list.ideas) here.insert(key_of(idea));
      if (i > first) {
        const std::size_t from = sources_[i - 1].candidate->end;
        const Follows follows =
            what_follows(text_.substr(from, sources_[i].candidate->begin - from));
        const auto shared = static_cast<std::size_t>(std::ranges::count_if(
            here, [&](const std::string& key) { return before.contains(key); }));
        if (shared == before.size() || follows == Follows::kFinal ||
            (follows == Follows::kCorrection && shared != 0)) {
          warn("replaced", "A later list replaces an earlier one.", sources_[i].candidate->begin);
          first = i;
          before.clear();
        }
      }
      before.merge(here);
    }
    sources_.erase(sources_.begin(), sources_.begin() + static_cast<std::ptrdiff_t>(first));
  }

  void take(const Source& source) {
    const bool later = !out_.ideas.empty();
    for (const Note& note : notes_of_repairs(source.candidate->parsed)) {
      out_.repairs.push_back(note);
    }
    for (const GivenIdea& idea : source.list.ideas) add(idea, later);
  }

  // A title that is there already is merged; what a later value says about it stands.
  void add(GivenIdea idea, bool replaces) {
    const auto [found, added] = by_title_.emplace(key_of(idea), out_.ideas.size());
    if (added) {
      out_.ideas.push_back(std::move(idea));
      return;
    }
    GivenIdea& there = out_.ideas[found->second];
    out_.merged.push_back({idea.title, found->second});
    if (replaces || there.description.empty()) there = std::move(idea);
  }

  void finish() {
    if (partly_) warn("partly_read", "A part of the JSON was broken; what could be read was kept.");
    if (out_.ideas.size() < options_.min_ideas) {
      warn("below_min_ideas", "There are " + std::to_string(out_.ideas.size()) +
                                  " ideas; at least " + std::to_string(options_.min_ideas) +
                                  " were asked for.");
    }
  }

  std::string_view text_;
  const IdeasOptions& options_;
  KnownIdeas known_;
  std::vector<Source> sources_;
  std::map<std::string, std::size_t> by_title_;
  IdeasRead out_;
  std::size_t skipped_ = 0;
  bool cut_off_ = false;
  bool partly_ = false;
};

}  // namespace

Read<IdeasRead> read_ideas(std::string_view text, const IdeasOptions& options, Steps* steps) {
  return Reader(text, options).run(steps);
}

JsonObject to_json(const std::vector<GivenIdea>& ideas) {
  JsonArray list;
  for (const GivenIdea& idea : ideas) {
    JsonObject out;
    out["title"] = idea.title;
    out["description"] = idea.description;
    if (!idea.rationale.empty()) out["rationale"] = idea.rationale;
    if (!idea.tags.empty()) out["tags"] = to_json(idea.tags);
    if (!idea.builds_on.empty()) out["builds_on"] = idea.builds_on;
    if (!idea.id.empty()) out["id"] = idea.id;
    for (const auto& member : idea.extra) out.emplace(member.key(), member.value());
    list.push_back(std::move(out));
  }
  return JsonObject{{"ideas", std::move(list)}};
}

}  // namespace fm
