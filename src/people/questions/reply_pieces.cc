#include "people/questions/reply_pieces.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "people/questions/reply_markers.h"

namespace fm {
namespace {

// What follows is not read: pieces are compared with each other, so their number is limited.
constexpr std::size_t kMostPieces = 400;

class PieceCutter {
 public:
  PieceCutter(const Utterance& reply, std::span<const int> numbers)
      : of_(reply),
        phrases_(reply.phrases()),
        acts_(read_acts(reply)),
        markers_(find_reply_markers(reply, numbers)) {}

  std::vector<ReplyPiece> cut() {
    for (clause_ = 0; clause_ < of_.clauses().size() && pieces_.size() < kMostPieces; ++clause_) {
      const Clause& clause = of_.clauses()[clause_];
      leave_sentence(clause.sentence);
      open_ = clause.first;
      for (std::size_t at = clause.first; at < clause.last; ++at) take(at);
      add(open_, clause.last);
    }
    return std::move(pieces_);
  }

 private:
  void leave_sentence(std::size_t sentence) {
    if (sentence != sentence_ && !lasts_) marked_ = {};
    sentence_ = sentence;
  }

  void take(std::size_t at) {
    for (; marker_ < markers_.size() && markers_[marker_].first < at; ++marker_) {
      use(markers_[marker_]);  // it begins between clauses: "#2"
      skip_until_ = markers_[marker_].last;
    }
    if (marker_ >= markers_.size() || markers_[marker_].first != at) {
      if (at < skip_until_) open_ = at + 1;
      return;
    }
    const ReplyMarker& marker = markers_[marker_++];
    if (marker.begins) {
      add(open_, at);
    } else if (at + 1 < of_.clauses()[clause_].last || at > open_) {
      pointed_ = marker.from;
      return;
    }
    use(marker);
    skip_until_ = marker.last;
    open_ = at + 1;
  }

  void use(const ReplyMarker& marker) {
    marked_ = marker.from;
    last_marked_ = marker.to;
    lasts_ = marker.lasts;
  }

  const Word& word(std::size_t phrase) const { return of_.words()[phrases_[phrase].first]; }
  bool is_mark(std::size_t phrase, std::string_view mark) const {
    return phrase < phrases_.size() && word(phrase).exact == mark;
  }

  void add(std::size_t first, std::size_t last) {
    first = std::max(first, std::min(skip_until_, last));
    open_ = last;
    while (first < last && !of_.is_content(phrases_[first])) ++first;
    while (last > first && !of_.is_content(phrases_[last - 1])) --last;
    if (first >= last) return;
    ReplyPiece piece = piece_of(first, last);
    // What joins it to the piece before is no part of an answer.
    std::size_t said = first;
    while (said + 1 < last && phrases_[said].senses.any({Sense::kAnd, Sense::kBut})) ++said;
    piece.begin = word(said).begin;
    piece.end = of_.words()[phrases_[last - 1].last - 1].end;
    push(std::move(piece));
  }

  void push(ReplyPiece piece) {
    if (pieces_.size() >= kMostPieces) return;
    piece.marked = pointed_ ? pointed_ : marked_;
    if (marked_ && !pointed_ && *marked_ < last_marked_) ++*marked_;
    pointed_ = {};
    pieces_.push_back(std::move(piece));
  }

  ReplyPiece piece_of(std::size_t first, std::size_t last) const {
    const Clause& clause = of_.clauses()[clause_];
    const Sentence& sentence = of_.sentences()[clause.sentence];
    ReplyPiece piece;
    piece.first = first;
    piece.last = last;
    piece.sentence = clause.sentence;
    bool verb = false;
    bool only_small_talk = true;
    bool stops = false;
    for (std::size_t at = first; at < last; ++at) {
      const Senses senses = phrases_[at].senses;
      piece.senses.add(senses);
      verb = verb || senses.any({Sense::kAuxiliary, Sense::kQuestion, Sense::kRequest, Sense::kAsks,
                                 Sense::kAsksWhat});
      only_small_talk = only_small_talk &&
                        senses.any({Sense::kThanks, Sense::kGreeting, Sense::kAside, Sense::kPolite,
                                    Sense::kAddress}) &&
                        !senses.any({Sense::kYes, Sense::kNo});
      const std::string& typed = word(at).exact;
      piece.number = piece.number || of_.kind(phrases_[at]) == WordKind::kNumber ||
                     senses.has(Sense::kNumber) ||
                     (!typed.empty() && typed[0] >= '0' && typed[0] <= '9');
      stops = stops || (senses.has(Sense::kEnough) && phrases_[at].last - phrases_[at].first > 1);
      piece.no_answer = piece.no_answer || senses.has(Sense::kNoAnswer) ||
                        (senses.has(Sense::kReport) && at > first &&
                         phrases_[at - 1].senses.has(Sense::kNegator));
    }
    std::size_t begin = first;
    while (begin + 1 < last && phrases_[begin].senses.any({Sense::kAnd, Sense::kBut})) ++begin;
    const Senses ends = phrases_[begin].senses | phrases_[last - 1].senses;
    piece.polar = ends.any({Sense::kYes, Sense::kNo});
    // "ok I'm back" says no yes to anything.
    if (phrases_[begin].senses.has(Sense::kMild) && begin + 1 < last &&
        !phrases_[last - 1].senses.any({Sense::kYes, Sense::kNo}))
      piece.polar = false;
    piece.joined = clause.joined && first == clause.first;
    // "Internet? In a barn? No.": repeats the question, asks nothing.
    const bool echo = clause.asked && sentence.question_mark && !verb;
    // "they pay when they pick it up"
    piece.asks = clause.asked && !echo && (sentence.question_mark || !clause.condition);
    piece.label = echo || is_mark(last, ":");
    piece.decide = piece.senses.has(Sense::kDecide);
    piece.rest = piece.senses.has(Sense::kRest);
    const ActKind act = acts_[clause_].kind;
    piece.enough = act == ActKind::kEnough || stops;
    piece.small_talk = only_small_talk || act == ActKind::kCancel || act == ActKind::kStatus ||
                       act == ActKind::kPause || act == ActKind::kResume ||
                       act == ActKind::kRetract ||
                       (act == ActKind::kStart && !piece.number && !piece.polar);
    return piece;
  }

  const Utterance& of_;
  const std::vector<Phrase>& phrases_;
  std::vector<Act> acts_;
  std::vector<ReplyMarker> markers_;
  std::vector<ReplyPiece> pieces_;
  std::size_t clause_ = 0;
  std::size_t open_ = 0;
  std::size_t marker_ = 0;
  std::size_t skip_until_ = 0;
  std::size_t sentence_ = 0;
  std::optional<std::size_t> marked_;
  std::size_t last_marked_ = 0;
  bool lasts_ = false;
  std::optional<std::size_t> pointed_;
};

// What stands under a quoted question answers it.
void mark_under_quotations(std::string_view text, std::span<const std::string> questions,
                           std::vector<ReplyPiece>& pieces) {
  std::vector<std::string> folded;
  for (const std::string& question : questions) folded.push_back(fold(question));
  std::optional<std::size_t> quoted;
  std::size_t piece = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = trim(text.substr(begin, end - begin));
    if (line.starts_with('>')) {
      const std::string said =
          fold(line.substr(std::min(line.find_first_not_of("> "), line.size())));
      const auto found = std::ranges::find_if(folded, [&](const std::string& question) {
        return !said.empty() && (question == said || said.ends_with(question));
      });
      quoted = std::nullopt;
      if (found != folded.end()) quoted = static_cast<std::size_t>(found - folded.begin());
    }
    for (; piece < pieces.size() && pieces[piece].begin < end; ++piece) {
      if (quoted && !pieces[piece].marked) pieces[piece].marked = quoted;
    }
    begin = end + 1;
  }
}

}  // namespace

std::vector<ReplyPiece> reply_pieces(const Utterance& reply, std::string_view text,
                                     std::span<const std::string> questions,
                                     std::span<const int> numbers) {
  std::vector<ReplyPiece> pieces = PieceCutter(reply, numbers).cut();
  mark_under_quotations(text, questions, pieces);
  return pieces;
}

}  // namespace fm
