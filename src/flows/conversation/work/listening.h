// The person beside the work, or beside work that they stopped (C-4, C-13, C-43).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flows/conversation/conversation.h"

namespace fm {

struct WorkEnd {
  enum class What {
    kDone,
    kCancelled,
    kAsked,  // whether to cancel
    kRevise,
    kFailed,
    kInterrupted,
    kGoOn  // with work that was stopped
  } what = What::kDone;
  std::string words;  // of the person, for what they want otherwise
  std::optional<Error> error;
};

// Until the person wants the work stopped, changed, or gone on with. A question is answered from
// the state of the work: what waits together is one call, and how far it is the program tells
// itself. A wish is a note or a pause. Of stopped work only an order to go on is one: what else is
// said leaves it where it is.
Flow<WorkEnd> listen(FlowHandle flow, ConversationPtr conversation);

// From the state of the work, by those who are asked, else by the leader; each is shown the words
// that it answers.
Flow<Step> answer_about_work(FlowHandle flow, ConversationPtr conversation,
                             std::vector<Heard> asked);

}  // namespace fm
