#include "rehearsal/screenplay.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/yaml.h"
#include "rehearsal/rehearsal_values.h"
#include "rehearsal/rehearsal_yaml.h"

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
T read_name(const YamlPlace& place, const std::array<Named<T>, N>& names) {
  const std::string given = place.text();
  std::string known;
  for (const auto& [name, value] : names) {
    if (name == given) return value;
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  place.fault("`" + given + "` is unknown here; known are " + known + ".");
  return names.front().second;
}

// 2, "2+", "1-3" or last.
Numbers read_numbers(const YamlPlace& place) {
  const std::string text = place.text();
  if (text == "last") return {.last = true};
  Numbers numbers;
  const char* end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data(), end, numbers.from);
  if (error == std::errc() && rest == end) {
    numbers.to = numbers.from;
    return numbers;
  }
  if (error == std::errc() && std::string_view(rest, end) == "+") return numbers;
  if (error == std::errc() && *rest == '-') {
    const auto second = std::from_chars(rest + 1, end, numbers.to);
    if (second.ec == std::errc() && second.ptr == end && numbers.from <= numbers.to) return numbers;
  }
  place.fault("`" + text + "` names no numbers; write 2, 2+, 1-3 or last.");
  return {};
}

StagedFailure read_failure(const YamlPlace& place) {
  place.only({"kind", "times", "retry_after_ms", "after", "message"});
  StagedFailure failure;
  failure.kind = read_name(place["kind"], kFailures);
  if (const auto times = place["times"]; times.there())
    failure.times = static_cast<int>(times.number(1, 1000));
  if (const auto wait = place["retry_after_ms"]; wait.there())
    failure.retry_after = Millis(wait.number(0, 3'600'000));
  if (const auto after = place["after"]; after.there())
    failure.after = static_cast<std::size_t>(after.number(0, 1 << 20));
  failure.message = place["message"].text();
  return failure;
}

Behaviour read_behaviour(const YamlPlace& scene) {
  Behaviour out;
  if (const auto part = scene["delay_ms"]; part.there())
    out.delay = Millis(part.number(0, 600'000));
  if (const auto part = scene["chunk"]; part.there())
    out.chunk = static_cast<std::size_t>(part.number(1, 1 << 20));
  if (const auto part = scene["fail"]; part.there()) out.failure = read_failure(part);
  if (const auto part = scene["cut_after"]; part.there())
    out.cut_after = static_cast<std::size_t>(part.number(0, 1 << 20));
  if (const auto part = scene["broken"]; part.there()) out.broken = read_name(part, kBroken);
  if (const auto part = scene["empty"]; part.there()) out.empty = part.flag();
  if (const auto part = scene["finish"]; part.there()) out.finish = read_name(part, kFinishes);
  if (auto reasoning = scene["reasoning"].templates(); !reasoning.empty())
    out.reasoning = std::move(reasoning.front());
  for (const auto& [idea, score] : scene["say_score_of"].members()) {
    const std::string text = score.text();
    if (text != "none" && !parse_decimal(text, 2))
      score.fault("A score is a number with at most two decimals, or `none`.");
    out.scores[idea] = text;
  }
  return out;
}

Scene read_scene(const YamlPlace& place) {
  place.only({"agent", "task", "before", "kind", "form", "round", "attempt", "text", "delay_ms",
              "chunk", "fail", "cut_after", "broken", "empty", "finish", "reasoning",
              "say_score_of"});
  Scene scene;
  scene.where = place.where();
  scene.agents = place["agent"].texts();
  scene.tasks = place["task"].texts();
  scene.before = place["before"].texts();
  scene.kinds = place["kind"].texts();
  scene.forms = place["form"].texts();
  if (const auto part = place["round"]; part.there()) scene.rounds = read_numbers(part);
  if (const auto part = place["attempt"]; part.there()) scene.attempts = read_numbers(part);
  scene.texts = place["text"].templates();
  scene.behaviour = read_behaviour(place);
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
std::vector<IdeaCard> read_cards(const YamlPlace& places, const std::array<Part, N>& parts) {
  std::vector<IdeaCard> out;
  for (const YamlPlace& place : places.items()) {
    IdeaCard card{place.where(), {}};
    for (const auto& [name, value] : place.members()) {
      const auto fits = [&](const Part& part) { return part.name == name; };
      if (std::ranges::none_of(parts, fits)) value.fault("`" + name + "` is no part of this.");
      card.parts[name] = value.templates();
    }
    for (const Part& part : parts) {
      const auto found = card.parts.find(part.name);
      if (found != card.parts.end() && found->second.size() >= part.least) continue;
      place.fault("It needs `" + std::string(part.name) + "` with at least " +
                  std::to_string(part.least) + (part.least == 1 ? " text." : " texts."));
    }
    out.push_back(std::move(card));
  }
  return out;
}

Screenplay::Lists read_lists(const YamlPlace& places) {
  Screenplay::Lists lists;
  for (const auto& [name, place] : places.members()) {
    lists[name] = place.templates();
    if (lists[name].empty()) place.fault("The list `" + name + "` is empty.");
  }
  return lists;
}

TopicKind read_kind(const std::string& name, const YamlPlace& place) {
  place.only({"words", "marks", "formats", "lists", "ideas", "twists", "alone"});
  const YamlPlace alone = place["alone"];
  return {name,
          place["words"].texts(),
          place["marks"].texts(),
          place["formats"].texts(),
          read_lists(place["lists"]),
          read_cards(place["ideas"], kIdeaParts),
          read_cards(place["twists"], kTwistParts),
          alone.there() && alone.flag()};
}

// What `other` has and `play` has not; scenes and cards after the own ones.
void add(Screenplay& play, Screenplay other) {
  if (play.about.empty()) play.about = other.about;
  if (play.context_tokens == 0) play.context_tokens = other.context_tokens;
  std::ranges::move(other.scenes, std::back_inserter(play.scenes));
  std::ranges::move(other.ideas, std::back_inserter(play.ideas));
  std::ranges::move(other.twists, std::back_inserter(play.twists));
  play.lists.merge(other.lists);
  for (auto& [name, words] : other.words)
    std::ranges::move(words, std::back_inserter(play.words[name]));
  for (TopicKind& kind : other.kinds) {
    const auto own = std::ranges::find(play.kinds, kind.name, &TopicKind::name);
    if (own == play.kinds.end())
      play.kinds.push_back(std::move(kind));
    else
      own->complete_from(std::move(kind));
  }
}

Result<Screenplay> read(const ScreenplayText& file, const Screenplay::Source& source,
                        YamlFaults& faults, int depth) {
  YamlDocument parsed;
  if (!file.document) parsed = TRY(parse_yaml(file.text, file.path));
  const YamlDocument& document = file.document ? *file.document : parsed;
  const YamlPlace top(document, faults);
  if (!top.there()) top.fault("The screenplay is empty.");
  top.only({"about", "include", "context_tokens", "scenes", "lists", "words", "kinds", "ideas",
            "twists"});
  Screenplay play;
  play.about = top["about"].text();
  if (const auto part = top["context_tokens"]; part.there())
    play.context_tokens = part.number(0, 1'000'000'000);
  for (const YamlPlace& scene : top["scenes"].items()) play.scenes.push_back(read_scene(scene));
  play.lists = read_lists(top["lists"]);
  for (const auto& [name, place] : top["words"].members()) play.words[name] = place.texts();
  for (const auto& [name, place] : top["kinds"].members())
    play.kinds.push_back(read_kind(name, place));
  play.ideas = read_cards(top["ideas"], kIdeaParts);
  play.twists = read_cards(top["twists"], kTwistParts);
  for (const YamlPlace& place : top["include"].items()) {
    const std::string name = place.text();
    if (!source || depth >= kDeepestInclude) {
      place.fault("`" + name + "` cannot be included here.");
      continue;
    }
    const ScreenplayText included = TRY(source(name));
    add(play, TRY(read(included, source, faults, depth + 1)));
  }
  return play;
}

void check_names(const Screenplay& play, YamlFaults& faults) {
  const auto is_list = [&](std::string name) {
    if (name.starts_with("own_")) name.erase(0, 4);  // every agent's own, or this for all
    if (play.lists.contains(name)) return true;
    return std::ranges::any_of(play.kinds,
                               [&](const auto& kind) { return kind.lists.contains(name); });
  };
  for (const auto& [name, where] : faults.names) {
    if (is_rehearsal_value(name) || is_list(name)) continue;
    faults.lines.push_back(where + "{{" + name + "}} is no value and no list of this screenplay.");
  }
}

}  // namespace

Result<Screenplay> Screenplay::parse(const ScreenplayText& text, const Source& source) {
  YamlFaults faults;
  Screenplay play = TRY(read(text, source, faults, 0));
  check_names(play, faults);
  if (faults.lines.empty()) return play;
  const std::size_t more = faults.lines.size() - std::min(faults.lines.size(), kFaultsShown);
  faults.lines.resize(faults.lines.size() - more);
  std::string message = faults.lines.front();
  for (std::size_t i = 1; i < faults.lines.size(); ++i) message += "\n" + faults.lines[i];
  if (more > 0) message += "\nThere are " + std::to_string(more) + " more.";
  return fail("screenplay_invalid", message, {},
              "Correct these lines; the head of ideation.yaml tells the format.");
}

void TopicKind::complete_from(TopicKind other) {
  const auto take = [](auto& mine, auto& others) {
    if (mine.empty()) mine = std::move(others);
  };
  alone = alone || (ideas.empty() && other.alone);
  take(words, other.words);
  take(marks, other.marks);
  take(formats, other.formats);
  take(ideas, other.ideas);
  take(twists, other.twists);
  lists.merge(other.lists);
}

const TopicKind* Screenplay::kind(std::string_view name) const {
  const auto found = std::ranges::find(kinds, name, &TopicKind::name);
  return found == kinds.end() ? nullptr : &*found;
}

const std::vector<std::string>& Screenplay::word_list(std::string_view name) const {
  static const std::vector<std::string> kNone;
  const auto found = words.find(name);
  return found == words.end() ? kNone : found->second;
}

}  // namespace fm
