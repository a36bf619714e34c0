#include "model/cassette/replayer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/text.h"
#include "model/cassette/cassette_file.h"
#include "model/cassette/request_diff.h"

namespace fm {

// Which exchanges are there and which are used.
class Replayer::Player : public std::enable_shared_from_this<Player> {
 public:
  Player(Loop& loop, Cassette cassette, std::string path, ReplayerOptions options)
      : loop(loop),
        cassette_(std::move(cassette)),
        path_(std::move(path)),
        options_(std::move(options)),
        redactor_(cassette_redactor(options_.secrets)),
        used_(cassette_.entries.size()) {
    for (std::size_t i = 0; i < cassette_.entries.size(); ++i)
      by_digest_[cassette_.entries[i].digest].push_back(i);
  }

  // The exchange that answers the request; nothing once there was a difference.
  std::optional<std::size_t> take(const std::string& full_name, const ModelRequest& request) {
    if (differs_) return std::nullopt;
    Json asked = canonical_request(full_name, request);
    redact(asked, redactor_);
    const auto index = unused_like(request_digest(asked));
    if (index) {
      used_[*index] = true;
    } else {
      report(request.purpose, asked);
    }
    return index;
  }
  void give_back(std::size_t index) { used_[index] = false; }

  std::string first_model() const {
    return cassette_.entries.empty()
               ? std::string()
               : std::string(text_at(cassette_.entries.front().exchange.request, "model"));
  }

  const std::vector<StreamPiece>& stream(std::size_t index) const {
    return cassette_.entries[index].exchange.stream;
  }

  ModelOutcome outcome(std::size_t index) const {
    ModelOutcome outcome = cassette_.entries[index].exchange.outcome;
    // A hint is shortened only where the recording tried again: where it gave up because of a long
    // one, it has to give up here too.
    if (options_.skip_waits && !outcome && is_retryable(outcome.error()) &&
        unused_like(cassette_.entries[index].digest))
      outcome.error().retry_after = Millis(0);
    return outcome;
  }

  const Cassette& cassette() const { return cassette_; }
  const std::string& path() const { return path_; }
  std::size_t unused() const { return static_cast<std::size_t>(std::ranges::count(used_, false)); }

  Loop& loop;

 private:
  std::optional<std::size_t> unused_like(const Sha256& digest) const {
    const auto found = by_digest_.find(digest);
    if (found == by_digest_.end()) return std::nullopt;
    for (const std::size_t index : found->second)
      if (!used_[index]) return index;
    return std::nullopt;
  }

  // The unused exchange that was most probably meant; nothing when all are used.
  const Cassette::Entry* nearest(const Purpose& purpose) const {
    const Cassette::Entry* next = nullptr;
    for (std::size_t i = 0; i < used_.size(); ++i) {
      if (used_[i]) continue;
      const Exchange& exchange = cassette_.entries[i].exchange;
      if (exchange.agent == purpose.agent && exchange.task == purpose.task &&
          exchange.round == purpose.round)
        return &cassette_.entries[i];
      if (next == nullptr) next = &cassette_.entries[i];
    }
    return next;
  }

  Error difference(const Purpose& purpose, const Json& asked) const {
    const std::string title = exchange_title(purpose.agent, purpose.task, purpose.round);
    const Cassette::Entry* entry = nearest(purpose);
    if (entry == nullptr)
      return Error{"replay_ended",
                   fmt::format("{} asks for an answer, but {} has no further one.", title, path_),
                   fmt::format("All {} recorded exchanges are used.", used_.size()),
                   "Record the discussion anew with --record, up to its end."};
    const Exchange& exchange = entry->exchange;
    return Error{
        "replay_differs", fmt::format("{} asks for something that is not in {}.", title, path_),
        fmt::format("The nearest is exchange {} in line {}, {}.\n{}", entry->n, entry->line,
                    clean(exchange_title(exchange.agent, exchange.task, exchange.round)).text,
                    request_diff(cassette_.request_of(*entry), asked)),
        "Replay with the topic, team and settings that were recorded, or record anew with "
        "--record."};
  }

  void report(const Purpose& purpose, const Json& asked) {
    differs_ = true;
    loop.post([self = shared_from_this(), error = difference(purpose, asked)] {
      if (self->options_.on_difference) self->options_.on_difference(error);
    });
  }

  Cassette cassette_;
  std::string path_;
  ReplayerOptions options_;
  Redactor redactor_;
  std::vector<bool> used_;
  std::map<Sha256, std::vector<std::size_t>> by_digest_;
  bool differs_ = false;
};

namespace {

ModelOutcome cancelled(std::string said) {
  ModelError error;
  error.kind = ModelErrorKind::kCancelled;
  error.message = "The call was cancelled.";
  error.text_so_far = std::move(said);
  return std::unexpected(std::move(error));
}

Task<bool> next_turn(Loop& loop) {
  const Later<bool> later;
  loop.post([later] { later.resolve(true); });
  co_return co_await later;
}

Task<bool> until_cancelled(Loop& loop, CancelToken cancel) {
  const Later<bool> later;
  const auto registration =
      cancel.on_cancel([&loop, later] { loop.post([later] { later.resolve(true); }); });
  co_return co_await later;
}

}  // namespace

class Replayer::ReplayedModel final : public Model {
 public:
  ReplayedModel(std::shared_ptr<Player> player, std::string full_name)
      : player_(std::move(player)), full_name_(std::move(full_name)) {}

  Task<ModelOutcome> call(ModelRequest request, ModelSink& sink, CancelToken cancel) override {
    Taken taken(player_);
    if (!cancel.cancelled()) taken.index = player_->take(full_name_, request);
    request = {};
    if (!taken.index) {
      co_await until_cancelled(player_->loop, cancel);
      co_return cancelled("");
    }
    std::string said;
    for (const StreamPiece& piece : player_->stream(*taken.index)) {
      co_await next_turn(player_->loop);
      if (cancel.cancelled()) co_return cancelled(std::move(said));
      if (piece.kind == StreamPiece::Kind::kText) {
        said += piece.text;
        sink.text(piece.text);
      } else {
        sink.reasoning(piece.text);
      }
    }
    co_await next_turn(player_->loop);
    if (cancel.cancelled()) co_return cancelled(std::move(said));
    co_return player_->outcome(*std::exchange(taken.index, {}));
  }

  std::int64_t context_tokens(std::string_view) const override { return facts().context_tokens; }
  bool is_rehearsal() const override { return facts().rehearsal; }
  std::string endpoint() const override { return facts().host; }

 private:
  // An exchange that is being played; given back when the call ends before its end.
  struct Taken {
    explicit Taken(std::shared_ptr<Player> owner) : player(std::move(owner)) {}
    Taken(const Taken&) = delete;
    Taken& operator=(const Taken&) = delete;
    ~Taken() {
      if (index) player->give_back(*index);
    }
    std::shared_ptr<Player> player;
    std::optional<std::size_t> index;
  };

  const CassetteModel& facts() const { return player_->cassette().models.at(full_name_); }

  std::shared_ptr<Player> player_;
  std::string full_name_;
};

Replayer::Replayer(Loop& loop, Cassette cassette, std::string path, ReplayerOptions options)
    : player_(std::make_shared<Player>(loop, std::move(cassette), std::move(path),
                                       std::move(options))) {}

Result<std::unique_ptr<Replayer>> Replayer::open(Loop& loop, const std::string& path,
                                                 ReplayerOptions options) {
  Cassette cassette = TRY(read_cassette_file(path));
  return std::make_unique<Replayer>(loop, std::move(cassette), path, std::move(options));
}

Result<std::shared_ptr<Model>> Replayer::find(const ModelName& name) {
  return model(to_string(name));
}

Result<std::shared_ptr<Model>> Replayer::model(const std::string& full_name) {
  const auto& models = player_->cassette().models;
  const auto found = models.find(full_name);
  if (found == models.end()) {
    std::vector<std::string> names;
    for (const auto& [name, facts] : models) names.push_back(clean(name).text);
    return fail("model_unknown", player_->path() + " has nothing of the model " + full_name + ".",
                "It was recorded with " + (names.empty() ? "none" : join(names, ", ")) + ".",
                "Replay with the models that were recorded.");
  }
  if (found->second.missing) return std::unexpected(*found->second.missing);
  return std::make_shared<ReplayedModel>(player_, full_name);
}

std::string Replayer::first_model() const { return player_->first_model(); }

std::size_t Replayer::unused() const { return player_->unused(); }

std::vector<Error> Replayer::notices() const {
  if (!player_->cassette().torn) return {};
  return {Error{"cassette_torn", player_->path() + " ends within a line.",
                "The recording was ended while it wrote; what is whole is played.",
                "Nothing, or record the discussion anew with --record."}};
}

}  // namespace fm
