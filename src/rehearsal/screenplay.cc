#include "rehearsal/screenplay.h"

#include <algorithm>
#include <array>
#include <utility>

#include "rehearsal/rehearsal_values.h"
#include "rehearsal/screenplay_fields.h"
#include "rehearsal/screenplay_turns.h"

namespace fm {
namespace {

constexpr int kDeepestInclude = 4;
constexpr std::size_t kFaultsShown = 10;

template <class T>
using Named = std::pair<std::string_view, T>;

constexpr std::array<Named<ModelErrorKind>, 16> kFailures = {{
    {"rate_limit", ModelErrorKind::kRateLimit},
    {"quota", ModelErrorKind::kQuota},
    {"overloaded", ModelErrorKind::kOverloaded},
    {"server", ModelErrorKind::kServer},
    {"timeout", ModelErrorKind::kTimeout},
    {"network", ModelErrorKind::kNetwork},
    {"auth", ModelErrorKind::kAuth},
    {"permission", ModelErrorKind::kPermission},
    {"billing", ModelErrorKind::kBilling},
    {"not_found", ModelErrorKind::kNotFound},
    {"invalid_request", ModelErrorKind::kInvalidRequest},
    {"context_length", ModelErrorKind::kContextLength},
    {"too_large", ModelErrorKind::kTooLarge},
    {"content_filter", ModelErrorKind::kContentFilter},
    {"bad_tool_call", ModelErrorKind::kBadToolCall},
    {"bad_response", ModelErrorKind::kBadResponse},
}};

constexpr std::array<Named<Broken>, 5> kBroken = {{{"trailing_comma", Broken::kTrailingComma},
                                                   {"truncated", Broken::kTruncated},
                                                   {"prose_only", Broken::kProseOnly},
                                                   {"single_quotes", Broken::kSingleQuotes},
                                                   {"not_json", Broken::kNotJson}}};

constexpr std::array<Named<Finish>, 5> kFinishes = {{{"stop", Finish::kStop},
                                                     {"length", Finish::kLength},
                                                     {"content_filter", Finish::kContentFilter},
                                                     {"refusal", Finish::kRefusal},
                                                     {"unknown", Finish::kUnknown}}};

template <class T, std::size_t N>
T read_name(Fields& fields, std::string_view key, const std::array<Named<T>, N>& names) {
  const std::string given = fields.text(key);
  std::string known;
  for (const auto& [name, value] : names) {
    if (name == given) return value;
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  fields.fault(key, "`" + given + "` is unknown here; known are " + known + ".", "");
  return names.front().second;
}

StagedFailure read_failure(Fields fields) {
  StagedFailure failure;
  failure.kind = read_name(fields, "kind", kFailures);
  failure.times = fields.integer("times", 1, 1000).value_or(failure.times);
  if (const auto wait = fields.integer("retry_after_ms", 0, 3'600'000))
    failure.retry_after = Millis(*wait);
  if (const auto after = fields.integer("after", 0, 1 << 20))
    failure.after = static_cast<std::size_t>(*after);
  failure.message = fields.text("message");
  fields.refuse_unknown();
  return failure;
}

Behaviour read_behaviour(Fields& scene, Notes& notes) {
  Behaviour out;
  if (const auto delay = scene.integer("delay_ms", 0, 600'000)) out.delay = Millis(*delay);
  if (const auto chunk = scene.integer("chunk", 1, 1 << 20))
    out.chunk = static_cast<std::size_t>(*chunk);
  if (scene.has("fail")) out.failure = read_failure(scene.section("fail"));
  if (const auto cut = scene.integer("cut_after", 0, 1 << 20))
    out.cut_after = static_cast<std::size_t>(*cut);
  if (scene.has("broken")) out.broken = read_name(scene, "broken", kBroken);
  if (const auto empty = scene.flag("empty")) out.empty = *empty;
  if (scene.has("finish")) out.finish = read_name(scene, "finish", kFinishes);
  if (auto reasoning = read_templates(scene, "reasoning", notes); !reasoning.empty())
    out.reasoning = std::move(reasoning.front());
  Fields scores = scene.section("say_score_of");
  for (const std::string& idea : scores.keys()) {
    const std::string text = scores.text(idea);
    if (text != "none" && !parse_decimal(text, 2))
      scores.fault(idea, "A score is a number with at most two decimals, or `none`.", "");
    out.scores[idea] = text;
  }
  return out;
}

Scene read_scene(Fields& fields, Notes& notes) {
  Scene scene;
  scene.where = fields.where();
  scene.agents = read_texts(fields, "agent");
  scene.tasks = read_texts(fields, "task");
  scene.before = read_texts(fields, "before");
  scene.talk = fields.flag("talk").value_or(false);
  if (fields.has("round")) scene.rounds = read_numbers(fields, "round");
  if (fields.has("attempt")) scene.attempts = read_numbers(fields, "attempt");
  scene.texts = read_templates(fields, "text", notes);
  scene.behaviour = read_behaviour(fields, notes);
  fields.refuse_unknown();
  return scene;
}

struct Part {
  std::string_view name;
  std::size_t least;
};
constexpr std::array<Part, 11> kIdeaParts = {{{"title", 2},
                                              {"what", 1},
                                              {"why", 1},
                                              {"tags", 1},
                                              {"risk", 2},
                                              {"fix", 1},
                                              {"step", 3},
                                              {"pro", 1},
                                              {"con", 1},
                                              {"strong", 1},
                                              {"weak", 1}}};
constexpr std::array<Part, 5> kTwistParts = {
    {{"says", 1}, {"gift", 1}, {"doubt", 1}, {"answer", 1}, {"tag", 1}}};

template <std::size_t N>
std::vector<IdeaCard> read_profiles(Fields& of, std::string_view key,
                                    const std::array<Part, N>& parts, Notes& notes) {
  std::vector<IdeaCard> out;
  for (Fields& fields : of.sections(key)) {
    IdeaCard card{fields.where(), {}};
    for (const Part& part : parts) {
      auto& texts = card.parts[std::string(part.name)] = read_templates(fields, part.name, notes);
      if (texts.size() < part.least)
        fields.fault("",
                     "It needs `" + std::string(part.name) + "` with at least " +
                         std::to_string(part.least) + (part.least == 1 ? " text." : " texts."),
                     "");
    }
    fields.refuse_unknown();
    out.push_back(std::move(card));
  }
  return out;
}

Screenplay::Lists read_lists(Fields fields, Notes& notes) {
  Screenplay::Lists lists;
  for (const std::string& name : fields.keys()) {
    lists[name] = read_templates(fields, name, notes);
    if (lists[name].empty()) fields.fault(name, "The list `" + name + "` is empty.", "");
  }
  return lists;
}

Demonstration read_demonstration(Fields fields) {
  Demonstration made;
  made.name = fields.identifier("name");
  made.title = fields.text("title");
  made.about = fields.text("about");
  made.opening = fields.text("opening");
  made.keys = read_texts(fields, "keys");
  made.advises = fields.flag("advises").value_or(false);
  Fields listens = fields.section("listens");
  for (const std::string& name : listens.keys()) made.listens[name] = read_texts(listens, name);
  for (const char* key : {"name", "title", "about", "opening", "keys"})
    if (!fields.has(key)) fields.fault("", "A demonstration needs `" + std::string(key) + "`.", "");
  fields.refuse_unknown();
  return made;
}

// A file with a demonstration is all about that: its scenes and lists are for no other topic.
void set_aside(Screenplay& play, Demonstration demonstration) {
  for (Scene& scene : play.scenes) scene.demonstration = demonstration.name;
  demonstration.lists = std::exchange(play.lists, {});
  demonstration.start = std::exchange(play.start, {});
  play.demonstrations.push_back(std::move(demonstration));
}

// What `other` has and `play` has not; scenes and cards after the own ones.
void add(Screenplay& play, Screenplay other) {
  if (play.about.empty()) play.about = other.about;
  if (play.context_tokens == 0) play.context_tokens = other.context_tokens;
  std::ranges::move(other.scenes, std::back_inserter(play.scenes));
  std::ranges::move(other.ideas, std::back_inserter(play.ideas));
  std::ranges::move(other.twists, std::back_inserter(play.twists));
  std::ranges::move(other.demonstrations, std::back_inserter(play.demonstrations));
  if (!play.start) play.start = std::move(other.start);
  play.lists.merge(other.lists);
  for (auto& [name, words] : other.words)
    std::ranges::move(words, std::back_inserter(play.words[name]));
}

Result<YamlDocument> document_of(const ScreenplayText& file) {
  if (file.document) return *file.document;
  return parse_yaml(file.text, file.path);
}

// How a file came to be read.
enum class ReadAs {
  kWhole,
  kBuild  // by `build`: its scenes are played only where what is agreed on is built
};

class Reader {
 public:
  Reader(const Screenplay::Source& source, Notes& notes) : source_(source), notes_(notes) {}

  Result<Screenplay> read(const ScreenplayText& file, ReadAs as, int depth) const;

 private:
  Result<std::vector<Screenplay>> others(Fields& top, std::string_view key, ReadAs as,
                                         int depth) const;

  const Screenplay::Source& source_;
  Notes& notes_;
};

Result<std::vector<Screenplay>> Reader::others(Fields& top, std::string_view key, ReadAs as,
                                               int depth) const {
  std::vector<Screenplay> read_ones;
  for (const FieldText& name : top.whole_texts(key)) {
    if (!source_ || depth >= kDeepestInclude) {
      notes_.faults.push_back(
          {"", name.where + "`" + name.text + "` cannot be included here.", {}, {}});
      continue;
    }
    const ScreenplayText text = TRY(source_(name.text));
    read_ones.push_back(TRY(read(text, as, depth + 1)));
  }
  return read_ones;
}

Result<Screenplay> Reader::read(const ScreenplayText& file, ReadAs as, int depth) const {
  const YamlDocument document = TRY(document_of(file));
  Fields top(document, "", "screenplay_invalid", notes_.faults);
  if (top.is_absent()) top.fault("", "The screenplay is empty.", "");
  Screenplay play;
  for (Screenplay& build : TRY(others(top, "build", ReadAs::kBuild, depth)))
    add(play, std::move(build));
  play.about = top.text("about");
  if (const auto tokens = top.integer("context_tokens", 0, 1'000'000'000))
    play.context_tokens = *tokens;
  for (Fields& scene : top.sections("scenes")) {
    play.scenes.push_back(read_scene(scene, notes_));
    play.scenes.back().builds = as == ReadAs::kBuild;
  }
  std::ranges::move(read_turns(top, document, notes_), std::back_inserter(play.scenes));
  if (top.has("start")) play.start = read_start(top.section("start"), notes_);
  TemplateLists lists = read_lists(top.section("lists"), notes_);
  lists.merge(play.lists);
  play.lists = std::move(lists);
  Fields words = top.section("words");
  for (const std::string& name : words.keys()) play.words[name] = read_texts(words, name);
  play.ideas = read_profiles(top, "ideas", kIdeaParts, notes_);
  play.twists = read_profiles(top, "twists", kTwistParts, notes_);
  if (top.has("demonstration")) set_aside(play, read_demonstration(top.section("demonstration")));
  for (Screenplay& included : TRY(others(top, "include", as, depth)))
    add(play, std::move(included));
  top.refuse_unknown();
  return play;
}

void check_names(const Screenplay& play, Notes& notes) {
  const auto is_list = [&](std::string name) {
    if (name.starts_with("own_")) name.erase(0, 4);  // every agent's own, or this for all
    const auto has = [&](const auto& one) { return one.lists.contains(name); };
    return has(play) || std::ranges::any_of(play.demonstrations, has);
  };
  for (const auto& [name, where] : notes.names) {
    if (is_rehearsal_value(name) || is_list(name)) continue;
    notes.faults.push_back(
        {"", where + "{{" + name + "}} is no value and no list of this screenplay.", {}, {}});
  }
}

std::unexpected<Error> invalid(const Notes& notes) {
  const std::size_t shown = std::min(notes.faults.size(), kFaultsShown);
  std::string message;
  for (std::size_t i = 0; i < shown; ++i) {
    const Error& fault = notes.faults[i];
    message += (i == 0 ? "" : "\n") + fault.message + (fault.cure.empty() ? "" : " " + fault.cure);
  }
  if (notes.faults.size() > shown)
    message += "\nThere are " + std::to_string(notes.faults.size() - shown) + " more.";
  return fail("screenplay_invalid", message, {},
              "Correct these lines; the head of ideation.yaml tells the format.");
}

}  // namespace

Result<Screenplay> Screenplay::parse(const ScreenplayText& text, const Source& source) {
  Notes notes;
  Screenplay play = TRY(Reader(source, notes).read(text, ReadAs::kWhole, 0));
  check_names(play, notes);
  if (notes.faults.empty()) return play;
  return invalid(notes);
}

Result<std::vector<Demonstration>> Screenplay::demonstrations_of(const ScreenplayText& text,
                                                                 const Source& source) {
  Notes notes;
  std::vector<Demonstration> found;
  const YamlDocument whole = TRY(document_of(text));
  Fields top(whole, "", "screenplay_invalid", notes.faults);
  for (const FieldText& name : top.whole_texts("include")) {
    const ScreenplayText file = TRY(source(name.text));
    const YamlDocument included = TRY(document_of(file));
    Fields part(included, "", "screenplay_invalid", notes.faults);
    if (part.has("demonstration"))
      found.push_back(read_demonstration(part.section("demonstration")));
  }
  if (notes.faults.empty()) return found;
  return invalid(notes);
}

const Demonstration* Screenplay::demonstration_for(std::string_view wish) const {
  const auto& turns_away = word_list("turns_away");
  const auto found = std::ranges::find_if(
      demonstrations, [&](const Demonstration& one) { return one.is_for(wish, turns_away); });
  return found == demonstrations.end() ? nullptr : &*found;
}

const std::vector<std::string>& Screenplay::word_list(std::string_view name) const {
  static const std::vector<std::string> kNone;
  const auto found = words.find(name);
  return found == words.end() ? kNone : found->second;
}

}  // namespace fm
