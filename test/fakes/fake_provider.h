// FakeProvider: a model server for tests and benchmarks that says what a script tells it, in the
// way of whichever provider it is asked as.
//
// The request's path tells the family: .../chat/completions, .../responses, .../messages,
// .../models/M:streamGenerateContent (and :generateContent), .../api/chat. It is streamed or whole,
// as the request asks. In process it has a thread of its own; as a program (fake_provider) it
// prints its port. A request that the vendor would refuse is refused in the vendor's words'
// shape (fake_family.h). For each other one the first rule that matches and has uses left answers;
// without one, a fixed friendly text. So a list of rules with `times: 1` answers in order, and a
// rule with a status and `times: 2` before a good one makes two failures, then success.
//
// GET .../v1/models, /v1beta/models and /api/tags list the script's models. GET /ledger tells what
// was asked. POST /corpus/ID/<the family's own path> answers with that stream case, byte by byte.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/json.h"
#include "model/model.h"
#include "model/provider/api_family.h"
#include "net/http_client.h"
#include "test/fakes/fake_http.h"
#include "test/support/stream_corpus.h"

namespace fm {

// What goes wrong after `fault_after` pieces of what is said.
enum class FakeFault {
  kNone,
  kCut,         // the connection closes in the middle
  kReset,       // the same with a TCP reset
  kSilence,     // nothing more, the connection stays
  kNoEnd,       // the answer closes well but without the family's word for the end
  kBrokenJson,  // half a JSON document as an event
  kErrorFrame,  // an error as the family tells it in a stream
  kErrorEvent,  // "event: error" with one
  kErrorField   // a field named "error"
};

struct FakeRule {
  // When: all that is given must hold.
  std::vector<std::string> last_has = {};  // in the last message's text
  std::vector<std::string> any_has = {};   // anywhere in the request's body
  std::string model = {};
  int times = -1;  // uses; -1: no end

  // What is said.
  std::string text = {};
  std::string reasoning = {};
  std::string refusal = {};  // the words of a refusal, apart where the family has a place for them
  std::vector<ToolCall> tool_calls = {};
  std::vector<ReasoningSignature> signatures = {};
  // stop, length, tool_calls, content_filter, refusal, pause, context_window: told in the family's
  // word; any other word as it is. Empty: what fits.
  std::string finish = {};
  std::optional<Usage> usage = {};
  std::size_t repeat = 1;  // the text this many times over

  // How.
  bool stream = true;  // false: one JSON document although a stream was asked for
  std::size_t chunk_bytes = 24;
  Millis head_delay{0};
  Millis first_delay{0};
  Millis chunk_delay{0};
  FakeFault fault = FakeFault::kNone;
  std::size_t fault_after = 0;
  std::string error = {};  // the fault's error document, as it is; empty: `failure`

  // A failure in the family's own way: instead of an answer, or as the fault's error.
  std::optional<ModelErrorKind> failure = {};  // of a fault without one: an overload
  std::string failure_words = {};              // empty: as the vendor puts it

  // Instead of all that: a status that is no success, or a body as it is; `fault` says how it ends.
  int status = 200;  // with `failure` over the vendor's own
  std::string body = {};
  HttpHeaders headers = {};  // of a success too
};

struct FakeScript {
  std::vector<FakeRule> rules = {};
  bool keep_bodies = true;  // of requests; benchmarks do without
  std::vector<std::string> models = {"fake-1"};
  std::vector<StreamCase> corpus = {};
};

// {"rules": [{"last_has": "x" or ["x", "y"], "times": 1, "text": "...", "chunk_delay_ms": 20,
// "fault": "cut", "fault_after": 3, ...}]}, the names as above with "_ms" on delays; `"text":
// "@everything"` stands for everything_text(). Errors: fake_script_invalid.
Result<FakeScript> parse_fake_script(std::string_view json);

// One answer that serves every step of an ideation: prose, five ideas and their scores.
std::string everything_text();

class FakeProvider {
 public:
  explicit FakeProvider(FakeScript script = {});
  ~FakeProvider();

  int port() const { return http_->port(); }
  FakeHttp& http() { return *http_; }

  // Where the family's own path begins; of a stream case when `corpus_id` names one.
  std::string base_url(ApiFamily family = ApiFamily::kOpenAiChat,
                       std::string_view corpus_id = {}) const;

  // From any thread.
  std::vector<std::string> bodies() const;          // of the requests so far, in order
  std::vector<std::string> authorizations() const;  // their keys' headers as they came, or ""

 private:
  struct State;
  std::shared_ptr<State> state_;
  std::unique_ptr<FakeHttp> http_;
};

}  // namespace fm
