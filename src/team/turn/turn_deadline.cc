#include "team/turn/turn_deadline.h"

#include "base/figures.h"

namespace fm {

TurnDeadline::TurnDeadline(Loop& loop, const CancelToken& person, Millis span)
    : span_(span), person_(person) {
  if (span == Millis(0)) {
    call_ = person;
    return;
  }
  breaks_off_ = person.on_cancel([call = call_] { call.cancel(); });
  timer_ = loop.after(span, [call = call_] { call.cancel(); });
}

void TurnDeadline::tell(CallReport& report) const {
  const bool is_over = call_.cancelled() && !person_.cancelled();
  if (!is_over || report.outcome) return;
  ModelError& error = report.outcome.error();
  if (error.kind != ModelErrorKind::kCancelled) return;
  error.kind = ModelErrorKind::kTimeout;
  error.message = "No answer came within " + duration_text(span_) + ".";
}

}  // namespace fm
