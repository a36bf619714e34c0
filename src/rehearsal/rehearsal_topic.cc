#include "rehearsal/rehearsal_topic.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/text.h"
#include "rehearsal/rehearsal_tokens.h"
#include "rehearsal/rehearsal_words.h"

namespace fm {
namespace {

constexpr std::size_t kPhraseWords = 3;  // the last ones: in English the head noun stands last
constexpr std::size_t kPhraseColumns = 28;
constexpr std::size_t kBriefColumns = 90;

struct Phrase {
  std::vector<std::string> words;
  Script script = Script::kWord;
  std::string before;       // the skipped word before it, no article
  bool determined = false;  // "the", "my" or the like stands before it
  bool acts = false;        // what is done, not what it is about: "paint" in "paint a wall"
  int score = 0;

  std::string text() const { return join(words, " "); }
};

class TopicReading {
 public:
  TopicReading(std::string_view text, const Lexicon& lexicon) : text_(text), lexicon_(lexicon) {}

  Topic read() {
    tokens_ = topic_words(text_);
    calm_capitals();
    find_phrases();
    Topic topic;
    topic.brief = shown_line(text_, kBriefColumns);
    topic.kind = find_kind();
    if (topic.kind != nullptr) drop_formats(*topic.kind);
    rate(topic.kind);
    const Phrase* subject = best(nullptr);
    if (subject == nullptr) {
      topic.subject =
          topic.brief.empty() ? "question" : "“" + shown_line(text_, kPhraseColumns) + "”";
      topic.subject_whole = topic.brief.empty() ? "the question" : topic.subject;
      return topic;
    }
    topic.subject = noun(*subject);
    topic.subject_whole = whole(*subject);
    if (const std::string verb = lowered(subject->words.back());
        lowered(topic.subject).find(verb) == std::string::npos)
      topic.verb = verb;
    const Phrase* theme = best(subject);
    if (theme != nullptr && belongs_before(*theme, *subject)) {
      const Phrase joined = in_front(*theme, *subject);
      topic.subject = joined.text();
      topic.subject_whole = whole(joined);
    } else if (theme != nullptr && theme->score >= subject->score - 2) {
      topic.theme = noun(*theme);
      topic.theme_whole = whole(*theme);
    }
    topic.audience = audience(subject);
    return topic;
  }

 private:
  bool is_marked(const TopicKind& kind) const {
    return std::ranges::any_of(kind.marks, [&](const std::string& mark) {
      return text_.find(mark) != std::string_view::npos;
    });
  }

  // A sentence's first word, a title in capitals and shouting do not make names of common words.
  void calm_capitals() {
    const auto is_upper = [](const TopicWord& token) {
      return std::isupper(static_cast<unsigned char>(token.text[0])) != 0;
    };
    const auto shouts = [](const TopicWord& token) {
      return token.text.size() > 1 && token.text != token.lower &&
             std::ranges::none_of(token.text, [](unsigned char c) { return std::islower(c); });
    };
    const bool all_shout = tokens_.size() > 1 && std::ranges::all_of(tokens_, shouts);
    const bool titled = std::ranges::all_of(tokens_, [&](const TopicWord& token) {
      return lexicon_.skip.contains(token.lower) || is_upper(token);
    });
    for (TopicWord& token : tokens_) {
      const bool known = lexicon_.knows(token.lower);
      const bool begins = token.breaks || &token == &tokens_.front();
      if (lexicon_.proper.contains(token.lower) || is_identifier(token.text)) continue;
      if (all_shout || (!shouts(token) && (begins || (titled && known)))) token.text = token.lower;
    }
  }

  bool skips(const TopicWord& token) const {
    if (lexicon_.skip.contains(token.lower) || (code_ && lexicon_.code_skip.contains(token.lower)))
      return true;
    const bool number = std::ranges::all_of(
        token.text, [](unsigned char c) { return std::isdigit(c) != 0 || c == '.'; });
    return token.script == Script::kWord && (token.text.size() < 2 || number);
  }

  void find_phrases() {
    code_ = std::ranges::any_of(lexicon_.screenplay.kinds,
                                [&](const auto& kind) { return is_marked(kind); });
    std::vector<TopicWord> tokens;
    for (TopicWord& token : tokens_) {
      if (token.script != Script::kDense) {
        tokens.push_back(std::move(token));
        continue;
      }
      std::ranges::move(divided(token, lexicon_.screenplay.word_list("dense_skip")),
                        std::back_inserter(tokens));
    }
    tokens_ = std::move(tokens);

    Phrase now;
    std::string before;
    int since_determiner = 99;
    const auto finish = [&] {
      if (!now.words.empty()) phrases_.push_back(trimmed(std::move(now)));
      now = {};
    };
    for (const TopicWord& token : tokens_) {
      if (token.breaks || (!now.words.empty() && now.script != token.script)) finish();
      if (token.breaks) before.clear();
      ++since_determiner;
      if (skips(token)) {
        const bool begins = now.before.empty() || lexicon_.before_verbs.contains(now.before);
        const bool article = lexicon_.determiners.contains(token.lower);
        const bool does = !now.words.empty() && now.words.front().ends_with("ing");
        now.acts = now.words.size() == 1 &&
                   ((begins && article) || (does && (article || token.lower == "to")));
        finish();
        if (lexicon_.determiners.contains(token.lower))
          since_determiner = 0;
        else
          before = token.lower;
        continue;
      }
      if (now.words.empty()) {
        now.script = token.script;
        now.before = before;
        now.determined = since_determiner <= 2;
        since_determiner = 99;
      }
      now.words.push_back(token.text);
      before.clear();
    }
    finish();
  }

  // "bake bread" is about bread; of "do cats purr" the cats are the matter.
  Phrase trimmed(Phrase phrase) const {
    auto& words = phrase.words;
    if (words.size() > 1 && !phrase.determined && lexicon_.verbs.contains(lowered(words.front())))
      words.erase(words.begin());
    const bool asks = phrase.before == "do" || phrase.before == "does" || phrase.before == "did";
    if (words.size() > 1 && asks) words.pop_back();
    if (words.size() > kPhraseWords) words.erase(words.begin(), words.end() - kPhraseWords);
    while (words.size() > 1 && width(phrase.text()) > kPhraseColumns) words.erase(words.begin());
    if (width(words.front()) > kPhraseColumns || phrase.script == Script::kDense)
      words.front() = cut_bytes(words.front(), phrase.script == Script::kDense ? 24 : 36);
    return phrase;
  }

  std::set<const TopicKind*> kinds_of(const TopicWord& token) const {
    std::set<const TopicKind*> found;
    for (const std::string& form : {token.lower, singular(token.lower)}) {
      const auto [from, to] = lexicon_.kinds.equal_range(form);
      for (auto entry = from; entry != to; ++entry) found.insert(entry->second);
    }
    if (token.script == Script::kWord) return found;
    for (const auto& [piece, kind] : lexicon_.pieces)
      if (token.text.find(piece) != std::string::npos) found.insert(kind);
    return found;
  }

  // The first phrase's last word tells most, then what stands early.
  const TopicKind* find_kind() const {
    const auto first = std::ranges::find_if(phrases_, [&](const auto& p) { return !is_people(p); });
    const std::string head = first == phrases_.end() ? "" : first->words.back();
    std::map<const TopicKind*, int> points;
    std::size_t place = 0;
    for (const TopicWord& token : tokens_) {
      const int verb = place == 0 && tokens_.size() > 1 && skips(token) ? 5 : 0;
      const int worth = (place++ < 16 ? 2 : 1) + (token.text == head ? 4 : 0) + verb;
      for (const TopicKind* kind : kinds_of(token)) points[kind] += worth;
    }
    const TopicKind* found = nullptr;
    int most = 0;
    for (const TopicKind& kind : lexicon_.screenplay.kinds) {
      const int sum = points[&kind] + (is_marked(kind) ? 8 : 0);
      if (sum <= most) continue;
      most = sum;
      found = &kind;
    }
    return found;
  }

  bool is_people(const Phrase& phrase) const {
    return lexicon_.people.contains(lowered(phrase.words.back()));
  }

  bool is_of(const TopicKind& kind, const std::string& word) const {
    for (const std::string& form : {word, singular(word)}) {
      const auto [from, to] = lexicon_.kinds.equal_range(form);
      for (auto entry = from; entry != to; ++entry)
        if (entry->second == &kind) return true;
    }
    return false;
  }

  // In a "beekeeping workshop" it is beekeeping that is learned.
  void drop_formats(const TopicKind& kind) {
    for (Phrase& phrase : phrases_)
      while (phrase.words.size() > 1 &&
             std::ranges::find(kind.formats, lowered(phrase.words.back())) != kind.formats.end())
        phrase.words.pop_back();
  }

  void rate(const TopicKind* kind) {
    int place = 0;
    for (Phrase& phrase : phrases_) {
      const std::string last = lowered(phrase.words.back());
      int seen = 0;
      for (const Phrase& other : phrases_) seen += lowered(other.words.back()) == last ? 1 : 0;
      phrase.score = 2 * static_cast<int>(std::min<std::size_t>(phrase.words.size(), 2));
      phrase.score += std::min(seen - 1, 4) - std::min(place++, 4);
      if (lexicon_.knows(last)) phrase.score += 1;
      if (kind != nullptr && is_of(*kind, last)) phrase.score += 1;
      if (is_people(phrase)) phrase.score -= 4;
      if (phrase.acts) phrase.score -= 4;
      if (lexicon_.before_places.contains(phrase.before))
        phrase.score -= 1;  // only where something is
      if (lexicon_.verbs.contains(last)) phrase.score -= 2;
      if (is_identifier(phrase.words.back())) phrase.score += 2;
      if (phrase.script == Script::kEmoji) phrase.score -= 2;
    }
  }

  const Phrase* best(const Phrase* besides) const {
    const Phrase* found = nullptr;
    for (const Phrase& phrase : phrases_) {
      if (besides != nullptr && (is_people(phrase) || shares_word(phrase, *besides))) continue;
      if (besides != nullptr && phrase.script != besides->script) continue;
      if (found == nullptr || phrase.score > found->score) found = &phrase;
    }
    return found;
  }

  // "a newsletter about bees" is a bee newsletter, and "plastic in the ocean" is ocean plastic.
  bool belongs_before(const Phrase& theme, const Phrase& subject) const {
    if (subject.words.size() != 1 || subject.script != Script::kWord) return false;
    if (theme.words.size() >= kPhraseWords || !lexicon_.before_themes.contains(theme.before))
      return false;
    return width(theme.text() + " " + subject.text()) <= kPhraseColumns;
  }

  static Phrase in_front(const Phrase& theme, const Phrase& subject) {
    Phrase joined = subject;
    joined.words = theme.words;
    joined.words.back() = singular(joined.words.back());
    joined.words.push_back(subject.words.back());
    return joined;
  }

  static bool shares_word(const Phrase& a, const Phrase& b) {
    return std::ranges::any_of(a.words, [&](const std::string& word) {
      return std::ranges::any_of(b.words, [&](const std::string& other) {
        return singular(lowered(word)) == singular(lowered(other));
      });
    });
  }

  // "for busy parents", or a phrase whose last word means people.
  std::string audience(const Phrase* subject) const {
    for (const Phrase& phrase : phrases_) {
      if (&phrase == subject || phrase.script != Script::kWord) continue;
      const std::string last = lowered(phrase.words.back());
      if (phrase.words.size() == 1 && (last == "people" || last == "persons")) continue;
      const bool plural = is_plural(last) || lexicon_.plurals.contains(last);
      if (is_identifier(phrase.words.back())) continue;
      if (plural && (phrase.before == "for" || is_people(phrase))) return phrase.text();
    }
    return {};
  }

  // A verb alone becomes its noun: "cook" is about cooking, "bake" about baking.
  std::string noun(const Phrase& phrase) const {
    const std::string last = lowered(phrase.words.back());
    if (phrase.words.size() != 1 || !lexicon_.verbs.contains(last)) return phrase.text();
    for (const std::string& form :
         {last + "ing", last.substr(0, last.size() - 1) + "ing", last + last.back() + "ing"})
      if (lexicon_.gerunds.contains(form)) return form;
    return phrase.text();
  }

  std::string whole(const Phrase& phrase) const {
    const std::string last = lowered(phrase.words.back());
    const bool counts =
        phrase.determined || (lexicon_.count_nouns.contains(last) && !is_plural(last));
    const bool takes_article =
        phrase.script == Script::kWord && !lexicon_.verbs.contains(last) && counts;
    return (takes_article ? "the " : "") + noun(phrase);
  }

  std::string_view text_;
  const Lexicon& lexicon_;
  bool code_ = false;
  std::vector<TopicWord> tokens_;
  std::vector<Phrase> phrases_;
};

}  // namespace

Topic read_topic(std::string_view text, const Lexicon& lexicon) {
  return TopicReading(text, lexicon).read();
}

Topic plain_topic(const Purpose& purpose, const Screenplay& play) {
  const std::string_view text = text_at(purpose.facts, "topic");
  Topic topic;
  topic.brief = shown_line(text, kBriefColumns);
  topic.demonstration = play.demonstration_for(text);
  const bool goes_on = purpose.task == "answer" || purpose.task == "reply";
  if (topic.demonstration != nullptr || !goes_on) return topic;
  const Demonstration* before = play.demonstration_for(text_at(purpose.facts, "before"));
  const std::vector<std::string> said{std::string(text_at(purpose.facts, "said"))};
  if (before != nullptr && !before->heard(said, play.word_list("turns_away")).empty())
    topic.demonstration = before;
  return topic;
}

const TemplateLists* Topic::own_lists() const {
  if (demonstration != nullptr) return &demonstration->lists;
  return kind != nullptr ? &kind->lists : nullptr;
}

}  // namespace fm
