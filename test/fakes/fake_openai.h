// FakeOpenAi: a chat completions server for tests and benchmarks that says what a script tells it.
//
// In process it has a thread of its own; as a program (fake_openai) it prints its port. For each
// request the first rule that matches and has uses left answers; without one, a fixed friendly
// text. So a list of rules with `times: 1` answers in order, and a rule with a status and
// `times: 2` before a good one makes two failures, then success. GET /ledger tells what was asked,
// GET /v1/models names one model.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/json.h"
#include "model/model.h"
#include "net/http_client.h"
#include "test/fakes/fake_http.h"

namespace fm {

// What goes wrong after `fault_after` chunks.
enum class FakeFault {
  kNone,
  kCut,         // the connection closes in the middle
  kReset,       // the same with a TCP reset
  kSilence,     // nothing more, the connection stays
  kNoEnd,       // the answer closes well but without finish_reason and [DONE]
  kBrokenJson,  // half a JSON document as an event
  kErrorFrame,  // an event whose data is an error document
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
  std::vector<ToolCall> tool_calls = {};
  std::string finish = {};  // empty: "tool_calls" with tool calls, else "stop"
  std::size_t repeat = 1;   // the text this many times over

  // How.
  bool stream = true;  // false: one JSON document although a stream was asked for
  std::size_t chunk_bytes = 24;
  Millis head_delay{0};
  Millis first_delay{0};
  Millis chunk_delay{0};
  FakeFault fault = FakeFault::kNone;
  std::size_t fault_after = 0;
  std::string error = {};  // the fault's error document; empty: an overload

  // Instead of all that: a status that is no success, with body and headers.
  int status = 200;
  std::string body = {};
  HttpHeaders headers = {};
};

struct FakeScript {
  std::vector<FakeRule> rules = {};
  bool keep_bodies = true;  // of requests; benchmarks do without
};

// {"rules": [{"last_has": "x" or ["x", "y"], "times": 1, "text": "...", "chunk_delay_ms": 20,
// "fault": "cut", "fault_after": 3, ...}]}, the names as above with "_ms" on delays; `"text":
// "@everything"` stands for everything_text(). Errors: fake_script_invalid.
Result<FakeScript> parse_fake_script(std::string_view json);

// One answer that serves every step of an ideation: prose, five ideas and their scores.
std::string everything_text();

class FakeOpenAi {
 public:
  explicit FakeOpenAi(FakeScript script = {});
  ~FakeOpenAi();

  int port() const { return http_->port(); }
  std::string base_url() const { return http_->url() + "/v1"; }
  FakeHttp& http() { return *http_; }

  // From any thread.
  std::vector<std::string> bodies() const;          // of the requests so far, in order
  std::vector<std::string> authorizations() const;  // their Authorization headers, or ""

 private:
  struct State;
  std::shared_ptr<State> state_;
  std::unique_ptr<FakeHttp> http_;
};

}  // namespace fm
