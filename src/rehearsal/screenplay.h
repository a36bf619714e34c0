// Screenplay: what the rehearsal says and how its world behaves, read from YAML (P-34).
//
// packs/default/screenplays/ideation.yaml documents the format in its head. A screenplay is read
// once, checked as a whole (every fault with file and line), and never changes afterwards; it may
// be shared. It holds no state of a run. `include: [other]` puts another screenplay's scenes and
// words after its own, so that a small file can change a large one; `build: other` puts those that
// are for building what was agreed on before its own (screenplay_turns.h).
#pragma once

#include <climits>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/json.h"
#include "base/result.h"
#include "base/yaml/yaml.h"
#include "model/model.h"
#include "rehearsal/demonstration.h"
#include "rehearsal/json_template.h"
#include "rehearsal/rehearsal_template.h"

namespace fm {

// How the text of a scene is spoiled: what real models do to JSON.
enum class Broken { kTrailingComma, kTruncated, kProseOnly, kSingleQuotes, kNotJson };

// A provider's failure instead of an answer.
struct StagedFailure {
  ModelErrorKind kind = ModelErrorKind::kServer;
  int times = INT_MAX;  // of attempts 1, 2, ...
  std::optional<Millis> retry_after;
  std::size_t after = 0;  // bytes that are said before it fails
  std::string message;
};

// What the world does in a scene. Each part that is absent is left to a later scene.
struct Behaviour {
  std::optional<Millis> delay;       // before the first word; needs a loop
  std::optional<std::size_t> chunk;  // bytes of one delta
  std::optional<StagedFailure> failure;
  std::optional<std::size_t> cut_after;  // bytes after which the stream breaks
  std::optional<Broken> broken;
  std::optional<bool> empty;
  std::optional<Finish> finish;
  std::optional<Template> reasoning;
  std::map<std::string, std::string> scores;  // by idea id: a number's text, or "none"
};

struct Numbers {  // of rounds or attempts: "2", "2+", "1-3", "last"
  int from = 0;
  int to = INT_MAX;
  bool last = false;
};

struct ScriptedCall {
  std::string tool;
  JsonTemplate arguments;
};

struct Scene {
  std::string where;                // file:line
  std::vector<std::string> agents;  // empty: any; so with the others
  std::vector<std::string> tasks;
  std::vector<std::string> before;  // of repair and empty_reply: the task that is done again
  std::string demonstration;        // the one that it is of; empty: of none
  bool talk = false;                // only in a conversation
  bool builds = false;              // only where what is agreed on is built
  std::vector<std::string> works;   // tasks of a plan: "1.1"
  Numbers reviews;                  // which review of the task it is, or which it answers
  Numbers rounds;
  Numbers attempts;
  std::vector<Template> texts;         // none: the scene only lends its behaviour
  std::vector<ScriptedCall> calls;     // behind the text
  std::optional<JsonTemplate> answer;  // behind the text
  Behaviour behaviour;
};

// An idea, or a twist that can be given to any idea, as named parts with one or more texts.
struct IdeaCard {
  std::string where;
  std::map<std::string, std::vector<Template>, std::less<>> parts;
};

struct ScreenplayText {
  std::string text;
  std::string path;                           // what faults are reported under
  std::optional<YamlDocument> document = {};  // the text, where it was parsed before
};

struct Screenplay {
  // Gives an included screenplay by name ("parts/general"). Errors: what tells that it is missing.
  using Source = std::function<Result<ScreenplayText>(std::string_view name)>;

  // Errors: screenplay_invalid (every fault a line, at most ten), and what `source` says.
  static Result<Screenplay> parse(const ScreenplayText& text, const Source& source = {});

  using Lists = TemplateLists;

  std::string about;  // a sentence that says what it shows
  std::int64_t context_tokens = 0;
  std::vector<Scene> scenes;  // the first that fits is played
  Lists lists;
  std::map<std::string, std::vector<std::string>, std::less<>>
      words;                    // for reading what a person says
  std::vector<IdeaCard> ideas;  // for any topic
  std::vector<IdeaCard> twists;
  std::vector<Demonstration> demonstrations;  // in their order
  std::optional<FirstCommit> start;           // of the demonstration that the file becomes

  // The demonstrations that a screenplay includes itself, without their lists, in its order; the
  // rest of it is not read. Errors: as parse().
  static Result<std::vector<Demonstration>> demonstrations_of(const ScreenplayText& text,
                                                              const Source& source);

  const Demonstration* demonstration_for(std::string_view wish) const;  // null when there is none
  const std::vector<std::string>& word_list(std::string_view name) const;  // empty when unknown
};

}  // namespace fm
