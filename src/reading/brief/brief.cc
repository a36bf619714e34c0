#include "reading/brief/brief.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include "base/text.h"
#include "base/yaml/yaml.h"
#include "reading/brief/brief_fields.h"
#include "reading/brief/brief_found.h"
#include "reading/brief/brief_markdown.h"
#include "reading/brief/brief_objections.h"
#include "reading/brief/brief_steps.h"
#include "reading/json/fields.h"
#include "reading/json/find.h"

namespace fm {
namespace {

using Name = std::string_view;
constexpr std::array<Name, 5> kTitle = {"title", "projecttitle", "name", "projectname", "heading"};
constexpr std::array<Name, 9> kGoal = {"goal",       "objective", "projectgoal",
                                       "aim",        "goals",     "goalstatement",
                                       "objectives", "purpose",   "mission"};
constexpr std::array<Name, 3> kScope = {"scope", "projectscope", "scopeofwork"};
constexpr std::array<Name, 10> kIncluded = {
    "included", "include",    "includes",      "inscope", "in",
    "features", "inclusions", "includedscope", "scopein", "scopeincluded"};
constexpr std::array<Name, 11> kExcluded = {
    "excluded",    "exclude",  "excludes",   "outofscope", "out",          "exclusions",
    "notincluded", "nongoals", "notinscope", "scopeout",   "scopeexcluded"};
constexpr std::array<Name, 5> kConstraints = {"constraints", "constraint", "limitations",
                                              "restrictions", "projectconstraints"};
constexpr std::array<Name, 9> kUnknowns = {"unknowns",     "unknown",    "openquestions",
                                           "needmoreinfo", "unanswered", "unansweredquestions",
                                           "openissues",   "questions",  "stillunknown"};
constexpr std::array<Name, 8> kDecisions = {"decisions",    "decision",   "decided",
                                            "agreed",       "agreements", "decisionsmade",
                                            "keydecisions", "settled"};
constexpr std::array<Name, 4> kObjections = {"objections", "objection", "openobjections",
                                             "objectionsraised"};
constexpr std::array<Name, 7> kSteps = {"nextsteps",   "proposednextsteps", "nextstep", "steps",
                                        "assignments", "actionitems",       "tasks"};
constexpr std::array<Name, 7> kWrappers = {"brief",     "projectbrief", "project",   "overview",
                                           "synthesis", "summary",      "finalbrief"};
constexpr int kMaxNesting = 3;

bool has(const JsonObject& object, FieldNames names) {
  const Json* value = find_field(object, names);
  return value != nullptr && !value->is_null();
}

bool is_brief(const JsonObject& object) {
  if (has(object, kGoal)) return true;
  const bool steps = has(object, kSteps), scope = has(object, kScope);
  return (steps || scope || has(object, kConstraints)) &&
         steps + scope + has(object, kConstraints) + has(object, kUnknowns) + has(object, kTitle) >
             1;
}

// The members of `inner` and, where it lacks them, those beside it.
JsonObject merged(const JsonObject& inner, const JsonObject& outer, const Json* wrapper) {
  JsonObject out = inner;
  for (const auto& member : outer) {
    if (&member.value() != wrapper) out.emplace(member.key(), member.value());
  }
  return out;
}

std::optional<JsonObject> brief_in(const Json& value, int depth) {
  if (depth > kMaxNesting) return std::nullopt;
  if (value.is_array()) {
    std::optional<JsonObject> last;
    constexpr std::size_t kMost = 20;
    const JsonArray& list = value.get_array();
    for (std::size_t i = 0; i < std::min(list.size(), kMost); ++i) {
      if (auto inner = brief_in(list[i], depth + 1)) last = std::move(inner);
    }
    return last;
  }
  if (!value.is_object()) return std::nullopt;
  const JsonObject& object = value.get_object();
  const Json* wrapper = find_field(object, kWrappers);
  if (wrapper != nullptr && wrapper->is_object() && !has(object, kGoal)) {
    auto inner = brief_in(*wrapper, depth + 1);
    if (!inner && is_brief(object)) inner = wrapper->get_object();
    if (inner) return merged(*inner, object, wrapper);
  }
  if (is_brief(object)) return object;
  std::optional<JsonObject> found;
  for (const auto& member : object) {
    if (!member.value().is_structured()) continue;
    auto inner = brief_in(member.value(), depth + 1);
    if (!inner) continue;
    if (found) return std::nullopt;
    found = std::move(inner);
    // {"title": ..., "content": {"goal": ...}}: what is the brief's own beside it.
    for (const auto& beside : object) {
      const std::string_view key(beside.key().data(), beside.key().size());
      if (key == "title" || is_one_of(key, kSteps) || is_one_of(key, kUnknowns)) {
        found->emplace(beside.key(), beside.value());
      }
    }
  }
  return found;
}

// The values that the answer gives, and for what it lacks those of the brief that stands.
JsonObject over(const Brief& standing, const JsonObject& answer) {
  JsonObject out = to_json(standing);
  const auto take = [&](std::string_view name, FieldNames names) {
    if (const Json* value = find_field(answer, names)) out[name] = *value;
  };
  take("title", kTitle);
  take("goal", kGoal);
  take("unknowns", kUnknowns);
  take("decisions", kDecisions);
  take("next_steps", kSteps);
  JsonObject& scope = out["scope"].get_object();
  const auto take_scope = [&](const JsonObject& from, bool all) {
    const Json* in = find_field(from, kIncluded);
    const Json* excluded = find_field(from, kExcluded);
    if (in != nullptr && all) scope["included"] = *in;
    if (excluded != nullptr) scope["excluded"] = *excluded;
    return in != nullptr || excluded != nullptr;
  };
  const Json* given = find_field(answer, kScope);
  if (given == nullptr) {
    take_scope(answer, true);
  } else if (!given->is_object() || !take_scope(given->get_object(), true)) {
    scope["included"] = *given;
    take_scope(answer, false);
  } else if (find_field(given->get_object(), kExcluded) == nullptr) {
    take_scope(answer, false);
  }
  out.erase("constraints");
  out.erase("objections");
  return out;
}

// A whole brief tells all of them; part of one those that are to be different.
void set_constraints(Brief& brief, const Brief& standing, const JsonObject& answer) {
  const Json* given = find_field(answer, kConstraints);
  const bool whole = given != nullptr && has(answer, kGoal) && has(answer, kSteps);
  if (!whole) brief.constraints = standing.constraints;
  const auto put = [&](const BriefConstraint& one) {
    auto& all = brief.constraints;
    const auto same = std::ranges::find_if(all, [&](const BriefConstraint& known) {
      return one.name.empty() ? known == one : known.name == one.name;
    });
    if (same == all.end()) {
      all.push_back(one);
    } else {
      same->text = one.text;
    }
  };
  if (given != nullptr) std::ranges::for_each(brief_constraints(*given), put);
  for (const Name& name : kUsualConstraints) {
    const Json* value = find_field(answer, {&name, 1});
    const std::string text = value != nullptr ? brief_text(*value) : "";
    if (!was_not_said(text) && !is_placeholder(text)) put({std::string(name), text});
  }
}

// A brief that was written as YAML, in a fence or as all there is.
std::optional<JsonObject> brief_of_yaml(std::string_view text, Steps* steps) {
  constexpr std::size_t kLongest = 32 << 10;
  if (text.size() > kLongest) return std::nullopt;
  for (const Region& region : find_regions(text, steps)) {
    const bool fence = region.container == Container::kFence && region.info.starts_with("y");
    if (!fence && region.container != Container::kProse) continue;
    const std::string_view part = text.substr(region.begin, region.end - region.begin);
    if (!part.contains("goal:") && !part.contains("Goal:")) continue;
    if (steps != nullptr) steps->add(part.size());
    const auto document = parse_yaml(part, "answer");
    if (!document) continue;
    if (auto object = brief_in(document->value, 0)) return object;
  }
  return std::nullopt;
}

class BriefReader {
 public:
  BriefReader(const Roster& roster, const BriefOptions& options)
      : roster_(roster), options_(options) {}

  Read<BriefRead> read(const JsonObject& object) {
    Brief& brief = out_.brief;
    const Json* goal = find_field(object, kGoal);
    brief.goal = goal != nullptr ? brief_text(*goal) : "";
    if (goal != nullptr && is_left_open(*goal)) return placeholder("goal");
    if (brief.goal.empty()) return fault(FaultCode::kMissingField, "The brief has no goal.");
    if (auto done = title(object); !done) return std::unexpected(std::move(done.error()));
    if (auto done = scope(object); !done) return std::unexpected(std::move(done.error()));
    constraints(object);
    if (const Json* unknowns = find_field(object, kUnknowns)) {
      brief.unknowns = brief_items(*unknowns);
    }
    if (const Json* decisions = find_field(object, kDecisions)) {
      brief.decisions = read_decisions(*decisions);
    }
    if (const Json* objections = find_field(object, kObjections)) {
      brief.objections = read_objections(*objections, roster_);
    }
    if (auto done = next_steps(object); !done) return std::unexpected(std::move(done.error()));
    for (const std::size_t size :
         {brief.included.size(), brief.excluded.size(), brief.constraints.size(),
          brief.unknowns.size(), brief.decisions.size(), brief.objections.size()}) {
      if (size > kMaxBriefItems) {
        return fault(FaultCode::kOutOfRange, "A list of the brief has more than 200 items.");
      }
    }
    std::ranges::move(put_in_order(brief), std::back_inserter(out_.warnings));
    return std::move(out_);
  }

 private:
  static bool is_left_open(const Json& value) {
    const auto text = plain_text(value);
    return text && is_placeholder(*text);
  }

  static std::unexpected<Fault> placeholder(const std::string& field) {
    return fault(FaultCode::kPlaceholder,
                 "The " + field + " of the brief is still the format's own words.");
  }

  void warn(std::string code, std::string message) {
    out_.warnings.push_back({std::move(code), std::move(message)});
  }

  Read<void> title(const JsonObject& object) {
    constexpr std::size_t kColumns = 60;
    const Json* title = find_field(object, kTitle);
    if (title != nullptr && is_left_open(*title)) return placeholder("title");
    if (title != nullptr) out_.brief.title = brief_text(*title);
    if (!out_.brief.title.empty()) return {};
    const std::string_view goal = out_.brief.goal;
    out_.brief.title = fit(goal.substr(0, goal.find('\n')), kColumns);
    warn("no_title", "The brief has no title; the goal stands for it.");
    return {};
  }

  Read<void> scope(const JsonObject& object) {
    const Json* scope = find_field(object, kScope);
    const JsonObject* inside = &object;
    if (scope != nullptr && scope->is_object()) {
      const JsonObject& parts = scope->get_object();
      const bool known = find_field(parts, kIncluded) || find_field(parts, kExcluded);
      if (known) {
        inside = &parts;
      } else {
        out_.brief.included = brief_items(*scope);  // {"shop": "with a cart"}
      }
    } else if (scope != nullptr) {
      if (scope->is_bool() || scope->is_number()) {
        return fault(FaultCode::kInvalidType, "The scope of the brief must be an object.");
      }
      out_.brief.included = brief_items(*scope);
    }
    if (const Json* in = find_field(*inside, kIncluded)) out_.brief.included = brief_items(*in);
    const Json* out = find_field(*inside, kExcluded);
    if (out == nullptr) out = find_field(object, kExcluded);
    if (out != nullptr) out_.brief.excluded = brief_items(*out);
    if (out_.brief.included.empty() && out_.brief.excluded.empty()) {
      warn("no_scope", "The brief does not say what belongs to it.");
    }
    for (const std::string& item : out_.brief.excluded) {
      if (std::ranges::any_of(out_.brief.included,
                              [&](const std::string& other) { return same_title(item, other); })) {
        warn("in_and_out",
             "\"" + std::string(cut_bytes(item, 80)) + "\" is both in scope and out of scope.");
      }
    }
    return {};
  }

  void constraints(const JsonObject& object) {
    if (const Json* value = find_field(object, kConstraints)) {
      out_.brief.constraints = brief_constraints(*value);
    }
    for (const Name& name : kUsualConstraints) {
      const Json* value = find_field(object, {&name, 1});
      const bool given = std::ranges::find(out_.brief.constraints, name, &BriefConstraint::name) !=
                         out_.brief.constraints.end();
      const std::string text = value != nullptr && !given ? brief_text(*value) : "";
      if (!was_not_said(text) && !is_placeholder(text)) {
        out_.brief.constraints.push_back({std::string(name), text});
      }
    }
  }

  Read<void> next_steps(const JsonObject& object) {
    const bool lenient = !options_.steps_fall_to.empty();
    const Json* steps = find_field(object, kSteps);
    if (steps != nullptr && (steps->is_bool() || steps->is_number()) && !lenient) {
      return fault(FaultCode::kInvalidType, "The next steps must be an object {agent: task}.");
    }
    if (steps != nullptr) {
      if (auto done = read_brief_steps(*steps, roster_, options_, out_); !done) return done;
    }
    if (!out_.brief.next_steps.empty()) return {};
    if (lenient) {
      warn("no_next_steps", "The brief gives nobody anything to do.");
      return {};
    }
    return steps == nullptr
               ? fault(FaultCode::kMissingField, "The brief has no next_steps {agent: task}.")
               : fault(FaultCode::kEmpty, "The next_steps of the brief give no agent a task.");
  }

  const Roster& roster_;
  const BriefOptions& options_;
  BriefRead out_;
};

struct BriefAttempt {
  Read<BriefRead> read;
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The last complete one. A brief that only repeats the format counts when there is no other.
Read<BriefRead> last_of(std::string_view text, std::vector<BriefAttempt> all) {
  const bool any_good =
      std::ranges::any_of(all, [](const BriefAttempt& one) { return one.read.has_value(); });
  if (any_good) {
    std::erase_if(all, [](const BriefAttempt& one) {
      return !one.read && (one.read.error().code == FaultCode::kPlaceholder ||
                           one.read.error().code == FaultCode::kMissingField ||
                           one.read.error().code == FaultCode::kEmpty);
    });
  }
  BriefAttempt& last = all.back();
  if (!last.read) {
    Fault problem = std::move(last.read.error());
    if (problem.offset == 0) problem.offset = last.begin;
    if (problem.excerpt.empty()) problem.excerpt = excerpt_at(text, problem.offset);
    return std::unexpected(std::move(problem));
  }
  if (all.size() > 1) {
    const BriefAttempt& before = all[all.size() - 2];
    const bool same = before.read && before.read->brief == last.read->brief;
    const bool told =
        what_follows(text.substr(before.end, last.begin - before.end)) != Follows::kMore;
    if (!same && !told) {
      last.read->warnings.push_back(
          {"several_briefs", "The answer holds several briefs that differ; the last one counts."});
    }
  }
  return std::move(last.read);
}

}  // namespace

std::optional<JsonObject> brief_object(const Json& value) { return brief_in(value, 0); }

Read<BriefRead> read_brief_over(const Brief& standing, const JsonObject& answer,
                                const Roster& roster, const BriefOptions& options) {
  const JsonObject whole = over(standing, answer);
  Read<BriefRead> read = BriefReader(roster, options).read(whole);
  if (!read) return read;
  // What the answer does not name stays to the letter; reading tidies what it reads.
  Brief& brief = read->brief;
  const JsonObject before = to_json(standing);
  const auto same = [&](std::string_view name) { return whole.at(name) == before.at(name); };
  const auto same_scope = [&](std::string_view name) {
    return whole.at("scope").at(name) == before.at("scope").at(name);
  };
  if (same("title")) brief.title = standing.title;
  if (same("goal")) brief.goal = standing.goal;
  if (same_scope("included")) brief.included = standing.included;
  if (same_scope("excluded")) brief.excluded = standing.excluded;
  if (same("unknowns")) brief.unknowns = standing.unknowns;
  if (same("next_steps")) brief.next_steps = standing.next_steps;
  if (find_field(answer, kDecisions) == nullptr) brief.decisions = standing.decisions;
  set_constraints(brief, standing, answer);
  brief.objections = standing.objections;
  put_in_order(brief);
  return read;
}

std::optional<WrittenBrief> written_brief(std::string_view text, Steps* steps) {
  auto written = brief_of_yaml(text, steps);
  const bool yaml = written.has_value();
  if (!yaml) written = brief_of_markdown(text, steps);
  if (written->empty()) return std::nullopt;
  return WrittenBrief{std::move(*written),
                      {yaml ? "from_yaml" : "from_markdown", "The brief was not written as JSON."}};
}

Read<BriefRead> read_brief(std::string_view text, const Roster& roster, const BriefOptions& options,
                           Steps* steps) {
  constexpr std::size_t kMostBriefs = 50;
  const Found found = find_json(text, steps);
  std::vector<BriefAttempt> all;
  bool cut = found.truncated;
  for (const Candidate& candidate : found.candidates) {
    const ParsedJson& parsed = candidate.parsed;
    if (candidate.after_broken || all.size() >= kMostBriefs) continue;
    if (parsed.cut != Cut::kNone) {
      cut = true;
      continue;
    }
    const auto object = brief_in(parsed.value, 0);
    if (!object) continue;
    Read<BriefRead> read =
        parsed.conflicts.empty()
            ? BriefReader(roster, options).read(*object)
            : fault(FaultCode::kDuplicateKeyConflict,
                    "The key \"" + parsed.conflict_key + "\" comes twice with different values.",
                    parsed.conflicts.front().offset);
    if (read) read->repairs = notes_of_repairs(parsed);
    all.push_back({std::move(read), candidate.begin, candidate.end});
  }
  if (cut && (options.steps_fall_to.empty() || all.empty())) {
    return fault(FaultCode::kTruncated, "The brief is cut off.", text.size());
  }
  if (all.empty()) {
    if (const auto written = written_brief(text, steps)) {
      Read<BriefRead> read = BriefReader(roster, options).read(written->object);
      if (read) read->warnings.push_back(written->note);
      return read;
    }
    if (found.candidates.empty() || (found.failure && found.failure->had_content)) {
      return std::unexpected(fault_of_search(found, text));
    }
    return fault(FaultCode::kMissingField, "The JSON is no brief: it has no \"goal\".",
                 found.candidates.front().begin);
  }
  Read<BriefRead> read = last_of(text, std::move(all));
  if (read && cut) read->warnings.push_back({"truncated", "A later brief was cut off."});
  return read;
}

}  // namespace fm
