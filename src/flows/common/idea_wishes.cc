#include "flows/common/idea_wishes.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "base/yaml/yaml.h"
#include "team/ideas/scoring.h"
#include "team/pack/preset.h"

namespace fm {
namespace {

using What = IdeaWish::What;
using Words = std::vector<std::string>;

constexpr auto kVerbs = std::to_array<std::pair<std::string_view, What>>({
    {"pin", What::kPin},
    {"unpin", What::kUnpin},
    {"veto", What::kVeto},
    {"unveto", What::kUnveto},
    {"score", What::kScore},
    {"rate", What::kScore},
});

// Words with what parts them, in small letters; a full stop or exclamation mark at the end is none.
Words words_of(std::string_view text) {
  std::string lowered;
  for (const char c : trim(text)) lowered += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  while (lowered.ends_with('.') || lowered.ends_with('!')) lowered.pop_back();
  Words words(1);
  for (const char c : lowered) {
    if (c == ' ' || c == '\t' || c == '\n' || c == ':' || c == '=') {
      if (!words.back().empty()) words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  if (words.back().empty()) words.pop_back();
  std::erase(words, "please");
  return words;
}

bool is_number(std::string_view word) {
  return !word.empty() && word.size() <= 4 &&
         std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

enum class BareNumber { kNo, kYes };  // whether "2" alone is idea-2

// Takes an idea's name from the front: "idea-2", "idea 2", "idea2", "#2", or "2". Its id, or empty.
std::string take_idea(Words& words, BareNumber bare) {
  if (words.empty()) return {};
  std::string_view first = words.front();
  bool named = false;
  if (first.starts_with("idea")) {
    named = true;
    first.remove_prefix(4);
    if (first.starts_with('-')) first.remove_prefix(1);
    if (first.empty() && words.size() > 1) {
      words.erase(words.begin());
      first = words.front();
    }
  }
  if (first.starts_with('#')) {
    named = true;
    first.remove_prefix(1);
  }
  if (!is_number(first) || (!named && bare == BareNumber::kNo)) return {};
  std::string id = "idea-" + std::string(first);
  words.erase(words.begin());
  return id;
}

// "idea-2, 3 and idea 4"; nothing when anything else stands there.
std::optional<Words> take_ideas(Words words) {
  Words parted;
  for (const std::string& word : words) {
    std::string part;
    for (const char c : word + ",") {
      if (c != ',') {
        part += c;
      } else if (!part.empty()) {
        parted.push_back(std::exchange(part, {}));
      }
    }
  }
  std::erase(parted, "and");
  std::erase(parted, "&");
  std::erase(parted, "ideas");
  Words ids;
  while (!parted.empty()) {
    std::string id = take_idea(parted, BareNumber::kYes);
    if (id.empty()) return std::nullopt;
    if (std::ranges::find(ids, id) == ids.end()) ids.push_back(std::move(id));
  }
  return ids;
}

// "8.5", "8,5", "8.5/10" or "8.5 of 10", in hundredths.
std::optional<int> score_in(Words words) {
  constexpr std::array<std::string_view, 4> kFillers = {"with", "at", "as", "to"};
  if (!words.empty() && std::ranges::find(kFillers, words.front()) != kFillers.end())
    words.erase(words.begin());
  if (words.empty()) return std::nullopt;
  std::string number = words.front();
  words.erase(words.begin());
  if (words == Words{"of", "10"} || words == Words{"out", "of", "10"}) words.clear();
  if (number.ends_with("/10")) number.resize(number.size() - 3);
  if (!words.empty() || number.size() > 6) return std::nullopt;
  std::ranges::replace(number, ',', '.');
  const auto value = parse_decimal(number, 2);
  if (!value || number.find_first_not_of("0123456789.") != number.npos) return std::nullopt;
  return static_cast<int>(*value);
}

const Idea* find_idea(const RoomView& view, const std::string& id) {
  const Idea* idea = view.idea(id);
  for (std::size_t i = 0; idea != nullptr && !idea->alive() && i < view.ideas.size(); ++i)
    idea = view.idea(idea->merged_into);
  return idea;
}

// The events that follow from one message.
class Wishes {
 public:
  Wishes(const RoomView& view, const Message& message) : view_(view), message_(message) {}

  void pin(const Idea& idea) {
    unveto(idea);
    if (!idea.pinned) add("idea.pinned", idea, {});
  }
  void unpin(const Idea& idea) {
    if (idea.pinned) add("idea.pinned", idea, {{"withdrawn", true}});
  }
  void veto(const Idea& idea) {
    unpin(idea);
    if (!idea.vetoed) add("idea.vetoed", idea, {});
  }
  void unveto(const Idea& idea) {
    if (idea.vetoed) add("idea.vetoed", idea, {{"withdrawn", true}});
  }

  void score(const Idea& idea, int said) {
    const int score = std::min(said, kMaxScore);
    JsonObject body{{"scorer", message_.from}, {"scores", JsonObject()}, {"score", score},
                    {"pros", JsonArray()},     {"cons", JsonArray()},    {"feedback", ""}};
    if (score != said) body["clamped"] = true;
    add("idea.scored", idea, std::move(body));
    if (score != said) events.push_back(warning_event(score_clamped(idea.id, message_.from)));
  }

  void unknown(const std::string& id) {
    const std::string known =
        view_.ideas.empty() ? "There is none yet." : "They go up to " + view_.ideas.back().id + ".";
    events.push_back(warning_event(
        {"idea_not_there", "There is no " + id + ".", known, "Look at their numbers once more."}));
  }

  std::vector<NewEvent> events;

 private:
  void add(std::string kind, const Idea& idea, JsonObject body) {
    NewEvent event;
    event.kind = std::move(kind);
    event.by = {Actor::kPerson, message_.from};
    event.body = std::move(body);
    event.body["id"] = idea.id;
    event.body["message"] = message_.id;
    events.push_back(std::move(event));
  }

  const RoomView& view_;
  const Message& message_;
};

}  // namespace

std::optional<IdeaWish> read_idea_wish(std::string_view text) {
  if (text.contains('?') || text.size() > 200) return std::nullopt;  // a question is no wish
  Words words = words_of(text);
  if (words.empty()) return std::nullopt;
  const auto verb = std::ranges::find(kVerbs, words.front(), &decltype(kVerbs)::value_type::first);
  if (verb == kVerbs.end()) return std::nullopt;
  words.erase(words.begin());
  IdeaWish wish;
  wish.what = verb->second;
  if (wish.what == What::kScore) {
    // A bare number could be the score: "score 2 1" is a match, not a wish.
    std::string id = take_idea(words, BareNumber::kNo);
    const auto score = score_in(std::move(words));
    if (id.empty() || !score) return std::nullopt;
    wish.ideas.push_back(std::move(id));
    wish.score = *score;
    return wish;
  }
  const bool takes_back = wish.what == What::kUnpin || wish.what == What::kUnveto;
  if (takes_back && words == Words{"all"}) words.clear();
  auto ids = take_ideas(std::move(words));
  if (!ids || (ids->empty() && !takes_back)) return std::nullopt;
  wish.ideas = std::move(*ids);
  return wish;
}

std::vector<NewEvent> wish_events(const RoomView& view, const IdeaWish& wish,
                                  const Message& message) {
  Words ids = wish.ideas;
  if (ids.empty())
    for (const Idea* idea : view.living_ideas()) ids.push_back(idea->id);
  Wishes wishes(view, message);
  for (const std::string& id : ids) {
    const Idea* idea = find_idea(view, id);
    if (idea == nullptr) {
      wishes.unknown(id);
      continue;
    }
    switch (wish.what) {
      case What::kPin:
        wishes.pin(*idea);
        break;
      case What::kUnpin:
        wishes.unpin(*idea);
        break;
      case What::kVeto:
        wishes.veto(*idea);
        break;
      case What::kUnveto:
        wishes.unveto(*idea);
        break;
      case What::kScore:
        wishes.score(*idea, wish.score);
        break;
    }
  }
  return std::move(wishes.events);
}

Flow<Nothing> take_wishes(FlowHandle flow, CoursePtr course) {
  if (!course->takes_wishes) co_return Nothing();
  // The view grows meanwhile: a wish is judged by what those before it have changed.
  for (std::size_t i = 0; i < flow.view<RoomView>().messages.size(); ++i) {
    const RoomView& view = flow.view<RoomView>();
    const Message& message = view.messages[i];
    if (message.kind != "user" || message.room_seq <= course->wished) continue;
    course->wished = message.room_seq;
    const auto wish = read_idea_wish(*message.text);
    if (!wish) continue;
    std::vector<NewEvent> events;
    if (course->is_decided) {
      events.push_back(warning_event(
          {"wish_too_late", "The choice is made; \"" + *message.text + "\" came too late for it.",
           "What is said of an idea counts until the choice.",
           "Add a round, and say it again: folkmoot ideate --continue " + view.id.value}));
    } else {
      events = wish_events(view, *wish, message);
    }
    if (events.empty()) continue;
    const FlowHandle at = flow.at("wish", static_cast<int>(message.room_seq.value));
    co_await at.post("post", std::move(events));
    co_await at.catch_up("look");
  }
  co_return Nothing();
}

}  // namespace fm
