#include "test/support/stream_run.h"

#include <memory>
#include <utility>

#include "engine/flow/task.h"
#include "loop/loop.h"
#include "model/catalog/http_model.h"
#include "model/families/answer_readers.h"
#include "model/provider/api_family.h"
#include "test/fakes/fake_provider.h"

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
  const FakeProvider server({.corpus = {one}});
  CaseClock clock;
  clock.at = one.now();
  const auto loop = make_loop(clock);
  const auto client = std::move(*HttpClient::open(*loop));
  Provider provider{.name = "corpus", .api = *family};
  provider.base_url = server.base_url(*family, one.id);
  const auto model = std::move(*HttpModel::open(*loop, *client, std::move(provider)));
  ModelRequest request;
  request.model = "any";
  request.messages = {{.text = "What does the case say?"}};
  ModelOutcome outcome;
  const RunningTask running = start(model->call(std::move(request), sink, {}), [&](auto result) {
    outcome = std::move(*result);
    loop->stop();
  });
  loop->run();
  return outcome;
}

}  // namespace fm
