#include "model/catalog/call_models.h"

#include <utility>

namespace fm {
namespace {

bool same_elsewhere(ModelErrorKind kind) {
  return kind == ModelErrorKind::kCancelled || kind == ModelErrorKind::kContextLength;
}

ModelError was_empty() {
  ModelError error;
  error.kind = ModelErrorKind::kEmpty;
  return error;
}

}  // namespace

bool passes_with_time(ModelErrorKind kind) {
  switch (kind) {
    case ModelErrorKind::kRateLimit:
    case ModelErrorKind::kOverloaded:
    case ModelErrorKind::kServer:
    case ModelErrorKind::kTimeout:
    case ModelErrorKind::kNetwork:
      return true;
    default:
      return false;
  }
}

Task<CallReport> call_models(Loop& loop, std::vector<CallTarget> targets, ModelRequest request,
                             AttemptSink& sink, CancelToken cancel, RetryPolicy policy,
                             std::uint64_t seed) {
  CallReport report;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const CallTarget& target = targets[i];
    const bool last = i + 1 == targets.size();
    if (i > 0) sink.changes_model(target.name, report.failures.back().error);
    const auto name = parse_model_name(target.name);
    request.model = name ? name->model : target.name;
    RetryWay way{.line = target.line,
                 .tokens = target.tokens,
                 .was_here = target.was_here,
                 .may_leave = !last};
    RetriedOutcome tried = last
                               ? co_await call_with_retries(loop, *target.model, std::move(request),
                                                            sink, cancel, policy, seed, way)
                               : co_await call_with_retries(loop, *target.model, request, sink,
                                                            cancel, policy, seed, way);
    report.model = target.name;
    report.uses.push_back({target.name, tried.usage, tried.attempts});
    report.outcome = std::move(tried.outcome);
    if (!last && is_empty_answer(report.outcome, request))
      report.outcome = std::unexpected(was_empty());
    if (report.outcome || same_elsewhere(report.outcome.error().kind)) break;
    report.failures.push_back({target.name, report.outcome.error(), tried.attempts});
  }
  co_return report;
}

}  // namespace fm
