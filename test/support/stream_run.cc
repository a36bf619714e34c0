#include "test/support/stream_run.h"

#include <memory>
#include <utility>

#include "engine/task.h"
#include "loop/loop.h"
#include "model/api_family.h"
#include "model/http_attempt.h"
#include "test/fakes/fake_http.h"

namespace fm {
namespace {

ModelOutcome no_family(const StreamCase& one) {
  ModelError error;
  error.message = "There is no reader for " + std::string(one.family()) + ".";
  return std::unexpected(std::move(error));
}

// The wall clock of the case; the steady one is real.
struct CaseClock final : Clock {
  UtcMs now() const override { return at; }
  Millis steady() const override { return real.steady(); }
  SystemClock real;
  UtcMs at;
};

FakeReply reply_of(const StreamCase& one) {
  FakeReply reply;
  reply.status = one.status();
  reply.headers = one.headers();
  reply.pieces = std::make_shared<const std::vector<std::string>>(one.reads);
  reply.end = one.broken() ? FakeEnd::kClose : FakeEnd::kFinish;
  return reply;
}

}  // namespace

ModelOutcome read_stream_case(const StreamCase& one, const std::vector<std::string>& reads,
                              ModelSink& sink) {
  const auto family = api_family(one.family());
  if (!family) return no_family(one);
  const auto reader = make_answer_reader(*family, sink);
  reader->head(one.status(), one.headers(), one.now());
  for (const std::string& read : reads) reader->bytes(read);
  if (one.broken()) return reader->finish(fail("net_cut", "The connection broke."));
  return reader->finish({});
}

ModelOutcome fetch_stream_case(const StreamCase& one, ModelSink& sink) {
  const auto family = api_family(one.family());
  if (!family) return no_family(one);
  const FakeHttp server([&](const FakeRequest&) { return reply_of(one); });
  CaseClock clock;
  clock.at = one.now();
  const auto loop = make_loop(clock);
  const auto client = std::move(*HttpClient::open(*loop));
  ModelOutcome outcome;
  const RunningTask running =
      start(attempt_over_http(*loop, *client, {.method = "POST", .url = server.url()},
                              make_answer_reader(*family, sink), {}),
            [&](auto result) {
              outcome = std::move(*result);
              loop->stop();
            });
  loop->run();
  return outcome;
}

}  // namespace fm
