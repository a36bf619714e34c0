// TurnPreview: passes a turn's growing words on to the bus, at most 20 times a second, and what the
// turn waits for (design idea 10). Never stored. Lives in the turn's own frame.
#pragma once

#include <string>
#include <string_view>

#include "base/clock.h"
#include "engine/runtime/bus.h"
#include "model/queue/retry.h"

namespace fm {

class TurnPreview final : public AttemptSink {
 public:
  enum class Words { kShown, kKept };  // kept: of a silent turn, only its troubles are told

  // `bus` may be null: then nobody listens. Both outlive the preview.
  TurnPreview(Bus* bus, const Clock& clock, RoomId room, std::string turn, std::string agent,
              Words words = Words::kShown);

  void begin_attempt(int attempt) override;
  void looks(const std::string& at);  // between two calls
  void waits(const RetryNotice& notice) override;
  void changes_model(const std::string& next, const ModelError& error) override;
  void reasoning(std::string_view) override {}
  void text(std::string_view text) override;
  void text_was_reasoning() override;

 private:
  void say(std::string text, Millis wait = Millis(0));

  Bus* bus_;
  Words words_;
  const Clock& clock_;
  std::string agent_;
  TurnDelta delta_;
  Millis last_;
};

}  // namespace fm
