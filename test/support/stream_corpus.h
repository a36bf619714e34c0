// The stream cases of test/corpus, or of any folder in that form, and what a reader made of one
// held against what the case expects (test/corpus/README.md). For tests and test tools only.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "model/model.h"
#include "net/http_client.h"

namespace fm {

struct StreamCase {
  std::string id;
  Json json;
  std::string body;
  std::vector<std::string> reads;  // the body, cut as the case says

  std::string_view family() const { return text_at(json, "family"); }
  bool broken() const { return text_at(json, "end") == "reset"; }
  const Json& expect() const { return json.at("expect"); }
  int status() const { return static_cast<int>(int_at(json.at("http"), "status")); }
  HttpHeaders headers() const;
  UtcMs now() const;
  bool is_compressed() const;  // then only the HTTP client can read it
};

// All cases of a folder, by id. `family` empty: all families.
std::vector<StreamCase> stream_cases_in(const std::filesystem::path& folder,
                                        std::string_view family = {});
std::vector<StreamCase> stream_cases(std::string_view family = {});  // of test/corpus/streams

std::vector<std::string> cut_every(std::string_view body, std::size_t size);

// What a sink heard.
struct HeardStream final : ModelSink {
  void text(std::string_view delta) override { all_text += delta; }
  void reasoning(std::string_view delta) override { all_reasoning += delta; }
  void text_was_reasoning() override {
    all_reasoning += all_text;
    all_text.clear();
  }
  std::string all_text;
  std::string all_reasoning;
};

std::string_view finish_name(Finish finish);  // the corpus's word

// The faults of an outcome against what the case expects, in words; empty: right.
std::string stream_case_faults(const StreamCase& one, const ModelOutcome& outcome,
                               const HeardStream& heard);

}  // namespace fm
