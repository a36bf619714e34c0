#include "rehearsal/rehearsal_ideas.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <utility>

#include "base/text.h"
#include "rehearsal/rehearsal_speaker.h"
#include "rehearsal/rehearsal_words.h"

namespace fm {
namespace {

constexpr std::array<std::string_view, 5> kCriteria = {"feasibility", "innovation", "impact",
                                                       "clarity", "completeness"};
constexpr int kLowest = 420;        // hundredths
constexpr int kScores = 521;        // 4.20 to 9.40; a prime, so that every step visits them all
constexpr int kGoldenStep = 322;    // spreads even a few ideas over the whole range
constexpr std::size_t kPasses = 3;  // how far an idea is looked for by its title

std::string score_text(int hundredths) {
  const std::string cents = std::to_string(hundredths % 100);
  return std::to_string(hundredths / 100) + "." + (cents.size() < 2 ? "0" : "") + cents;
}

// The number in idea-7, else the position in the list.
std::size_t number_of(std::string_view id, std::size_t position) {
  std::size_t number = 0;
  const std::size_t hyphen = id.rfind('-');
  if (hyphen == std::string_view::npos) return position + 1;
  const auto [rest, error] = std::from_chars(id.data() + hyphen + 1, id.data() + id.size(), number);
  return error == std::errc() && rest == id.data() + id.size() ? number : position + 1;
}

int score_of(const JsonObject& idea) { return static_cast<int>(idea.at("hundredths").as_int64()); }

JsonArray texts(Speaker& speaker, const IdeaCard& card, std::string_view part, const Json& values) {
  JsonArray out;
  const auto found = card.parts.find(part);
  if (found == card.parts.end()) return out;
  for (const Template& text : found->second) out.emplace_back(speaker.say(text, {&values}));
  return out;
}

}  // namespace

IdeaBook::IdeaBook(const Screenplay& play, const Topic& topic, const Dice& dice, const Json& facts,
                   std::string_view scorer)
    : play_(play), topic_(topic), dice_(dice) {
  for (const std::size_t at : dice.shuffled(play.ideas.size(), "ideas"))
    profiles_.push_back(&play.ideas[at]);
  std::size_t position = 0;
  if (const Json* given = find_at(facts, "ideas"); given != nullptr && given->is_array())
    for (const Json& idea : given->get_array()) add_known(idea, position++);
  rank_all(scorer);
}

const JsonObject& IdeaBook::sketch(std::size_t number) const {
  while (sketches_.size() <= number) sketches_.push_back(made(sketches_.size()));
  return sketches_[number];
}

JsonObject IdeaBook::made(std::size_t number) const {
  const IdeaCard& card = *profiles_[number % profiles_.size()];
  const std::size_t pass = number / profiles_.size();
  Speaker speaker(play_, topic_.own_lists(), dice_, number, 0);
  JsonObject out{{"subject", topic_.subject}, {"label", topic_.label}};
  const Json values = out;

  const auto& titles = card.parts.at("title");
  const std::size_t form =
      (dice_.below(titles.size(), "title", number % profiles_.size()) + pass) % titles.size();
  std::string title = speaker.say(titles[form], {&values});
  if (pass >= titles.size()) title += " " + std::to_string(pass + 1);
  out["title"] = title;
  out["folded"] = fold(title);
  for (const std::string_view part : {"what", "why", "fix", "strong", "weak"})
    out[part] = speaker.say(card.parts.find(part)->second.front(), {&values});
  for (const auto& [part, name] : {std::pair{"tags", "tags"},
                                   {"risk", "risks"},
                                   {"step", "steps"},
                                   {"pro", "pros"},
                                   {"con", "cons"}})
    out[name] = texts(speaker, card, part, values);
  out["risk"] = out["risks"].as_array()[0];
  out["other_risk"] = out["risks"].as_array()[1];
  out["first_step"] = out["steps"].as_array()[0];
  out["pro"] = out["pros"].as_array()[0];
  out["con"] = out["cons"].as_array()[0];
  if (const auto& twists = play_.twists; !twists.empty()) {
    const IdeaCard& twist = twists[dice_.shuffled(twists.size(), "twists")[number % twists.size()]];
    for (const auto& [part, alternatives] : twist.parts)
      out[part] = speaker.say(alternatives.front(), {&values});
    out["tags"].as_array().push_back(out["tag"]);
  }
  std::string description(out["what"].as_string());
  if (const auto* says = out.if_contains("says"))
    description += " " + std::string(says->as_string());
  out["description"] = description;
  return out;
}

// An idea that the rehearsal did not make.
JsonObject IdeaBook::stranger(std::string_view title, std::size_t number) const {
  Speaker speaker(play_, topic_.own_lists(), dice_, number, 0);
  JsonObject out{{"subject", topic_.subject}, {"title", title}};
  const Json values = out;
  for (const std::string_view part : {"what", "why", "fix", "gift", "doubt", "answer"})
    out[part] = speaker.pick("any_" + std::string(part), {&values});
  for (const auto& [part, name] :
       {std::pair{"risk", "risks"}, {"step", "steps"}, {"pro", "pros"}, {"con", "cons"}}) {
    JsonArray some;
    for (int i = 0; i < 3; ++i)
      some.emplace_back(speaker.pick("any_" + std::string(part), {&values}));
    out[name] = std::move(some);
    out[part] = out[name].as_array()[0];
  }
  out["other_risk"] = out["risks"].as_array()[1];
  out["first_step"] = out["steps"].as_array()[0];
  out["tags"] = JsonArray();
  out["strong"] = kCriteria[number % 5];
  out["weak"] = kCriteria[(number + 2) % 5];
  out["description"] = out["what"];
  return out;
}

void IdeaBook::add_known(const Json& idea, std::size_t position) {
  const std::string_view id = text_at(idea, "id");
  const std::string_view title = text_at(idea, "title");
  const std::size_t number = number_of(id, position);
  const std::string wanted = fold(title);
  JsonObject known;
  for (std::size_t k = 0; k < kPasses * profiles_.size() && known.empty(); ++k)
    if (sketch(k).at("folded").as_string() == wanted) known = sketch(k);
  if (known.empty()) known = stranger(title, number);
  known["title"] = title;
  known["id"] = id;
  known["number"] = static_cast<std::int64_t>(number);
  known["revision"] = int_at(idea, "revision", 1);
  known["vetoed"] = bool_at(idea, "vetoed");
  if (const Json* score = find_at(idea, "score"); score != nullptr && score->is_int64())
    known["hundredths"] = *score;
  ideas_.push_back(std::move(known));
}

void IdeaBook::rank_all(std::string_view scorer) {
  std::set<int> taken;
  const auto start = dice_.below(kScores, "score");
  for (Json& item : ideas_) {
    JsonObject& idea = item.as_object();
    if (!idea.contains("hundredths")) {
      const auto number = static_cast<std::size_t>(idea.at("number").as_int64());
      int step = static_cast<int>((start + number * kGoldenStep) % kScores);
      if (!scorer.empty() && scorer != "moderator")  // another member of a panel sees it otherwise
        step += static_cast<int>(dice_.below(121, scorer, number)) - 60;
      step = std::clamp(step, 0, kScores - 1);
      while (!taken.insert(step).second) step = (step + 1) % kScores;
      idea["hundredths"] = kLowest + step;
    }
    add_criteria(idea, score_of(idea));
    idea["score"] = score_text(score_of(idea));
    idea["percent"] = (score_of(idea) + 5) / 10;
  }
  for (Json& item : ideas_) {
    const int mine = score_of(item.as_object());
    const auto better = std::ranges::count_if(
        ideas_, [&](const Json& other) { return score_of(other.as_object()) > mine; });
    item.as_object()["rank"] = better + 1;
  }
}

// Five numbers around the score whose mean it is, high where the idea is strong.
void IdeaBook::add_criteria(JsonObject& idea, int score) const {
  const int room = std::clamp(std::min(1000 - score, score), 0, 130);
  const auto number = static_cast<std::uint64_t>(score);
  const int strong = room - static_cast<int>(dice_.below(40, "strong", number)) * room / 130;
  const int other = static_cast<int>(dice_.below(70, "other", number)) * room / 130;
  std::array<int, 3> rest = {other, -other, 0};
  std::ranges::rotate(rest, rest.begin() + static_cast<std::ptrdiff_t>(number % 3));
  std::size_t next = 0;
  JsonArray criteria;
  for (const std::string_view name : kCriteria) {
    const bool is_strong = name == std::string_view(idea.at("strong").as_string());
    const bool is_weak = name == std::string_view(idea.at("weak").as_string());
    const int value = score + (is_strong ? strong : is_weak ? -strong : rest[next++ % 3]);
    criteria.push_back(JsonObject{{"name", name},
                                  {"hundredths", value},
                                  {"score", score_text(value)},
                                  {"percent", (value + 5) / 10}});
  }
  idea["criteria"] = std::move(criteria);
}

JsonArray IdeaBook::ranked() const {
  std::vector<const Json*> order;
  for (const Json& idea : ideas_)
    if (!bool_at(idea, "vetoed")) order.push_back(&idea);
  std::ranges::sort(order, {}, [](const Json* idea) { return int_at(*idea, "rank"); });
  JsonArray out;
  for (const Json* idea : order) out.push_back(*idea);
  return out;
}

JsonArray IdeaBook::fresh(std::size_t count) const {
  std::set<std::string, std::less<>> known;
  for (const Json& idea : ideas_) known.insert(fold(text_at(idea, "title")));
  JsonArray out;
  if (profiles_.empty()) return out;
  for (std::size_t k = 0; out.size() < count; ++k) {
    const JsonObject& idea = sketch(k);
    if (known.insert(std::string(idea.at("folded").as_string())).second) out.push_back(idea);
  }
  return out;
}

JsonArray IdeaBook::revised(std::size_t count, int round) const {
  const JsonArray order = ranked();
  const std::size_t better = std::min(order.size(), (order.size() + 3) / 2);
  JsonArray out;
  Speaker speaker(play_, topic_.own_lists(), dice_, static_cast<std::size_t>(round), 0);
  for (std::size_t i = 0; i < std::min(count, better); ++i) {
    const std::size_t at = (static_cast<std::size_t>(std::max(round, 2) - 2) * count + i) % better;
    JsonObject idea = order[at].as_object();
    const Json& other = order[(at + 1) % order.size()];
    idea["other"] = other;
    const Json values = idea;
    std::string text(text_at(values, "what"));
    text += " " + speaker.pick(round % 2 == 0 ? "version_fix" : "version_answer", {&values});
    if (order.size() > 1) {
      text += " " + speaker.pick("version_borrow", {&values});
      idea["builds_on"] = text_at(other, "id");
    }
    idea["description"] = text;
    out.push_back(std::move(idea));
  }
  return out;
}

}  // namespace fm
