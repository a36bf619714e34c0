#include "team/documents/documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/yaml/fields.h"
#include "team/pack/embedded.h"
#include "team/text/markdown_text.h"

namespace fm {
namespace {

using Names = std::span<const std::string_view>;
constexpr auto kFindingsNames = std::to_array<std::string_view>(
    {"topic", "summary", "recommendation", "alternatives", "what", "why_not", "groups", "category",
     "findings", "text", "relevance", "source", "certainty", "certainty_why"});
constexpr auto kDebateNames =
    std::to_array<std::string_view>({"topic", "decided", "text", "by", "reason", "open",
                                     "objections", "agent", "became", "answer"});
constexpr auto kReviewNames = std::to_array<std::string_view>(
    {"yaml_phase", "yaml_plan",     "yaml_subsystem", "yaml_tags",  "requires",      "yaml_prior",
     "yaml_gave",  "yaml_provides", "yaml_affects",   "yaml_added", "yaml_patterns", "name",
     "one_liner",  "tasks",         "files",          "checked",    "wishes",        "decisions",
     "text",       "reason",        "ready",          "blockers",   "in_the_way"});
constexpr auto kShownReviewNames = std::to_array<std::string_view>(
    {"name", "one_liner", "files", "any_files", "are_hidden", "wishes", "any_wishes", "blockers",
     "any_blockers", "ready", "any_ready", "checked", "any_checked"});
constexpr auto kStateNames = std::to_array<std::string_view>(
    {"goal", "number", "phases", "status", "last_activity", "last_session", "stopped_at",
     "resume_file", "decisions", "text", "reason", "blockers"});

// What a template may leave out: parts of an entry, and what only says that there is nothing.
bool is_optional(std::string_view name) { return name == "in_the_way" || name == "by"; }

Result<Template> read_template(std::span<const DocumentFile> files, std::string_view name,
                               Names names) {
  const auto file = std::ranges::find_if(
      files, [&](const DocumentFile& one) { return file_stem(one.path) == name; });
  if (file == files.end()) {
    return fail("pack_file_missing", fmt::format("There is no template `{}`.", name), {},
                "Reinstall the program.");
  }
  auto made = Template::parse(file->text);
  if (!made) {
    made.error().message = fmt::format("{}: {}", file->path, made.error().message);
    return made;
  }
  const auto used = made->names();
  for (const std::string& one : used) {
    if (one == "." || std::ranges::find(names, std::string_view(one)) != names.end()) continue;
    std::vector<std::string> known(names.begin(), names.end());
    return fail("template_invalid",
                fmt::format("{}: The document has no value {{{{{}}}}}.", file->path, one), {},
                suggest(one, known));
  }
  for (const std::string_view one : names) {
    if (is_optional(one) || std::ranges::find(used, one) != used.end()) continue;
    return fail("template_invalid",
                fmt::format("{}: The value {{{{{}}}}} is not used.", file->path, one), {},
                "Put it where it belongs: nothing of a document may be lost.");
  }
  return made;
}

std::string render(const Template& made, JsonObject values) {
  const Json scope = std::move(values);
  return made.render(
      {&scope}, [](std::string_view, const std::vector<const Json*>&) { return std::string(); });
}

std::string or_else(std::string text, std::string_view otherwise) {
  return text.empty() ? std::string(otherwise) : text;
}

JsonArray inline_texts(const std::vector<std::string>& texts) {
  JsonArray out;
  for (const std::string& text : texts) {
    std::string safe = markdown_inline(text);
    if (!safe.empty()) out.emplace_back(std::move(safe));
  }
  return out;
}

// What has no text is left out.
JsonArray points(const std::vector<DecidedPoint>& all) {
  JsonArray out;
  for (const DecidedPoint& point : all) {
    if (markdown_inline(point.text).empty()) continue;
    out.push_back(JsonObject{{"text", markdown_inline(point.text)},
                             {"reason", markdown_inline(point.reason)},
                             {"by", markdown_inline(point.by, 80)}});
  }
  return out;
}

std::string_view became(ObjectionFate fate) {
  switch (fate) {
    case ObjectionFate::kOpen:
      return "still open";
    case ObjectionFate::kAnswered:
      return "answered";
    case ObjectionFate::kWithdrawn:
      return "withdrawn";
    case ObjectionFate::kAccepted:
      return "accepted";
    case ObjectionFate::kOverruled:
      return "overruled";
  }
  return "still open";
}

}  // namespace

std::string_view to_string(Certainty certainty) {
  switch (certainty) {
    case Certainty::kLow:
      return "LOW";
    case Certainty::kMedium:
      return "MEDIUM";
    case Certainty::kHigh:
      return "HIGH";
  }
  return "LOW";
}

void tell_missing_sources(FindingsDocument& document) {
  int with = 0, without = 0;
  for (const FindingGroup& group : document.groups) {
    for (const ResearchFinding& finding : group.findings) {
      ++(markdown_inline(finding.source).empty() ? without : with);
    }
  }
  const Certainty most = with == 0      ? Certainty::kLow
                         : without == 0 ? Certainty::kHigh
                                        : Certainty::kMedium;
  if (document.certainty <= most) return;
  const std::string told = with == 0 ? "No source is named."
                                     : fmt::format("{} of {} findings {} no source.", without,
                                                   with + without, without == 1 ? "names" : "name");
  std::string& why = document.certainty_why;
  if (why.ends_with(told)) return;
  if (!why.empty() && !std::string_view(".!?").contains(why.back())) why += '.';
  if (!why.empty()) why += ' ';
  why += told;
}

Result<Documents> Documents::open(std::span<const DocumentFile> files) {
  Documents documents;
  documents.findings_ = TRY(read_template(files, "findings", kFindingsNames));
  documents.debate_ = TRY(read_template(files, "debate", kDebateNames));
  documents.review_ = TRY(read_template(files, "review", kReviewNames));
  documents.shown_review_ = TRY(read_template(files, "shown_review", kShownReviewNames));
  documents.state_ = TRY(read_template(files, "state", kStateNames));
  return documents;
}

std::string Documents::findings(const FindingsDocument& document) const {
  JsonArray alternatives, groups;
  for (const WeighedAlternative& one : document.alternatives) {
    alternatives.push_back(
        JsonObject{{"what", markdown_inline(one.what)},
                   {"why_not", or_else(markdown_inline(one.why_not), "no reason was given")}});
  }
  for (const FindingGroup& group : document.groups) {
    JsonArray findings;
    for (const ResearchFinding& one : group.findings) {
      findings.push_back(JsonObject{{"text", markdown_inline(one.text)},
                                    {"relevance", markdown_inline(one.relevance)},
                                    {"source", markdown_inline(one.source, 500)}});
    }
    if (findings.empty()) continue;
    groups.push_back(
        JsonObject{{"category", or_else(markdown_inline(group.category, 200), "Other")},
                   {"findings", std::move(findings)}});
  }
  return render(
      findings_,
      {{"topic", markdown_inline(document.topic, 300)},
       {"summary", or_else(markdown_paragraphs(document.summary), "None was written.")},
       {"recommendation", or_else(markdown_paragraphs(document.recommendation), "None.")},
       {"alternatives", std::move(alternatives)},
       {"groups", std::move(groups)},
       {"certainty", to_string(document.certainty)},
       {"certainty_why", or_else(markdown_inline(document.certainty_why), "no reason was given")}});
}

std::string Documents::debate(const DebateSummary& summary) const {
  JsonArray objections;
  for (const DebateObjection& one : summary.objections) {
    objections.push_back(JsonObject{{"agent", or_else(markdown_inline(one.agent, 80), "Somebody")},
                                    {"text", markdown_inline(one.text)},
                                    {"became", became(one.fate)},
                                    {"answer", markdown_inline(one.answer)}});
  }
  return render(debate_, {{"topic", markdown_inline(summary.topic, 300)},
                          {"decided", points(summary.decided)},
                          {"open", inline_texts(summary.open)},
                          {"objections", std::move(objections)}});
}

std::string Documents::review(const ReviewSummary& summary) const {
  JsonArray required;
  for (const PriorPhase& one : summary.requires_phases) {
    required.push_back(
        JsonObject{{"yaml_prior", yaml_text(one.phase)}, {"yaml_gave", yaml_text(one.provides)}});
  }
  return render(
      review_,
      {{"yaml_phase", yaml_text(summary.name)},
       {"yaml_plan", yaml_text(summary.plan)},
       {"yaml_subsystem", yaml_list(summary.subsystem)},
       {"yaml_tags", yaml_list(summary.tags)},
       {"requires", std::move(required)},
       {"yaml_provides", yaml_list(summary.provides)},
       {"yaml_affects", yaml_list(summary.affects)},
       {"yaml_added", yaml_list(summary.tech_added)},
       {"yaml_patterns", yaml_list(summary.tech_patterns)},
       {"name", markdown_inline(summary.name, 200)},
       {"one_liner", or_else(markdown_inline(summary.one_liner), "What came of it was not said.")},
       {"tasks", fmt::format("{}", summary.tasks)},
       {"files", inline_texts(summary.files)},
       {"checked", inline_texts(summary.checked)},
       {"wishes", inline_texts(summary.wishes)},
       {"decisions", points(summary.decisions)},
       {"ready", inline_texts(summary.ready)},
       {"blockers", inline_texts(summary.blockers)},
       {"in_the_way", !summary.ready.empty() || !summary.blockers.empty()}});
}

std::string Documents::shown_review(const ReviewSummary& summary) const {
  return render(
      shown_review_,
      {{"name", or_else(markdown_inline(summary.name, 200), "The work")},
       {"one_liner", or_else(markdown_inline(summary.one_liner), "What came of it was not said.")},
       {"files", inline_texts(summary.files)},
       {"any_files", !summary.files.empty()},
       {"are_hidden", summary.are_files_hidden},
       {"wishes", inline_texts(summary.wishes)},
       {"any_wishes", !summary.wishes.empty()},
       {"blockers", inline_texts(summary.blockers)},
       {"any_blockers", !summary.blockers.empty()},
       {"ready", inline_texts(summary.ready)},
       {"any_ready", !summary.ready.empty()},
       {"checked", inline_texts(summary.checked)},
       {"any_checked", !summary.checked.empty()}});
}

std::string Documents::state(const StateDocument& state) const {
  constexpr std::size_t kDate = 10;    // 2026-05-01
  constexpr std::size_t kMinute = 16;  // 2026-05-01T12:00
  std::string session = to_rfc3339(state.last_session).substr(0, kMinute);
  std::ranges::replace(session, 'T', ' ');
  return render(
      state_, {{"goal", or_else(markdown_paragraphs(state.goal), "No goal was given.")},
               {"number", fmt::format("{}", state.number)},
               {"phases", fmt::format("{}", state.phases)},
               {"status", markdown_inline(state.status, 300)},
               {"last_activity", to_rfc3339(state.last_activity).substr(0, kDate)},
               {"last_session", session + " UTC"},
               {"stopped_at", or_else(markdown_inline(state.stopped_at), "nothing in particular")},
               {"resume_file", or_else(markdown_inline(state.resume_file, 500), "none")},
               {"decisions", points(state.decisions)},
               {"blockers", inline_texts(state.blockers)}});
}

Result<Documents> built_in_documents() {
  constexpr std::string_view kTemplates = "default/templates/";
  std::vector<DocumentFile> files;
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.path.starts_with(kTemplates) && file.path.ends_with(".md"))
      files.push_back({file.path, file.bytes});
  }
  return Documents::open(files);
}

}  // namespace fm
