#include "flows/conversation/work/agency_work.h"

#include <utility>

#include "flows/agency/agency.h"
#include "flows/conversation/planning.h"
#include "flows/conversation/telling.h"
#include "flows/conversation/work/pieces.h"

namespace fm {
namespace {

JsonObject agency_args(const FlowHandle& flow, const ConversationPtr& conversation) {
  AgencyArgs args{.project = active_project(flow)->id,
                  .leader = conversation->plan.leader,
                  .models = conversation->models,
                  .fallbacks = conversation->fallbacks,
                  .coders = coders_of(conversation)};
  JsonObject object = to_args(args);
  object["plan"] = active_project(flow)->plans.back().revision;
  if (!conversation->allowed.empty()) object["allowed"] = conversation->allowed;
  return object;
}

WorkEnd end_of(const Outcome& built) {
  WorkEnd end;
  if (built.interrupted) {
    end.what = WorkEnd::What::kInterrupted;
    return end;
  }
  if (built.error) {
    end.what = WorkEnd::What::kFailed;
    end.error = built.error;
    return end;
  }
  const std::string_view how = text_at(built.value, "end");
  end.words = text_at(built.value, "words");
  if (how == "revise") end.what = WorkEnd::What::kRevise;
  if (how == "interrupted") end.what = WorkEnd::What::kInterrupted;
  if (how == "failed") {
    end.what = WorkEnd::What::kFailed;
    end.error = Error{"work_failed", "None of the tasks could be done.", "", ""};
  }
  return end;
}

// A wish that the plan was changed for already stands in it.
bool is_planned(const FlowHandle& flow, const std::string& wish) {
  const Project& project = *active_project(flow);
  return wish.empty() || project.feedback.empty() ||
         project.plans.back().room_seq > project.feedback.back().room_seq;
}

}  // namespace

bool works_on_plan(const FlowHandle& flow, const ConversationPtr& conversation) {
  return has_plan(flow) && can_build(flow, conversation);
}

Flow<WorkEnd> build_plan(FlowHandle flow, ConversationPtr conversation) {
  if (const std::string wish = wish_of(*active_project(flow)); !is_planned(flow, wish)) {
    const Step planned = co_await edit_plan(flow.at("change"), conversation, wish);
    if (planned != Step::kGoOn) {
      WorkEnd end;
      end.what = gives_floor(planned) ? WorkEnd::What::kInterrupted : WorkEnd::What::kRevise;
      end.words = wish;
      co_return end;
    }
  }
  const Outcome built = co_await flow.child("agency", "agency", agency_args(flow, conversation));
  co_await flow.catch_up("built");
  co_return end_of(built);
}

}  // namespace fm
