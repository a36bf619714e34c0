// For the tests of cassettes: models that say what they are told to, and any requests and outcomes.
#pragma once

#include <doctest/doctest.h>

#include <array>
#include <deque>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/test_seed.h"
#include "loop/sim_loop.h"
#include "model/cassette/cassette.h"

namespace fm {

struct SaidLine {
  std::vector<StreamPiece> stream;
  ModelOutcome outcome;
};

inline std::vector<StreamPiece> pieces(std::initializer_list<std::string_view> texts) {
  std::vector<StreamPiece> out;
  for (const std::string_view text : texts)
    out.push_back({StreamPiece::Kind::kText, std::string(text)});
  return out;
}

inline SaidLine says(std::initializer_list<std::string_view> texts) {
  SaidLine spoken{pieces(texts), ModelReply{}};
  spoken.outcome->text = joined(spoken.stream, StreamPiece::Kind::kText);
  spoken.outcome->finish = Finish::kStop;
  return spoken;
}

inline SaidLine fails(ModelErrorKind kind, std::optional<Millis> retry_after = {}) {
  ModelError error;
  error.kind = kind;
  error.retry_after = retry_after;
  return {{}, std::unexpected(std::move(error))};
}

// Says its lines in order, each a second after it was asked.
class LineModel final : public Model {
 public:
  explicit LineModel(Loop& loop, std::deque<SaidLine> spoken = {})
      : lines(std::move(spoken)), loop_(loop) {}

  Task<ModelOutcome> call(ModelRequest, ModelSink& sink, CancelToken cancel) override {
    REQUIRE(!lines.empty());
    const SaidLine line = std::move(lines.front());
    lines.pop_front();
    for (const StreamPiece& piece : line.stream) {
      if (piece.kind == StreamPiece::Kind::kText) sink.text(piece.text);
      if (piece.kind == StreamPiece::Kind::kReasoning) sink.reasoning(piece.text);
    }
    const Later<bool> later;
    const auto timer = loop_.after(Millis(1000), [later] { later.resolve(true); });
    const auto registration =
        cancel.on_cancel([this, later] { loop_.post([later] { later.resolve(false); }); });
    if (co_await later) co_return line.outcome;
    co_return fails(ModelErrorKind::kCancelled).outcome;
  }
  std::int64_t context_tokens(std::string_view) const override { return tokens; }
  bool is_rehearsal() const override { return false; }
  std::string endpoint() const override { return "models.test"; }

  std::deque<SaidLine> lines;
  std::int64_t tokens = 8'000;

 private:
  Loop& loop_;
};

struct OneModel final : ModelCatalog {
  explicit OneModel(std::shared_ptr<LineModel> model) : model(std::move(model)) {}
  Result<std::shared_ptr<Model>> find(const ModelName& name) override {
    if (name.provider == "gone")
      return fail("model_key_missing", "There is no key.", "", "Set it.");
    return std::shared_ptr<Model>(model);
  }
  std::shared_ptr<LineModel> model;
};

struct PieceSink final : ModelSink {
  void text(std::string_view delta) override {
    stream.push_back({StreamPiece::Kind::kText, std::string(delta)});
    if (on_piece) on_piece();
  }
  void reasoning(std::string_view delta) override {
    stream.push_back({StreamPiece::Kind::kReasoning, std::string(delta)});
  }
  std::vector<StreamPiece> stream;
  std::function<void()> on_piece;
};

// A call that runs, or has ended.
struct RunningCall {
  RunningCall(std::shared_ptr<Model> asked, ModelRequest request) : model(std::move(asked)) {
    running = start(model->call(std::move(request), sink, cancel),
                    [this](auto result) { outcome = std::move(result.value()); });
  }
  RunningCall(const RunningCall&) = delete;
  std::shared_ptr<Model> model;
  PieceSink sink;
  CancelToken cancel;
  std::optional<ModelOutcome> outcome;
  RunningTask running;
};

inline ModelRequest question(std::string text, std::string agent = "leader") {
  ModelRequest request;
  request.model = "m";
  request.messages = {{.role = Role::kUser, .text = std::move(text)}};
  request.purpose = {std::move(agent), "kickoff", 1, {}};
  return request;
}

inline std::string text_of_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// Everything of an outcome that a cassette keeps, to compare by.
inline std::string digest_of(const ModelOutcome& outcome) {
  JsonObject object;
  add_outcome(object, outcome);
  return canonical(object);
}

// Texts, requests and outcomes of every shape.
class RandomExchanges {
 public:
  explicit RandomExchanges(std::uint64_t seed) : random(seed) {}

  std::string text(std::size_t count) {
    static constexpr auto kPieces = std::to_array<std::string_view>(
        {"word ", "\n", "\n\n", "\"quoted\" \\ ", "ä€🌱", "{\"a\": 1}\n", "\t", "* a list\n",
         "a somewhat longer sentence that fills a line, and more.\n", "\x01"});
    return random.text_of(kPieces, count);
  }

  ModelRequest request() {
    ModelRequest out = question(text(60));
    for (auto left = random.below(3); left > 0; --left) {
      ModelMessage message{.role = Role::kAssistant, .text = text(40)};
      if (random.below(2) == 0) message.tool_calls = {{"id", "read", "{\"path\":\"x\"}"}};
      if (random.below(2) == 0)
        message.signatures = {{SignatureKind::kOpaque, text(2), text(2), "id"}};
      if (random.below(2) == 0) message.images = {{"image/png", "aGVsbG8="}};
      out.messages.push_back(std::move(message));
    }
    if (random.below(3) == 0) out.tools = {{"read", text(3), parse_json("{\"x\":[1.5]}").value()}};
    if (random.below(3) == 0) out.schema = parse_json("{\"type\":\"object\"}").value();
    if (random.below(3) == 0) out.temperature_hundredths = 70;
    if (random.below(3) == 0) out.max_output_tokens = 100;
    return out;
  }

  SaidLine spoken() {
    SaidLine out{{}, ModelReply{}};
    for (auto left = random.below(90); left > 0; --left) {
      const bool thinks = random.below(5) == 0;
      std::string piece = text(4);
      if (piece.empty()) continue;
      out.stream.push_back(
          {thinks ? StreamPiece::Kind::kReasoning : StreamPiece::Kind::kText, std::move(piece)});
    }
    const std::string said = joined(out.stream, StreamPiece::Kind::kText);
    if (random.below(3) > 0) {
      ModelReply& reply = *out.outcome;
      reply.text = random.below(4) == 0 ? text(9) : said;
      reply.reasoning = joined(out.stream, StreamPiece::Kind::kReasoning);
      reply.refusal = random.below(4) == 0 ? text(3) : "";
      if (random.below(3) == 0)
        reply.signatures = {{SignatureKind::kSignature, "s", text(2), "of"}};
      if (random.below(3) == 0) reply.tool_calls = {{"c1", "read", text(2)}, {"c2", "x", "{}"}};
      reply.finish = static_cast<Finish>(random.below(8));
      reply.usage = {static_cast<std::int64_t>(random.below(9)), 1, 2, 3, 1, 2};
      reply.first_token = Millis(7);
      reply.total = Millis(1234);
      return out;
    }
    ModelError error;
    error.kind = static_cast<ModelErrorKind>(random.below(16));  // all but cancelled
    error.message = text(4);
    if (random.below(2) == 0) error.retry_after = Millis(static_cast<int>(random.below(9'000)));
    error.text_so_far = random.below(4) == 0 ? text(3) : said;
    error.usage.output = 5;
    error.http_status = 429;
    error.permanent = random.below(4) == 0;
    error.learned = random.below(4) == 0;
    out.outcome = std::unexpected(std::move(error));
    return out;
  }

  TestRandom random;
};

}  // namespace fm
