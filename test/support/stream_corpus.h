// The stream cases of test/corpus for one family of readers. For tests only.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/json.h"
#include "net/http_client.h"

namespace fm {

struct StreamCase {
  std::string id;
  Json json;
  std::vector<std::string> reads;  // the body, cut as the case says

  bool broken() const { return text_at(json, "end") == "reset"; }
  const Json& expect() const { return json.at("expect"); }
  int status() const { return static_cast<int>(int_at(json.at("http"), "status")); }
  HttpHeaders headers() const {
    HttpHeaders headers;
    for (const auto& [name, value] : json.at("http").at("headers").as_object())
      headers.push_back({std::string(name), std::string(value.as_string())});
    return headers;
  }
};

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::vector<std::string> cut(const std::string& body, const Json& chunks) {
  std::vector<std::string> reads;
  std::size_t at = 0;
  const auto take = [&](std::size_t size) {
    reads.push_back(body.substr(at, size));
    at += reads.back().size();
  };
  if (const auto* sizes = chunks.if_array()) {
    for (const Json& size : *sizes) take(size.to_number<std::size_t>());
  } else if (const auto every = int_at(chunks, "every"); every > 0) {
    while (at < body.size()) take(static_cast<std::size_t>(every));
  }
  if (at < body.size()) take(body.size() - at);
  return reads;
}

// `family` empty: all families.
inline std::vector<StreamCase> stream_cases(std::string_view family) {
  const char* root = std::getenv("FM_SOURCE_DIR");
  const auto folder = std::filesystem::path(root == nullptr ? "." : root) / "test/corpus/streams";
  std::vector<StreamCase> cases;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    Json json = *parse_json(read_file(entry.path()));
    if (!family.empty() && text_at(json, "family") != family) continue;
    const std::string body = read_file(folder / text_at(json, "body"));
    cases.push_back({entry.path().stem(), json, cut(body, json.at("chunks"))});
  }
  return cases;
}

}  // namespace fm
