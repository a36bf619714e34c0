// The documents that the conversation leaves behind, as Markdown: the findings of a light research
// (C-23), the summary of a debate (C-39), of a review (C-44), and STATE.md (C-49).
//
// Pure rendering of values through the templates of packs/default/templates. Texts in the values
// may be anybody's: they make no heading, no front matter and no HTML (markdown_text.h). Times are
// the caller's.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "rehearsal/rehearsal_template.h"

namespace fm {

enum class Certainty { kLow, kMedium, kHigh };

std::string_view to_string(Certainty certainty);  // "LOW"

struct ResearchFinding {
  std::string text;
  std::string source;     // an address or a file; empty when none was named
  std::string relevance;  // to the case at hand; may be empty
};

struct FindingGroup {
  std::string category;
  std::vector<ResearchFinding> findings;
};

struct WeighedAlternative {
  std::string what;
  std::string why_not;
};

struct FindingsDocument {
  std::string topic;
  std::string summary;
  std::string recommendation;
  std::vector<WeighedAlternative> alternatives;
  std::vector<FindingGroup> groups;
  Certainty certainty = Certainty::kLow;
  std::string certainty_why;
};

// The certainty stays what the agent said; that sources are missing is told behind its reason:
// where it is HIGH and any finding names none, or MEDIUM and none is named at all.
void tell_missing_sources(FindingsDocument& document);

struct DecidedPoint {
  std::string text;
  std::string reason;
  std::string by;  // who decided; may be empty
};

enum class ObjectionFate { kOpen, kAnswered, kWithdrawn, kAccepted, kOverruled };

struct DebateObjection {
  std::string agent;
  std::string text;
  ObjectionFate fate = ObjectionFate::kOpen;
  std::string answer;  // what became of it, in words; may be empty
};

struct DebateSummary {
  std::string topic;
  std::vector<DecidedPoint> decided;
  std::vector<std::string> open;
  std::vector<DebateObjection> objections;
};

struct PriorPhase {
  std::string phase;
  std::string provides;
};

struct ReviewSummary {
  std::string name;  // what was worked on
  std::string plan;
  std::vector<std::string> subsystem;
  std::vector<std::string> tags;
  std::vector<PriorPhase> requires_phases;
  std::vector<std::string> provides;
  std::vector<std::string> affects;
  std::vector<std::string> tech_added;
  std::vector<std::string> tech_patterns;
  std::string one_liner;             // what was achieved
  int tasks = 0;                     // parts that were handed in
  std::vector<std::string> files;    // where each lies, and whose it is
  bool are_files_hidden = false;     // they lie in the project's own folder
  std::vector<std::string> wishes;   // of the person since it was last shown, and who changed what
  std::vector<std::string> checked;  // of each part what its check found
  std::vector<DecidedPoint> decisions;
  std::vector<std::string> ready;     // how each part can be tried
  std::vector<std::string> blockers;  // what is open now
};

struct StateDocument {
  std::string goal;
  int number = 1;  // where in its phases the project stands
  int phases = 1;
  std::string status;  // the phase, and what is waited for
  UtcMs last_activity;
  UtcMs last_session;
  std::string stopped_at;
  std::string resume_file;  // a path, or empty
  std::vector<DecidedPoint> decisions;
  std::vector<std::string> blockers;
};

struct DocumentFile {
  std::string_view path;  // its stem is the document: findings, debate, review, shown_review, state
  std::string_view text;
};

// Immutable once opened.
class Documents {
 public:
  // All five, each with the names that it has values for and no others. Errors: template_invalid
  // with the file's path, pack_file_missing.
  static Result<Documents> open(std::span<const DocumentFile> files);

  std::string findings(const FindingsDocument& document) const;
  std::string debate(const DebateSummary& summary) const;
  std::string review(const ReviewSummary& summary) const;
  // The same for people in the room: paths, what is open, how to try it, how it was checked.
  std::string shown_review(const ReviewSummary& summary) const;
  std::string state(const StateDocument& state) const;

 private:
  Template findings_;
  Template debate_;
  Template review_;
  Template shown_review_;
  Template state_;
};

// Those that the program itself brings.
Result<Documents> built_in_documents();

}  // namespace fm
