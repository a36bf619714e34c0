// A model that can be asked: one interface for every provider and for the rehearsal (P-20, P-34).
//
// A call streams deltas to a sink while it runs and returns one outcome. It is repeatable: it
// changes nothing outside but costs money, so every attempt is counted. Retrying, budgets and
// records are the caller's (model/queue/retry.h, team/turn/turn.h); a Model makes exactly one
// attempt. All on the loop thread. A Model outlives its calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/capped_sum.h"
#include "base/clock.h"
#include "base/ids.h"
#include "base/json.h"
#include "base/shared_text.h"
#include "engine/flow/task.h"

namespace fm {

enum class Role { kSystem, kUser, kAssistant, kTool };

struct ToolCall {
  std::string id;
  std::string name;
  std::string arguments;  // JSON text, as the model sent it
};

// What a provider sends along with the model's reasoning and wants back with the turn's next
// request, byte for byte: without it the reasoning is lost or the request refused.
enum class SignatureKind {
  kSignature,  // over the reasoning, or over the text or tool call that it came with
  kOpaque      // stands for reasoning that is not shown at all
};

struct ReasoningSignature {
  SignatureKind kind = SignatureKind::kSignature;
  std::string value;
  std::string text = {};  // the reasoning that a signature is over, where the provider says so
  std::string of = {};  // the id of the tool call, or of the provider's own item, that it rides on
};

struct ModelImage {
  std::string media_type;  // image/png, image/jpeg, image/gif, image/webp
  std::string base64;
};

struct ModelMessage {
  Role role = Role::kUser;
  SharedText text = {};
  std::vector<ModelImage> images = {};    // of a user, after the text
  std::vector<ToolCall> tool_calls = {};  // of an assistant
  std::string reasoning = {};             // of an assistant, for the servers that want it back
  std::vector<ReasoningSignature> signatures =
      {};                         // of an assistant, as ModelReply::signatures had them
  std::string tool_call_id = {};  // of a tool's result
  bool tool_failed = false;       // whether that result tells of a failure
  // Offsets in `text`, ascending, at which a part ends that later calls of the room repeat byte by
  // byte (P-24). For providers with cache marks: cut the text into blocks at all of them, so that
  // what one call stored is a whole number of blocks in the next, and mark the last ones.
  std::vector<std::size_t> stable_ends = {};
};

struct ToolSpec {
  std::string name;
  std::string description;
  Json parameters;  // JSON schema
};

// What a call is for. Never sent: only the rehearsal reads it (P-34).
struct Purpose {
  std::string agent;
  std::string task;
  int round = 0;
  Json facts;
};

struct ModelRequest {
  std::string model;  // the provider's own name, without "provider:"
  std::vector<ModelMessage> messages;
  std::vector<ToolSpec> tools;
  std::optional<Json> schema;  // only for calls outside a transcript (P-21)
  std::optional<int> temperature_hundredths;
  int max_output_tokens = 0;  // 0: the provider's default
  // Whose call it is: rooms take turns at a provider (P-30), and one room's calls ask for one cache
  // (P-24). Only a hash of it is sent.
  std::string room;
  Purpose purpose;
};

struct Usage {
  std::int64_t input = 0;  // all input tokens, cached ones included
  std::int64_t cached = 0;
  std::int64_t output = 0;  // reasoning included where the provider counts it so (beside)
  std::int64_t reasoning = 0;
  std::int64_t cache_write =
      0;                    // of the input, what the provider put into its cache, if it says so
  std::int64_t beside = 0;  // of the reasoning, what the provider bills as output but counts apart

  Usage& operator+=(const Usage& more) {
    input = capped_sum(input, more.input);
    cached = capped_sum(cached, more.cached);
    output = capped_sum(output, more.output);
    reasoning = capped_sum(reasoning, more.reasoning);
    cache_write = capped_sum(cache_write, more.cache_write);
    beside = capped_sum(beside, more.beside);
    return *this;
  }
  // As it is billed: all reasoning is in the output.
  Usage billed() const {
    Usage usage = *this;
    usage.output = capped_sum(usage.output, usage.beside);
    usage.beside = 0;
    return usage;
  }
  // Without what cannot be: counts below zero, and parts that are larger than their whole.
  Usage sane() const;
  bool operator==(const Usage&) const = default;
};

enum class Finish {
  kStop,
  kLength,
  kToolCalls,
  kContentFilter,
  kRefusal,
  kPause,
  kContextWindow,
  kUnknown
};

// Whether an answer that ended so lacks its end.
bool is_cut(Finish finish);

// What a provider says of its limits with an answer (model/failure/rate_facts.h). Absent: not said.
enum class RateUnit { kRequests, kTokens, kInputTokens, kOutputTokens };

struct RateBucket {
  RateUnit unit = RateUnit::kRequests;
  std::optional<std::int64_t> limit;
  std::optional<std::int64_t> remaining;
  std::optional<Millis> reset;  // from now until it is full again

  bool operator==(const RateBucket&) const = default;
};
using RateBuckets = std::vector<RateBucket>;

struct ModelReply {
  std::string text;
  std::string reasoning;  // kept apart, never parsed as an answer (P-22)
  std::string refusal;    // the model's own words for why not, where they come apart
  std::vector<ReasoningSignature> signatures = {};  // in the order they came
  std::vector<ToolCall> tool_calls;
  Finish finish = Finish::kUnknown;
  Usage usage;
  RateBuckets limits = {};
  Millis first_token{0};
  Millis total{0};
};

// Whether an answer is only the beginning of what was meant (P-22).
inline bool is_cut(const ModelReply& reply) {
  return is_cut(reply.finish) || (reply.finish == Finish::kUnknown && !reply.refusal.empty());
}

// The kinds of facts about failure that callers tell apart (docs/errors.md, model_*).
enum class ModelErrorKind {
  kRateLimit,
  kQuota,
  kOverloaded,
  kServer,
  kTimeout,
  kNetwork,
  kAuth,
  kPermission,
  kBilling,
  kNotFound,
  kInvalidRequest,
  kContextLength,
  kTooLarge,
  kContentFilter,  // the provider kept the content back
  kRefusal,        // the model refused, in words of its own
  kOutputLimit,    // the limit was used up before the answer's first word
  kEmpty,          // it said nothing at all
  kBadToolCall,
  kBadResponse,
  kCancelled
};

std::string_view to_string(ModelErrorKind kind);  // "rate_limit", ...

struct ModelError {
  ModelErrorKind kind = ModelErrorKind::kBadResponse;
  std::string message;                // the provider's own words, cut to 500 bytes
  std::string cure = {};              // where one is known that is better than its kind's
  std::optional<Millis> retry_after;  // a usable hint only
  std::string text_so_far;            // what had been streamed
  Usage usage;                        // as far as known
  RateBuckets limits = {};
  int http_status = 0;     // 0: no answer at all
  bool permanent = false;  // it will fail again, though its kind might not (a login page)
  bool learned = false;    // the model now knows how to ask: the same request will do at once
};

bool is_retryable(ModelErrorKind kind);  // P-33
bool is_retryable(const ModelError& error);

using ModelOutcome = std::expected<ModelReply, ModelError>;

// Hears a call's text while it grows. Called on the loop; the call outlives no sink.
class ModelSink {
 public:
  virtual ~ModelSink() = default;
  virtual void text(std::string_view delta) = 0;
  virtual void reasoning(std::string_view delta) = 0;
  // All text so far proved to be reasoning: what was shown of it is void (P-22).
  virtual void text_was_reasoning() {}
};

class Model {
 public:
  virtual ~Model() = default;

  // One attempt. Cancelled: returns kCancelled with the text so far, within 100 ms.
  virtual Task<ModelOutcome> call(ModelRequest request, ModelSink& sink, CancelToken cancel) = 0;

  // Tokens that fit (input plus output); 0 when unknown (P-25).
  virtual std::int64_t context_tokens(std::string_view model) const = 0;

  // True for the rehearsal: its words are marked as rehearsed wherever they are shown.
  virtual bool is_rehearsal() const = 0;

  // Whether it reads `Purpose::facts`; a real provider knows only the prompt.
  virtual bool reads_facts() const { return is_rehearsal(); }

  // The host that is spoken to, for flow.started's `endpoints`; "rehearsal" for the rehearsal.
  virtual std::string endpoint() const = 0;
};

// A model's full name: "openai:gpt-5", "rehearsal", "rehearsal:broken-json".
struct ModelName {
  std::string provider;
  std::string model;  // may be empty for the rehearsal
};
std::string to_string(const ModelName& name);
Result<ModelName> parse_model_name(std::string_view text);  // errors: model_name_invalid

class ProviderQueue;

// The models that are configured, by full name. Errors: model_unknown, model_key_missing.
class ModelCatalog {
 public:
  virtual ~ModelCatalog() = default;
  virtual Result<std::shared_ptr<Model>> find(const ModelName& name) = 0;

  // What a room's own rehearsal is played by: itself, unless exchanges are recorded or replayed.
  virtual Result<std::shared_ptr<Model>> rehearsal(const ModelName&, std::shared_ptr<Model> own) {
    return own;
  }

  // The line before the provider of that model; null when nobody has to wait there (P-30).
  virtual ProviderQueue* line(const ModelName&) { return nullptr; }
};

}  // namespace fm
