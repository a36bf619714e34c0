#include "model/cassette/recorder.h"

#include <utility>

#include "model/cassette/cassette.h"
#include "model/cassette/cassette_file.h"

namespace fm {
namespace {

constexpr std::size_t kMostPieces = 40;

// Models send a word at a time; so many pieces would make the file unreadable and show nothing.
std::vector<StreamPiece> fewer_pieces(std::vector<StreamPiece> pieces) {
  if (pieces.size() <= kMostPieces) return pieces;
  std::size_t bytes = 0;
  for (const StreamPiece& piece : pieces) bytes += piece.text.size();
  const std::size_t enough = bytes / kMostPieces + 1;
  std::vector<StreamPiece> out;
  for (StreamPiece& piece : pieces) {
    if (out.empty() || out.back().kind != piece.kind || out.back().text.size() >= enough) {
      out.push_back(std::move(piece));
    } else {
      out.back().text += piece.text;
    }
  }
  return out;
}

class KeepingSink final : public ModelSink {
 public:
  explicit KeepingSink(ModelSink& sink) : sink_(sink) {}
  void text(std::string_view delta) override {
    pieces.push_back({StreamPiece::Kind::kText, std::string(delta)});
    sink_.text(delta);
  }
  void reasoning(std::string_view delta) override {
    pieces.push_back({StreamPiece::Kind::kReasoning, std::string(delta)});
    sink_.reasoning(delta);
  }
  void text_was_reasoning() override {
    for (StreamPiece& piece : pieces) piece.kind = StreamPiece::Kind::kReasoning;
    sink_.text_was_reasoning();
  }
  std::vector<StreamPiece> pieces;

 private:
  ModelSink& sink_;
};

}  // namespace

// What the recorder and its models write to, as long as it can be written.
class Recorder::Tape {
 public:
  Tape(std::unique_ptr<CassetteFile> file, RecorderOptions options)
      : file_(std::move(file)),
        writer_(cassette_redactor(std::move(options.secrets))),
        on_trouble_(std::move(options.on_trouble)) {}

  // A discussion that was refused before it began does not use the file up.
  ~Tape() {
    if (runs() && !has_exchange_) file_->clear();
  }
  Tape(const Tape&) = delete;

  Result<void> begin() { return file_->append(writer_.header()); }
  bool runs() const { return file_ != nullptr; }
  void keep(const std::string& full_name, const CassetteModel& model) {
    if (runs()) write(writer_.model(full_name, model));
  }
  void keep(const Exchange& exchange) {
    if (!runs()) return;
    has_exchange_ = true;
    write(writer_.exchange(exchange));
  }

 private:
  void write(const std::string& lines) {
    const auto written = file_->append(lines);
    if (written) return;
    file_.reset();
    if (on_trouble_) on_trouble_(written.error());
  }

  std::unique_ptr<CassetteFile> file_;  // null once it could not be written
  CassetteWriter writer_;
  bool has_exchange_ = false;
  std::function<void(const Error&)> on_trouble_;
};

class Recorder::RecordedModel final : public Model {
 public:
  RecordedModel(std::shared_ptr<Tape> tape, std::string full_name, std::shared_ptr<Model> inner)
      : tape_(std::move(tape)), full_name_(std::move(full_name)), inner_(std::move(inner)) {
    const auto name = parse_model_name(full_name_);
    RecordedModel::context_tokens(name ? name->model : full_name_);
  }

  Task<ModelOutcome> call(ModelRequest request, ModelSink& sink, CancelToken cancel) override {
    if (!tape_->runs()) co_return co_await inner_->call(std::move(request), sink, cancel);
    Exchange exchange{.agent = request.purpose.agent,
                      .task = request.purpose.task,
                      .round = request.purpose.round,
                      .request = canonical_request(full_name_, request),
                      .stream = {},
                      .outcome = {}};
    KeepingSink keeping(sink);
    ModelOutcome outcome = co_await inner_->call(std::move(request), keeping, cancel);
    if (!outcome && outcome.error().kind == ModelErrorKind::kCancelled) co_return outcome;
    exchange.stream = fewer_pieces(std::move(keeping.pieces));
    exchange.outcome = outcome;
    tape_->keep(exchange);
    co_return outcome;
  }

  // Sizes may be learned while the program runs: whatever was told last is kept.
  std::int64_t context_tokens(std::string_view model) const override {
    const std::int64_t tokens = inner_->context_tokens(model);
    tape_->keep(full_name_, {.host = inner_->endpoint(),
                             .context_tokens = tokens,
                             .rehearsal = inner_->is_rehearsal(),
                             .missing = {}});
    return tokens;
  }
  bool is_rehearsal() const override { return inner_->is_rehearsal(); }
  std::string endpoint() const override { return inner_->endpoint(); }

 private:
  std::shared_ptr<Tape> tape_;
  std::string full_name_;
  std::shared_ptr<Model> inner_;
};

Recorder::Recorder(ModelCatalog& inner, std::shared_ptr<Tape> tape)
    : inner_(inner), tape_(std::move(tape)) {}

Result<std::unique_ptr<Recorder>> Recorder::open(ModelCatalog& inner, const std::string& path,
                                                 RecorderOptions options) {
  auto tape = std::make_shared<Tape>(TRY(CassetteFile::create(path)), std::move(options));
  TRY(tape->begin());
  return std::unique_ptr<Recorder>(new Recorder(inner, std::move(tape)));
}

Result<std::shared_ptr<Model>> Recorder::find(const ModelName& name) {
  auto found = inner_.find(name);
  const std::string full_name = to_string(name);
  if (found) return wrap(full_name, std::move(*found));
  CassetteModel missing;
  missing.missing = found.error();
  tape_->keep(full_name, missing);
  return found;
}

std::shared_ptr<Model> Recorder::wrap(const std::string& full_name, std::shared_ptr<Model> model) {
  return std::make_shared<RecordedModel>(tape_, full_name, std::move(model));
}

}  // namespace fm
