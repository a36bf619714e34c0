// TurnDeadline: how long a turn that may be missing is waited for (C-12).
//
// Its token is what the model's call is given: cancelled when the person breaks off, or when the
// time is over. On the loop; lives as long as the call.
#pragma once

#include <memory>

#include "engine/flow/task.h"
#include "loop/loop.h"
#include "model/catalog/call_models.h"

namespace fm {

class TurnDeadline {
 public:
  // `span` 0: none.
  TurnDeadline(Loop& loop, const CancelToken& person, Millis span);

  const CancelToken& token() const { return call_; }

  // A call that was out of time has failed; nobody interrupted it.
  void tell(CallReport& report) const;

 private:
  Millis span_;
  CancelToken person_;
  CancelToken call_;
  CancelToken::Registration breaks_off_;
  std::unique_ptr<Timer> timer_;
};

}  // namespace fm
