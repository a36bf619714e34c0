#include "team/turn/turn_preview.h"

#include <utility>

namespace fm {
namespace {

constexpr Millis kBetweenDeltas{50};
constexpr Millis kLongAgo{-1'000};

}  // namespace

TurnPreview::TurnPreview(Bus* bus, const Clock& clock, RoomId room, std::string turn,
                         std::string agent, Words words)
    : bus_(bus), words_(words), clock_(clock), agent_(std::move(agent)), last_(kLongAgo) {
  delta_.room = std::move(room);
  delta_.turn = std::move(turn);
  delta_.attempt = 0;
}

// Counted on over all models: another number is what makes a view drop the words before.
void TurnPreview::begin_attempt(int) {
  if (++delta_.attempt > 1) say("");
  delta_.offset = 0;
  delta_.text.clear();
  last_ = kLongAgo;
}

void TurnPreview::looks(const std::string& at) {
  if (words_ == Words::kShown && !at.empty()) say("looks at " + at);
}

void TurnPreview::waits(const RetryNotice& notice) { say(notice.words, notice.wait); }

void TurnPreview::changes_model(const std::string& next, const ModelError& error) {
  say(next + " is asked now: " + error.message);
}

void TurnPreview::text(std::string_view text) {
  if (words_ == Words::kKept) return;
  delta_.text += text;
  if (bus_ == nullptr || clock_.steady() - last_ < kBetweenDeltas) return;
  last_ = clock_.steady();
  bus_->delta(delta_);
  delta_.offset += delta_.text.size();
  delta_.text.clear();
}

// Another number makes views drop what they show; they hear of it at once.
void TurnPreview::text_was_reasoning() {
  if (words_ == Words::kKept) return;
  ++delta_.attempt;
  delta_.offset = 0;
  delta_.text.clear();
  last_ = kLongAgo;
  if (bus_ != nullptr) bus_->delta(delta_);
}

void TurnPreview::say(std::string text, Millis wait) {
  if (bus_ != nullptr) bus_->notice({delta_.room, delta_.turn, agent_, std::move(text), wait});
}

}  // namespace fm
