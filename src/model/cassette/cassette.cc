#include "model/cassette/cassette.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fm {
namespace {

constexpr std::int64_t kVersion = 1;

std::string line_of(const Json& value) { return canonical(value) + '\n'; }

Result<void> add_part(Cassette& cassette, const Json& line) {
  const std::int64_t number = int_at(line, "part", -1);
  const Json* text = find_at(line, "text");
  if (number < 1 || text == nullptr) return cassette_invalid("A part has a number and a text.");
  if (!cassette.parts.emplace(number, TRY(lines_from_json(*text))).second)
    return cassette_invalid(fmt::format("There are two parts {}.", number));
  return {};
}

Result<void> add_model(Cassette& cassette, const Json& line) {
  const std::string name(text_at(line, "model"));
  if (name.empty()) return cassette_invalid("A line has \"part\", \"model\" or \"request\".");
  CassetteModel model;
  if (const Json* error = find_at(line, "error")) {
    model.missing = error_from_json(*error);
  } else {
    model.host = text_at(line, "host");
    model.context_tokens = int_at(line, "context_tokens");
    model.rehearsal = bool_at(line, "rehearsal");
  }
  cassette.models[name] = std::move(model);
  return {};
}

Result<void> add_exchange(Cassette& cassette, Json line, std::size_t number) {
  JsonObject& object = line.as_object();
  Cassette::Entry entry;
  entry.n = int_at(line, "n", static_cast<std::int64_t>(cassette.entries.size()) + 1);
  entry.line = number;
  Exchange& exchange = entry.exchange;
  if (const Json* whose = find_at(line, "for")) {
    exchange.agent = text_at(*whose, "agent");
    exchange.task = text_at(*whose, "task");
    exchange.round = static_cast<int>(int_at(*whose, "round"));
  }
  exchange.request = std::move(object["request"]);
  if (text_at(exchange.request, "model").empty())
    return cassette_invalid("A request names its \"model\".");
  if (const Json* stream = find_at(line, "stream"))
    exchange.stream = TRY(stream_from_json(*stream));
  exchange.outcome = TRY(outcome_from_json(line, exchange.stream));
  entry.digest = request_digest(TRY(unpack_messages(exchange.request, cassette.parts)));
  cassette.entries.push_back(std::move(entry));
  return {};
}

Result<void> check_header(const Json& line, const std::string& name) {
  const std::int64_t version = int_at(line, "cassette");
  if (version > kVersion)
    return fail(
        "cassette_version", name + " was recorded by a newer Folkmoot.",
        fmt::format("It has version {} of the format; this program reads {}.", version, kVersion),
        "Use the newer program for it, or record the discussion anew with --record.");
  if (version < 1)
    return fail("cassette_invalid", name + " is no cassette.",
                "Its first line is not {\"cassette\":1}.",
                "Name a file that was made with --record.");
  return {};
}

Result<void> add_line(Cassette& cassette, std::string_view text, std::size_t number) {
  auto line = parse_json(text);
  if (!line) return cassette_invalid(line.error().message);
  if (!line->is_object()) return cassette_invalid("A line is a JSON object.");
  if (find_at(*line, "request") != nullptr) return add_exchange(cassette, std::move(*line), number);
  if (find_at(*line, "part") != nullptr) return add_part(cassette, *line);
  return add_model(cassette, *line);
}

}  // namespace

std::string exchange_title(std::string_view agent, std::string_view task, int round) {
  std::string title(agent.empty() ? "somebody" : agent);
  if (task.empty()) return title;
  return round > 0 ? fmt::format("{} ({}, round {})", title, task, round)
                   : fmt::format("{} ({})", title, task);
}

std::string CassetteWriter::header() const { return line_of(JsonObject{{"cassette", kVersion}}); }

std::string CassetteWriter::model(const std::string& full_name, const CassetteModel& model) {
  const auto known = models_.find(full_name);
  if (known != models_.end() && known->second == model) return {};
  models_[full_name] = model;
  Json line = JsonObject{{"model", full_name}};
  if (model.missing) {
    line.as_object()["error"] = to_json(*model.missing);
  } else {
    line = JsonObject{{"model", full_name},
                      {"host", model.host},
                      {"context_tokens", model.context_tokens},
                      {"rehearsal", model.rehearsal}};
  }
  redact(line, redactor_);
  return line_of(line);
}

std::string CassetteWriter::exchange(const Exchange& exchange) {
  Json line = JsonObject{
      {"n", ++count_},
      {"for",
       JsonObject{{"agent", exchange.agent}, {"task", exchange.task}, {"round", exchange.round}}},
      {"request", exchange.request}};
  add_outcome(line.as_object(), exchange.outcome);
  std::vector<StreamPiece> stream = exchange.stream;
  redact(line, redactor_);  // while every text is in one piece
  redact(stream, redactor_);

  JsonObject& object = line.as_object();
  shorten_texts(object, stream);
  if (!stream.empty()) object["stream"] = stream_to_json(stream);
  TextParts fresh;
  pack_messages(object["request"], packer_, fresh);
  std::string lines;
  for (const auto& [number, text] : fresh)
    lines += line_of(JsonObject{{"part", number}, {"text", lines_to_json(text)}});
  return lines + line_of(line);
}

Json Cassette::request_of(const Entry& entry) const {
  auto whole = unpack_messages(entry.exchange.request, parts);
  FM_CHECK(whole.has_value(), "a cassette's request was unpacked when it was read");
  return std::move(*whole);
}

Result<Cassette> read_cassette(std::string_view text, const std::string& name) {
  Cassette cassette;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (++number == 1) {
      TRY(check_header(parse_json(line).value_or(Json()), name));
      continue;
    }
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    auto added = add_line(cassette, line, number);
    if (added) continue;
    if (end == text.size()) {  // the recording was killed while it wrote
      cassette.torn = true;
      continue;
    }
    Error error = std::move(added.error());
    error.message = fmt::format("{}, line {}: {}", name, number, error.message);
    return std::unexpected(std::move(error));
  }
  if (number == 0) TRY(check_header({}, name));
  return cassette;
}

}  // namespace fm
