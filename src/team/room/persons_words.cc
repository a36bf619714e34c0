#include "team/room/persons_words.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "people/language/utterance.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

using Name = std::string_view;

// Beside an amount of money or time, words of these kinds say that it is the budget's or the
// timeline's: a piece with any other word is about something else ("a haircut costs 25 euros").
constexpr auto kBeside =
    std::to_array<Name>({"in",      "within", "about",      "around", "roughly", "approximately",
                         "approx",  "max",    "maximum",    "at",     "most",    "least",
                         "only",    "just",   "have",       "has",    "we",      "i",
                         "it",      "should", "be",         "is",     "must",    "can",
                         "need",    "needs",  "want",       "until",  "from",    "now",
                         "for",     "the",    "a",          "an",     "no",      "not",
                         "more",    "less",   "than",       "up",     "to",      "latest",
                         "later",   "please", "this",       "that",   "my",      "our",
                         "you",     "got",    "get",        "all",    "of",      "ok",
                         "okay",    "fine",   "enough",     "good",   "sure",    "yes",
                         "well",    "total",  "overall",    "as",     "will",    "would",
                         "like",    "there",  "everything", "under",  "below",   "over",
                         "by",      "on",     "some",       "or",     "also",    "couple",
                         "together"});
constexpr auto kOfTime = std::to_array<Name>(
    {"done",     "ready",  "finished",  "live",    "online",  "launch", "launched",  "deadline",
     "timeline", "time",   "timeframe", "take",    "takes",   "start",  "delivered", "delivery",
     "work",     "works",  "finish",    "working", "running", "up",     "weeks",     "zeit",
     "frist",    "fertig", "innerhalb", "delai",   "plazo"});
constexpr auto kOfMoney = std::to_array<Name>({"budget", "cost", "costs", "spend", "price", "money",
                                               "stay", "keep", "limit", "ceiling", "cap",
                                               "altogether", "hochstens", "kosten", "presupuesto"});
// A later word on either that takes it back.
constexpr auto kLetsGo = std::to_array<Name>({"forget", "ignore", "flexible", "matter", "matters",
                                              "unlimited", "whatever", "higher", "longer", "egal"});

constexpr auto kNegators = std::to_array<Name>(
    {"no",        "not",   "without", "never",   "none",      "neither", "nor",
     "cannot",    "don't", "dont",    "doesn't", "doesnt",    "won't",   "wont",
     "can't",     "cant",  "isn't",   "isnt",    "shouldn't", "exclude", "excluded",
     "excluding", "avoid", "avoids",  "skip",    "skips",     "instead", "rather",
     "except",    "drop",  "dropped", "leave",   "omit",      "omitted", "free",
     "kein",      "keine", "keinen",  "keiner",  "ohne",      "nicht",   "sans",
     "pas",       "sin",   "senza",   "sem",     "geen",      "zonder",  "niet"});
// In a brief, what is only looked at or put off is not in scope.
constexpr auto kPutOff = std::to_array<Name>({"later", "future", "whether", "ask", "clarify",
                                              "decide", "check", "question", "if", "unless",
                                              "maybe", "perhaps", "optional", "possibly", "after"});

constexpr auto kNo = std::to_array<Name>({"no", "without", "kein", "keine", "keinen", "ohne",
                                          "sans", "sin", "senza", "sem", "geen", "zonder"});
constexpr auto kDeny = std::to_array<Name>(
    {"don't", "dont", "doesn't", "doesnt", "not", "won't", "wont", "never", "shouldn't"});
constexpr auto kWish = std::to_array<Name>({"want", "need", "use", "add", "include", "build",
                                            "make", "like", "have", "do", "show", "put"});
constexpr auto kCommands = std::to_array<Name>({"skip", "exclude", "drop", "omit", "avoid"});
constexpr auto kHas = std::to_array<Name>(
    {"have",    "has",    "had",   "got",  "is",   "are",   "was",   "were", "there",
     "there's", "theres", "of",    "say",  "said", "means", "why",   "if",   "i've",
     "we've",   "hat",    "haben", "habe", "gibt", "ai",    "avons", "hay",  "tengo"});
constexpr auto kArticles = std::to_array<Name>(
    {"a", "an", "the", "any", "some", "ein", "eine", "einen", "de", "d", "un", "une", "el", "la"});
// "no rush": a way of speaking, or not about a thing.
constexpr auto kIdioms = std::to_array<Name>(
    {"rush",     "idea",    "ideas",      "problem",     "problems",   "worries",
     "worry",    "matter",  "doubt",      "doubts",      "hurry",      "way",
     "need",     "clue",    "preference", "preferences", "more",       "longer",
     "one",      "thanks",  "thank",      "other",       "others",     "less",
     "later",    "fewer",   "such",       "question",    "questions",  "comment",
     "comments", "change",  "changes",    "objection",   "objections", "reason",
     "point",    "fun",     "big",        "deal",        "stress",     "pressure",
     "luck",     "time",    "money",      "budget",      "deadline",   "wonder",
     "answer",   "opinion", "frills",     "nonsense",    "surprise",   "surprises",
     "fuss",     "wait",    "sorry",      "choice",      "experience", "knowledge",
     "chance",   "joke",    "limit",      "limits",      "hard",       "plan",
     "plans",    "contact", "yes",        "not",         "exactly",    "really",
     "it",       "that",    "this",       "these",       "those",      "i",
     "we",       "you",     "they",       "he",          "she",        "there",
     "let",      "just",    "please",     "actually",    "only",       "my",
     "our",      "your",    "its",        "the",         "go",         "keep",
     "make",     "use",     "take",       "do",          "but",        "so",
     "what",     "how",     "when",       "nothing",     "everything", "anything",
     "thing",    "things",  "sure",       "good",        "bad",        "right",
     "wrong",    "offence", "offense",    "sense",       "guarantee",  "and",
     "is",       "are",     "was",        "special",     "particular", "specific",
     "real",     "idee",    "ahnung",     "eile",        "sorge",      "stress"});
// Where what is ruled out ends.
constexpr auto kStops = std::to_array<Name>(
    {"because", "since",  "please",  "for",    "in",       "on",        "at",        "to",
     "with",    "from",   "by",      "of",     "yet",      "as",        "until",     "unless",
     "without", "except", "besides", "other",  "that",     "which",     "who",       "when",
     "if",      "is",     "are",     "needed", "required", "necessary", "wanted",    "anymore",
     "here",    "this",   "now",     "today",  "all",      "ever",      "allowed",   "either",
     "though",  "just",   "only",    "i",      "we",       "it",        "you",       "will",
     "would",   "can",    "there",   "than",   "before",   "after",     "currently", "so",
     "at",      "while",  "during",  "per",    "fur",      "mit",       "pour",      "para",
     "then",    "any",    "thanks",  "though", "right",    "bitte",     "merci",     "svp",
     "gracias"});
// Of these, what follows them says where: "no emails to customers".
constexpr auto kPlaces = std::to_array<Name>({"for", "in", "on", "at", "to", "with", "from", "by",
                                              "of", "during", "fur", "mit", "pour", "para"});
// Behind it, these say that it is not ruled out for good, or not everywhere.
constexpr auto kLimits = std::to_array<Name>(
    {"yet",   "unless", "without", "except", "besides",   "until", "if",     "when",
     "now",   "today",  "before",  "than",   "currently", "so",    "while",  "during",
     "other", "right",  "there",   "here",   "after",     "more",  "anymore"});
// Between an article or nothing and the end of a phrase: what a single word may stand beside and
// still be itself. "app" is in "an iOS app", and not in "app icons".
constexpr auto kAround = std::to_array<Name>(
    {"a",     "an",    "the",   "and",    "or",      "for",    "with",   "to",    "in",
     "on",    "of",    "by",    "from",   "as",      "at",     "that",   "which", "build",
     "make",  "add",   "ios",   "iphone", "android", "mobile", "native", "phone", "smartphone",
     "own",   "new",   "small", "simple", "their",   "our",    "your",   "its",   "one",
     "per",   "write", "send",  "offer",  "online",  "real",   "full",   "via",   "use",
     "using", "into",  "is",    "are",    "each"});

// What a thing runs on; those that are of one kind do not contradict each other.
struct PlatformRow {
  Name kind;
  Name family;
  Name words;  // phrases separated by ';'
};
constexpr auto kPlatforms = std::to_array<PlatformRow>({
    {"web", "web",
     "web page;web pages;webpage;web site;website;web app;web application;webapp;browser;web;"
     "webseite;site web;pagina web;sito web"},
    {"ios", "native", "ios;iphone;ipad;app store"},
    {"android", "native", "android;play store"},
    {"native", "native", "native app;mobile app;phone app;smartphone app;native mobile app"},
    {"desktop", "desktop", "desktop;desktop app;desktop program;windows program;mac program"},
    {"terminal", "terminal", "command line;terminal;cli;shell script"},
    {"bot", "bot", "telegram bot;whatsapp bot;discord bot;chat bot;chatbot"},
    {"sheet", "sheet", "spreadsheet;excel;google sheets;google sheet"},
});
constexpr auto kBesidePlatform = std::to_array<Name>(
    {"a",     "an",     "the",  "simple", "small",      "just",     "only",       "as",
     "on",    "in",     "for",  "i",      "we",         "want",     "need",       "like",
     "it",    "should", "be",   "run",    "runs",       "work",     "works",      "please",
     "must",  "my",     "our",  "phones", "phone",      "one",      "single",     "plain",
     "is",    "will",   "have", "do",     "that",       "this",     "with",       "make",
     "build", "us",     "me",   "to",     "mobile",     "friendly", "responsive", "yes",
     "ok",    "good",   "fine", "static", "eine",       "einfache", "version",    "platform",
     "page",  "pages",  "app",  "apps",   "application"});

bool has_word(const TextPiece& piece, auto... words) {
  return std::ranges::any_of(piece.words,
                             [&](const TextWord& word) { return ((word.plain == words) || ...); });
}

template <std::size_t N>
bool has_any(const TextPiece& piece, const std::array<Name, N>& list) {
  return std::ranges::any_of(piece.words,
                             [&](const TextWord& word) { return among(Name(word.plain), list); });
}

Name family_of(Name kind) {
  return std::ranges::find(kPlatforms, kind, &PlatformRow::kind)->family;
}

Platforms find_platforms(const TextPiece& piece, std::vector<bool>* used) {
  Platforms kinds;
  for (const PlatformRow& row : kPlatforms) {
    for (std::size_t begin = 0; begin < row.words.size();) {
      const std::size_t end = std::min(row.words.find(';', begin), row.words.size());
      std::vector<Name> words;
      for (std::size_t at = begin; at < end;) {
        const std::size_t next = std::min(row.words.find(' ', at), end);
        words.push_back(row.words.substr(at, next - at));
        at = next + 1;
      }
      for (std::size_t at = 0; at + words.size() <= piece.words.size(); ++at) {
        const bool here = std::equal(
            words.begin(), words.end(), piece.words.begin() + static_cast<std::ptrdiff_t>(at),
            [](Name word, const TextWord& other) { return word == other.plain; });
        if (!here) continue;
        kinds.insert(row.kind);
        if (used == nullptr) continue;
        for (std::size_t i = at; i < at + words.size(); ++i) (*used)[i] = true;
      }
      begin = end + 1;
    }
  }
  return kinds;
}

// What is asked, supposed or told of others, in bytes.
std::vector<std::pair<std::size_t, std::size_t>> open_clauses(const Vocabulary& vocabulary,
                                                              const std::string& message) {
  std::vector<std::pair<std::size_t, std::size_t>> out;
  const Utterance utterance = Utterance::of(vocabulary, message);
  for (const Clause& clause : utterance.clauses()) {
    if (!(clause.asked || clause.condition || clause.reported) || clause.first >= clause.last)
      continue;
    const Phrase& first = utterance.phrases()[clause.first];
    const Phrase& last = utterance.phrases()[clause.last - 1];
    out.emplace_back(utterance.words()[first.first].begin, utterance.words()[last.last - 1].end);
  }
  return out;
}

RuledOut things(const std::vector<TextWord>& words, std::size_t at) {
  constexpr std::size_t kMost = 3;
  RuledOut out;
  std::vector<std::string>& stems = out.stems;
  if (at < words.size() && among(Name(words[at].plain), kIdioms)) return {};
  for (; at < words.size(); ++at) {
    const TextWord& word = words[at];
    if (among(Name(word.plain), kStops)) break;
    if (word.is_number || word.hundredths > 0 || is_unit_word(word.plain)) return {};
    if (word.plain == "-") continue;
    if (!word.is_word || stems.size() == kMost) return {};
    stems.push_back(word_stem(word.plain));
  }
  const bool placed = at < words.size() && among(Name(words[at].plain), kPlaces);
  for (; at < words.size(); ++at) {
    const Name word = words[at].plain;
    if (among(word, kLimits)) return {};
    const bool tells = words[at].is_word && !among(word, kStops) && !among(word, kAround);
    if (placed && tells) out.where.push_back(word_stem(word));
  }
  constexpr std::size_t kShortest = 3;  // letters
  if (stems.size() == 1 && stems[0].size() < kShortest) return {};
  return out;
}

// Without stems: nothing for certain.
RuledOut ruled_out_by(const TextPiece& piece) {
  const std::vector<TextWord>& words = piece.words;
  const auto word = [&](std::size_t at) {
    return at < words.size() ? Name(words[at].plain) : Name();
  };
  for (std::size_t at = 0; at < words.size(); ++at) {
    std::size_t next = at + 1;
    if (among(word(at), kNo)) {
      const bool has = std::ranges::any_of(
          words.begin(), words.begin() + static_cast<std::ptrdiff_t>(at),
          [](const TextWord& before) { return among(Name(before.plain), kHas); });
      if (has) return {};
      // "no need for accounts"
      if (word(next) == "need" && (word(next + 1) == "for" || word(next + 1) == "of")) next += 2;
    } else if (among(word(at), kDeny)) {
      const bool article = among(word(next), kArticles) && word(at) == "not" && at == 0;
      if (!article) {
        if (!among(word(next), kWish)) continue;
        ++next;
        if (word(next) == "to") {
          if (!among(word(next + 1), kWish)) return {};
          next += 2;
        }
      }
    } else if (word(at) == "leave" && word(next) == "out") {
      ++next;
    } else if (!(among(word(at), kCommands) && at == 0)) {
      continue;
    }
    while (among(word(next), kArticles)) ++next;
    return things(words, next);
  }
  return {};
}

}  // namespace

bool has_negator(const TextPiece& piece) {
  return std::ranges::any_of(piece.words, [](const TextWord& word) {
    return among(Name(word.plain), kNegators) || word.plain.ends_with("n't");
  });
}

bool is_put_off(const TextPiece& piece) { return has_any(piece, kPutOff); }

std::vector<std::string> stems_of(const TextPiece& piece) {
  std::vector<std::string> out;
  for (const TextWord& word : piece.words)
    out.push_back(word.is_word || word.is_number ? word_stem(word.plain) : word.plain);
  return out;
}

bool mentions(const std::vector<std::string>& piece, const std::vector<std::string>& stems) {
  const auto stop = [&](std::size_t at) {
    return at >= piece.size() || among(Name(piece[at]), kAround) ||
           !is_ascii_letter(piece[at].empty() ? ' ' : piece[at].front());
  };
  for (std::size_t at = 0; at + stems.size() <= piece.size(); ++at) {
    if (!std::equal(stems.begin(), stems.end(), piece.begin() + static_cast<std::ptrdiff_t>(at)))
      continue;
    if (stems.size() > 1) return true;
    if ((at == 0 || stop(at - 1)) && stop(at + 1)) return true;
  }
  if (stems.size() != 2) return false;
  for (std::size_t at = 0; at + 2 < piece.size(); ++at) {
    const bool by = among(Name(piece[at + 1]), kAround);
    if (by && piece[at] == stems[1] && piece[at + 2] == stems[0]) return true;
  }
  return false;
}

Platforms platforms_in(const TextPiece& piece) { return find_platforms(piece, nullptr); }

// iOS is no Android, but both are a mobile app.
bool same_platform(Name one, Name other) {
  return one == other ||
         (family_of(one) == family_of(other) && (one == "native" || other == "native"));
}

std::optional<SaidCount> count_in(const TextPiece& piece) {
  constexpr auto kGeneric = std::to_array<Name>(
      {"time",   "thing",  "step",   "option", "way",      "percent", "minute",  "hour",
       "second", "people", "person", "kind",   "type",     "part",    "version", "round",
       "point",  "more",   "case",   "idea",   "example",  "line",    "word",    "row",
       "column", "kg",     "km",     "cm",     "mb",       "gb",      "pm",      "am",
       "pixel",  "px",     "ms",     "uhr",    "question", "reason",  "task",    "item"});
  constexpr std::int64_t kLeast = 200;  // hundredths: one of a thing is rather "a"
  const std::vector<TextWord>& words = piece.words;
  const std::size_t size = words.size();
  if (size < 2 || has_negator(piece)) return std::nullopt;
  const TextWord& thing = words[size - 1];
  const TextWord& number = words[size - 2];
  if (!thing.is_word || number.hundredths < kLeast || number.hundredths % 100 != 0 ||
      is_unit_word(thing.plain) || thing.hundredths > 0)
    return std::nullopt;
  SaidCount out{word_stem(thing.plain), number.hundredths, number.hundredths, {}};
  if (out.stem == thing.plain || among(Name(out.stem), kGeneric)) return std::nullopt;  // a plural
  const bool range = size > 3 && words[size - 4].hundredths > 0 &&
                     (words[size - 3].plain == "-" || words[size - 3].plain == "to" ||
                      words[size - 3].plain == "–");
  if (range) out.low = words[size - 4].hundredths;
  // "at most", "about", "every three pages": not the number itself.
  for (const TextWord& word : words)
    if (among(Name(word.plain),
              std::to_array<Name>({"about", "around", "roughly", "most",      "least", "every",
                                   "each",  "per",    "up",      "over",      "under", "more",
                                   "than",  "first",  "last",    "next",      "other", "another",
                                   "max",   "min",    "almost",  "currently", "had",   "were",
                                   "was",   "plus",   "extra"})))
      return std::nullopt;
  return out;
}

void PersonsWords::hear(const std::string& message) {
  ++message_;
  const std::vector<TextPiece> pieces = pieces_of(message);
  const std::vector<std::pair<std::size_t, std::size_t>> open = open_clauses(vocabulary_, message);
  for (const TextPiece& piece : pieces) {
    const bool supposed = std::ranges::any_of(open, [&](const auto& clause) {
      return piece.begin >= clause.first && piece.begin < clause.second;
    });
    if (piece.asked || supposed) continue;
    const std::string said(trim(Name(message).substr(piece.begin, piece.end - piece.begin)));
    hear_quantity(piece, said);
    hear_no(piece, said);
    hear_platform(piece, said);
    hear_count(piece, said);
  }
}

void PersonsWords::hear_quantity(const TextPiece& piece, const std::string& said) {
  if (has_any(piece, kLetsGo)) {
    if (has_word(piece, "budget", "money", "price", "cost")) money_.reset();
    if (has_word(piece, "deadline", "timeline", "time", "date", "weeks"))
      span_.reset(), date_.reset();
  }
  const std::vector<Quantity> all = quantities_of(piece);
  if (all.size() != 1) return;
  const Quantity& one = all.front();
  for (std::size_t at = 0; at < piece.words.size(); ++at) {
    if (at >= one.first && at < one.last) continue;
    const Name word = piece.words[at].plain;
    const bool beside =
        among(word, kBeside) || !piece.words[at].is_word ||
        (one.kind == QuantityKind::kMoney ? among(word, kOfMoney) : among(word, kOfTime));
    if (!beside || piece.words[at].is_number) return;
  }
  auto& place = one.kind == QuantityKind::kMoney  ? money_
                : one.kind == QuantityKind::kSpan ? span_
                                                  : date_;
  place = SaidQuantity{one, said};
}

void PersonsWords::hear_no(const TextPiece& piece, const std::string& said) {
  RuledOut ruled = ruled_out_by(piece);
  if (!ruled.stems.empty()) {
    ruled.said = said;
    std::erase_if(ruled_out_, [&](const RuledOut& one) { return one.stems == ruled.stems; });
    ruled_out_.push_back(std::move(ruled));
    return;
  }
  // Said again without a no: it is wanted after all.
  if (has_negator(piece)) return;
  const std::vector<std::string> words = stems_of(piece);
  std::erase_if(ruled_out_, [&](const RuledOut& one) { return mentions(words, one.stems); });
}

void PersonsWords::hear_platform(const TextPiece& piece, const std::string& said) {
  if (has_negator(piece)) return;
  std::vector<bool> used(piece.words.size());
  Platforms kinds = find_platforms(piece, &used);
  if (kinds.empty()) return;
  for (std::size_t i = 0; i < piece.words.size(); ++i)
    if (!used[i] && !among(Name(piece.words[i].plain), kBesidePlatform)) return;
  // "It should work on an iPhone": a web page does.
  const bool device =
      !has_word(piece, "app", "apps", "application", "native", "store") &&
      std::ranges::all_of(kinds, [](Name kind) { return family_of(kind) == "native"; });
  if (device) kinds.insert("web");
  // "a web page and an iOS app": both.
  if (platform_ && platform_->message == message_) kinds.merge(platform_->kinds);
  platform_ = SaidPlatform{std::move(kinds), said, message_};
}

void PersonsWords::hear_count(const TextPiece& piece, const std::string& said) {
  std::optional<SaidCount> one = count_in(piece);
  if (!one) return;
  one->said = said;
  // Two numbers of one thing in one breath are two things.
  std::erase_if(counts_, [&](const SaidCount& known) { return known.stem == one->stem; });
  counts_.push_back(std::move(*one));
}

}  // namespace fm
