#include "people/message/intent.h"

#include <algorithm>
#include <span>

#include "people/message/act.h"

namespace fm {
namespace {

constexpr std::array<std::string_view, kIntentCount> kNames = {"build",    "explore", "advice",
                                                               "research", "task",    "chat"};

// Points for the form of a sentence. A cue of the vocabulary has 1 to 9.
constexpr int kOrderForProduct = 12;  // "build me an app"
constexpr int kOrderForText = 10;     // "write a letter"
constexpr int kOrder = 6;             // "fix it"
constexpr int kWish = 9;              // "I'd like a shop"
constexpr int kStrong = 4;            // a cue that says much
constexpr int kOpening = 2;           // and begins the sentence
constexpr int kName = 7;              // "a poster for the party"
constexpr int kQuestion = 3;          // without any cue
constexpr int kSmallTalk = 9;         // nothing but "haha, nice one"
constexpr int kStatement = 2;         // neither order nor question

// Limits that keep the work linear in the message.
constexpr std::size_t kMostWords = 32;  // that decided
constexpr std::size_t kFarthest = 40;   // phrases from a verb to its object
constexpr std::size_t kMostInterests = 8;
constexpr std::size_t kMostPeople = 8;

// What may stand before the verb of an order: "hey, could you please help me".
constexpr Senses kBeforeOrder = kLeadIn | Senses{Sense::kRequest, Sense::kWish,    Sense::kHelp,
                                                 Sense::kPermit,  Sense::kOwnWord, Sense::kFirst,
                                                 Sense::kApprove, Sense::kGood,    Sense::kHedge};

class IntentReader {
 public:
  explicit IntentReader(const Utterance& utterance) : utterance_(utterance) {}

  IntentReading read() {
    const std::vector<Act> acts = read_acts(utterance_);
    for (std::size_t at = 0; at < acts.size(); ++at) {
      if (acts[at].kind != ActKind::kNone) add_clause(acts[at].clause);
    }
    add_small_talk(acts);
    collect_entities();
    return settle();
  }

 private:
  int& points(Intent intent) { return points_.at(static_cast<std::size_t>(intent)); }

  void give(Intent intent, int amount, std::string because) {
    points(intent) += amount;
    if (because.empty() || words_.size() >= kMostWords) return;
    if (std::ranges::find(words_, because, &Reason::word) == words_.end())
      words_.push_back({std::move(because), intent});
  }
  void give(Intent intent, int amount, const Phrase& because) {
    give(intent, amount, utterance_.said(because));
  }

  const Phrase& phrase(std::size_t at) const { return utterance_.phrases()[at]; }

  // The first phrase of a clause that is about something, after "ok so could you please".
  std::size_t body(const Clause& clause) const {
    std::size_t at = clause.first;
    while (at + 1 < clause.last &&
           (!utterance_.is_content(phrase(at)) || is_only_lead(phrase(at).senses)))
      ++at;
    return at;
  }
  static bool is_only_lead(Senses senses) {
    return senses.any(kBeforeOrder) && !senses.any({Sense::kDo, Sense::kMake}) &&
           (!senses.has(Sense::kQuestion) || senses.has(Sense::kRequest));
  }

  void add_clause(const Clause& clause) {
    const std::size_t head = body(clause);
    const bool cued = add_cues(clause, head);
    if (clause.reported || clause.reason) return;
    bool helped = false;
    for (std::size_t at = clause.first; at < head; ++at) {
      helped = helped || phrase(at).senses.any({Sense::kHelp, Sense::kRequest});
    }
    const Senses senses = phrase(head).senses;
    const bool order = (senses.has(Sense::kDo) || is_making(phrase(head))) &&
                       !senses.has(Sense::kQuestion) && (!clause.asked || helped);
    if (order) return add_order(clause, head);
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      if (phrase(at).senses.has(Sense::kWish)) return add_wish(clause, at);
    }
    if (add_verb_at_end(clause)) return;
    if (clause.asked && !cued) return add_question(clause);
    if (!clause.asked && !clause.condition) add_name(clause);
  }

  static bool is_making(const Phrase& verb) {
    return verb.senses.has(Sense::kMake) || verb.cues[static_cast<std::size_t>(Intent::kBuild)] > 0;
  }

  // The first thing that is named from there on says what is wanted.
  const Phrase* object(const Clause& clause, std::size_t from) const {
    constexpr Senses kThing = {Sense::kProduct, Sense::kText};
    const std::size_t end = std::min(utterance_.phrases().size(), from + kFarthest);
    for (std::size_t at = from; at < end; ++at) {
      if (at >= clause.last && utterance_.ends_sentence(at)) break;
      if (!phrase(at).senses.any(kThing)) continue;
      // "recipe website": the last of several names is the thing
      while (at + 1 < clause.last && phrase(at + 1).senses.any(kThing)) ++at;
      return &phrase(at);
    }
    return nullptr;
  }

  void add_order(const Clause& clause, std::size_t verb) {
    const Phrase* thing = object(clause, verb + 1);
    const bool product = thing != nullptr && thing->senses.has(Sense::kProduct);
    const bool text = thing != nullptr && thing->senses.has(Sense::kText);
    const bool making = is_making(phrase(verb));
    // "put a calendar on our site" makes a thing, "fix the site" does something to one
    const bool new_product = product && !text && is_new(*thing, verb);
    if ((making && !text) || new_product) {
      give(Intent::kBuild, product ? kOrderForProduct : kOrder, phrase(verb));
    } else if (making && product) {
      give(Intent::kBuild, kOrderForText, phrase(verb));
      give(Intent::kTask, kOrder, std::string());
    } else {
      give(Intent::kTask, text ? kOrderForText : kOrder, phrase(verb));
    }
    if (thing != nullptr) give(product && !text ? Intent::kBuild : Intent::kTask, 1, *thing);
  }

  // "a", "an", "our own" stand before the thing, not "the" or "this".
  bool is_new(const Phrase& thing, std::size_t verb) const {
    constexpr std::size_t kNear = 5;
    for (std::size_t at = verb + 1; &phrase(at) != &thing; ++at) {
      const std::string word = utterance_.said(phrase(at));
      const bool near = static_cast<std::size_t>(&thing - &phrase(at)) <= kNear;
      if (near && (word == "a" || word == "an" || word == "own" || word == "another")) return true;
    }
    return false;
  }

  void add_wish(const Clause& clause, std::size_t wish) {
    const Phrase* thing = object(clause, wish + 1);
    if (thing == nullptr) thing = object(clause, clause.first);  // "an app would be great"
    if (thing == nullptr) return;
    const bool text = thing->senses.has(Sense::kText) && !thing->senses.has(Sense::kProduct);
    give(text ? Intent::kTask : Intent::kBuild, kWish, phrase(wish));
    give(text ? Intent::kTask : Intent::kBuild, 1, *thing);
  }

  // Where the verb comes last: "a site for the club - make (please)".
  bool add_verb_at_end(const Clause& clause) {
    constexpr Senses kAfterVerb = {Sense::kPolite, Sense::kRequest, Sense::kAsks, Sense::kFiller,
                                   Sense::kSmall,  Sense::kThanks,  Sense::kNow};
    std::size_t verb = clause.last;
    while (verb > clause.first) {
      const Phrase& last = phrase(--verb);
      if (is_making(last) || last.senses.any({Sense::kDo, Sense::kChange})) break;
      if (last.known && !last.senses.any(kAfterVerb)) return false;
    }
    const Phrase* thing = nullptr;
    for (std::size_t at = clause.first; at < verb; ++at) {
      if (phrase(at).senses.any({Sense::kSubject, Sense::kQuestion})) return false;
      if (phrase(at).senses.any({Sense::kProduct, Sense::kText})) thing = &phrase(at);
    }
    if (thing == nullptr || has_doer(clause, verb)) return false;
    const bool build = is_making(phrase(verb)) && thing->senses.has(Sense::kProduct);
    give(build ? Intent::kBuild : Intent::kTask, kOrderForText, phrase(verb));
    return true;
  }

  // What a question is about when no cue says it: the person, the team, or the world.
  void add_question(const Clause& clause) {
    bool mine = utterance_.senses(clause).has(Sense::kOr);  // "tea or coffee?"
    bool yours = false;
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      mine = mine || phrase(at).senses.has(Sense::kMine);
      yours = yours || (!mine && phrase(at).senses.has(Sense::kYours));
    }
    const Intent about = mine ? Intent::kAdvice : yours ? Intent::kChat : Intent::kResearch;
    give(about, kQuestion, std::string());
  }

  // "a poster for the jazz night", "side effects of metformin": a thing is named, nothing else.
  void add_name(const Clause& clause) {
    const Phrase* thing = nullptr;
    bool begun = false;  // a word stood there that is neither "a" nor "the"
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      const Senses senses = phrase(at).senses;
      const bool named = senses.any({Sense::kProduct, Sense::kText});
      if (!named && senses.any({Sense::kSubject, Sense::kNegator, Sense::kGood, Sense::kThanks,
                                Sense::kYours, Sense::kMust}))
        break;
      if (named) {
        thing = &phrase(at);
        continue;
      }
      // "passed my test": a word before the article is a verb
      if (thing != nullptr || (begun && senses.has(Sense::kFiller))) break;
      begun = begun || !phrase(at).known;
    }
    if (thing == nullptr) return;
    const bool text = thing->senses.has(Sense::kText);
    give(text ? Intent::kTask : Intent::kBuild, kName, *thing);
  }

  // Somebody is named who does it: "you should write a book" asks for nothing.
  bool has_doer(const Clause& clause, std::size_t verb) const {
    for (std::size_t at = clause.first; at < verb; ++at) {
      if (phrase(at).senses.any({Sense::kSubject, Sense::kYours}) &&
          !phrase(at).senses.any({Sense::kRequest, Sense::kWish, Sense::kHelp}))
        return true;
    }
    return false;
  }

  // False when there was none.
  bool add_cues(const Clause& clause, std::size_t head) {
    bool cued = false;
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      const Phrase& here = phrase(at);
      const bool opens = at <= head;
      for (std::size_t intent = 0; intent < kIntentCount; ++intent) {
        int amount = here.cues.at(intent);
        // "you make me laugh": verbs of making count as orders only, and weak signs of a task
        // only beside one
        const bool weak = amount < kStrong && (static_cast<Intent>(intent) == Intent::kBuild ||
                                               static_cast<Intent>(intent) == Intent::kTask);
        if (amount == 0 || weak) continue;
        // "an app that shows who is next": question words ask where they begin
        if (!opens && amount < kStrong && static_cast<Intent>(intent) == Intent::kResearch)
          continue;
        if (opens && amount >= kStrong && !clause.condition) amount += kOpening;
        give(static_cast<Intent>(intent), amount, utterance_.said(here.cue_first, here.cue_last));
        cued = true;
      }
    }
    return cued;
  }

  // Thanks, laughter, opinions: nothing is asked for.
  void add_small_talk(const std::vector<Act>& acts) {
    bool only_talk = true;
    bool asks = false;
    for (const Act& act : acts) {
      asks = asks || act.clause.asked;
      only_talk = only_talk && (act.kind == ActKind::kNone || act.kind == ActKind::kApprove ||
                                act.kind == ActKind::kReject || act.kind == ActKind::kDoubt);
    }
    if (only_talk) points(Intent::kChat) += kSmallTalk;
    if (!asks) points(Intent::kChat) += kStatement;
  }

  // "I love gardening and photography", "my pottery hobby": names of what somebody is fond of.
  void collect_entities() {
    for (const Clause& clause : utterance_.clauses()) {
      for (std::size_t at = clause.first; at < clause.last; ++at) {
        const Senses senses = phrase(at).senses;
        if (senses.has(Sense::kPeople) && reading_.people.size() < kMostPeople)
          reading_.people.push_back(utterance_.said(phrase(at)));
        if (senses.has(Sense::kLike)) collect_interests(at + 1);
      }
    }
    reading_.combined = reading_.interests.size() > 1;
  }

  void collect_interests(std::size_t from) {
    std::string name;
    const auto keep = [&] {
      if (!name.empty() && reading_.interests.size() < kMostInterests)
        reading_.interests.push_back(std::exchange(name, {}));
    };
    // The clause ends at "and"; what follows in the same sentence without a verb goes on.
    const std::size_t end = std::min(utterance_.phrases().size(), from + kFarthest);
    for (std::size_t at = from; at < end; ++at) {
      const Phrase& here = phrase(at);
      const WordKind kind = utterance_.kind(here);
      if (here.senses.has(Sense::kAnd) || kind == WordKind::kMark) {
        keep();
        if (here.senses.has(Sense::kAnd)) continue;
        if (utterance_.words()[here.first].exact != ",") break;
        continue;
      }
      if (kind != WordKind::kWord ||
          here.senses.any({Sense::kSubject, Sense::kBut, Sense::kQuestion, Sense::kHedge,
                           Sense::kCondition, Sense::kPermit}))
        break;
      if (here.known && here.senses.any({Sense::kFiller, Sense::kSmall})) continue;
      if (!name.empty()) name += ' ';
      name += utterance_.said(here);
    }
    keep();
  }

  IntentReading settle() {
    std::size_t best = static_cast<std::size_t>(Intent::kChat);
    std::size_t second = kIntentCount;
    for (std::size_t at = 0; at < kIntentCount; ++at) {
      if (points_[at] > points_[best]) best = at;
    }
    for (std::size_t at = 0; at < kIntentCount; ++at) {
      if (at == best || points_[at] == 0) continue;
      if (second == kIntentCount || points_[at] > points_[second]) second = at;
    }
    reading_.intent = static_cast<Intent>(best);
    if (second < kIntentCount) reading_.runner_up = static_cast<Intent>(second);
    const int lead = points_[best] - (second < kIntentCount ? points_[second] : 0);
    constexpr int kSure = 12;          // a lead that leaves no doubt
    constexpr int kNothingKnown = 20;  // below every threshold: a model may know
    reading_.confidence = points_[best] <= kStatement
                              ? kNothingKnown
                              : std::min(98, 40 + 60 * std::max(lead, 0) / kSure);
    for (const Reason& reason : words_) {
      if (reason.intent == reading_.intent) reading_.words.push_back(reason.word);
    }
    return std::move(reading_);
  }

  struct Reason {
    std::string word;
    Intent intent;
  };

  const Utterance& utterance_;
  std::array<int, kIntentCount> points_{};
  std::vector<Reason> words_;
  IntentReading reading_;
};

}  // namespace

std::string_view to_string(Intent intent) { return kNames.at(static_cast<std::size_t>(intent)); }

std::optional<Intent> intent_from(std::string_view name) {
  const auto* found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Intent>(found - kNames.begin());
}

IntentPlan plan_for(Intent intent) {
  switch (intent) {
    case Intent::kBuild:
      return {"full", "full", {"leader", "researcher", "creative", "coder"}};
    case Intent::kExplore:
      return {"light", "light", {"leader", "researcher", "creative"}};
    case Intent::kAdvice:
      return {"minimal", "quick", {"leader", "researcher"}};
    case Intent::kResearch:
      return {"minimal", "quick", {"researcher"}};
    case Intent::kTask:
      return {"light", "light", {"leader", "coder"}};
    case Intent::kChat:
      break;
  }
  return {"none", "chat", {"leader"}};
}

IntentReading read_intent(const Utterance& message) { return IntentReader(message).read(); }

}  // namespace fm
