#include "test/support/stream_corpus.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>

namespace fm {
namespace {

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> cut(const std::string& body, const Json& chunks) {
  const auto* sizes = chunks.if_array();
  if (sizes == nullptr) return cut_every(body, static_cast<std::size_t>(int_at(chunks, "every")));
  std::vector<std::string> reads;
  std::size_t at = 0;
  for (const Json& size : *sizes) {
    reads.push_back(body.substr(at, size.to_number<std::size_t>()));
    at += reads.back().size();
  }
  if (at < body.size()) reads.push_back(body.substr(at));
  return reads;
}

class Comparison {
 public:
  Comparison(const StreamCase& one, const ModelOutcome& outcome, const HeardStream& heard)
      : expect_(one.expect()) {
    same("streamed text", heard.all_text, text_at(expect_, "text"));
    same("streamed reasoning", heard.all_reasoning, text_at(expect_, "reasoning"));
    const Json& error = expect_.at("error");
    if (outcome && !error.is_null()) note("no error");
    if (!outcome && error.is_null())
      note("error " + std::string(to_string(outcome.error().kind)) + ": " +
           outcome.error().message);
    if (outcome && error.is_null()) compare_reply(*outcome);
    if (!outcome && error.is_object()) compare_error(outcome.error(), error);
  }
  const std::string& faults() const { return faults_; }

 private:
  void note(const std::string& what) { faults_ += what + "; "; }
  void same(const std::string& what, std::string_view is, std::string_view should) {
    if (is != should) note(what + ": " + std::string(is) + " not " + std::string(should));
  }

  void compare_reply(const ModelReply& reply) {
    same("text", reply.text, text_at(expect_, "text"));
    same("reasoning", reply.reasoning, text_at(expect_, "reasoning"));
    // null: ended by [DONE] alone, which is "unknown" here
    same("finish", finish_name(reply.finish), text_at(expect_, "finish", "unknown"));
    if (!bool_at(expect_, "complete")) note("it should not be complete");
    compare_usage(reply.usage);
    compare_calls(reply.tool_calls);
    const std::string_view signature = text_at(expect_, "reasoning_signature");
    if (!signature.empty() &&
        std::ranges::find(reply.signatures, signature, &ReasoningSignature::value) ==
            reply.signatures.end())
      note("the signature is lost");
  }

  void compare_usage(const Usage& usage) {
    const Json* should = find_at(expect_, "usage");
    if (should == nullptr || !should->is_object()) return;
    if (usage.input != int_at(*should, "input"))
      note("input tokens " + std::to_string(usage.input));
    if (usage.output != int_at(*should, "output"))
      note("output tokens " + std::to_string(usage.output));
  }

  void compare_calls(const std::vector<ToolCall>& calls) {
    const auto& should = expect_.at("tool_calls").as_array();
    if (should.size() != calls.size())
      return note("number of tool calls " + std::to_string(calls.size()));
    std::set<std::string> ids;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const ToolCall& call = calls[i];
      same("name", call.name, text_at(should[i], "name"));
      if (!should[i].at("id").is_null()) same("id", call.id, text_at(should[i], "id"));
      if (call.id.empty() || !ids.insert(call.id).second) note("id not unique: " + call.id);
      const auto arguments = parse_json(call.arguments);
      if (!arguments || *arguments != should[i].at("arguments"))
        note("arguments " + call.arguments);
    }
  }

  void compare_error(const ModelError& error, const Json& should) {
    same("kind", to_string(error.kind), text_at(should, "kind"));
    same("text so far", error.text_so_far, text_at(expect_, "text"));
    if (is_retryable(error) != bool_at(should, "retryable")) note("retryable");
    if (const Json* wait = find_at(should, "retry_after_ms")) {
      const std::int64_t is = error.retry_after ? error.retry_after->count() : -1;
      if (is != (wait->is_null() ? -1 : wait->to_number<std::int64_t>()))
        note("retry_after " + std::to_string(is));
    }
    if (error.message.find(text_at(should, "message_contains")) == std::string::npos)
      note("message: " + error.message);
    compare_usage(error.usage);
  }

  const Json& expect_;
  std::string faults_;
};

}  // namespace

HttpHeaders StreamCase::headers() const {
  HttpHeaders headers;
  for (const auto& [name, value] : json.at("http").at("headers").as_object())
    headers.push_back({std::string(name), std::string(value.as_string())});
  return headers;
}

UtcMs StreamCase::now() const { return from_rfc3339(text_at(json, "now")).value_or(UtcMs{}); }

bool StreamCase::is_compressed() const {
  return header(headers(), "content-encoding").value_or("identity") != "identity";
}

std::vector<std::string> cut_every(std::string_view body, std::size_t size) {
  std::vector<std::string> reads;
  while (!body.empty()) {
    reads.emplace_back(body.substr(0, size == 0 ? body.size() : size));
    body.remove_prefix(reads.back().size());
  }
  return reads;
}

std::vector<StreamCase> stream_cases_in(const std::filesystem::path& folder,
                                        std::string_view family) {
  std::vector<StreamCase> cases;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    auto json = parse_json(contents(entry.path()));
    if (!json || find_at(*json, "expect") == nullptr) continue;  // no case
    if (!family.empty() && text_at(*json, "family") != family) continue;
    const std::string id = entry.path().stem();
    std::string body = contents(folder / text_at(*json, "body", id + ".txt"));
    auto reads = cut(body, json->at("chunks"));
    cases.push_back({id, std::move(*json), std::move(body), std::move(reads)});
  }
  std::ranges::sort(cases, {}, &StreamCase::id);
  return cases;
}

std::vector<StreamCase> stream_cases(std::string_view family) {
  const char* root = std::getenv("FM_SOURCE_DIR");
  return stream_cases_in(
      std::filesystem::path(root == nullptr ? "." : root) / "test/corpus/streams", family);
}

std::string_view finish_name(Finish finish) {
  switch (finish) {
    case Finish::kStop:
      return "stop";
    case Finish::kLength:
      return "length";
    case Finish::kToolCalls:
      return "tool_calls";
    case Finish::kContentFilter:
      return "content_filter";
    case Finish::kRefusal:
      return "refusal";
    case Finish::kPause:
      return "pause";
    case Finish::kContextWindow:
      return "context_window";
    case Finish::kUnknown:
      return "unknown";
  }
  return "";
}

std::string stream_case_faults(const StreamCase& one, const ModelOutcome& outcome,
                               const HeardStream& heard) {
  return Comparison(one, outcome, heard).faults();
}

}  // namespace fm
