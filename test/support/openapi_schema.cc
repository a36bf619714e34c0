#include "test/support/openapi_schema.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "base/yaml/yaml.h"

namespace fm::testing {
namespace {

constexpr auto kMethods =
    std::to_array<std::string_view>({"get", "post", "put", "delete", "patch"});

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

bool is_of(const Json& value, std::string_view type) {
  if (type == "string") return value.is_string();
  if (type == "integer") return value.is_int64() || value.is_uint64();
  if (type == "boolean") return value.is_bool();
  if (type == "array") return value.is_array();
  return type == "object" && value.is_object();
}

std::string text_of(std::string_view view) { return std::string(view); }

}  // namespace

OpenApi::OpenApi(std::string_view yaml) {
  auto document = parse_yaml(yaml, "openapi.yaml");
  REQUIRE_MESSAGE(document, document.error().message);
  root_ = std::move(document->value);
  for (const auto& [path, item] : find_at(root_, "paths")->as_object())
    for (const auto& [method, operation] : item.as_object())
      if (std::ranges::find(kMethods, std::string_view(method)) != kMethods.end())
        operations_.push_back(
            {.method = upper(method), .path = std::string(path), .object = &operation.as_object()});
}

const Json& OpenApi::resolved(const Json& value) const {
  const std::string_view reference = text_at(value, "$ref");
  if (reference.empty()) return value;
  const Json* at = &root_;
  std::string_view left = reference.substr(2);  // "#/"
  while (!left.empty()) {
    const auto end = std::min(left.find('/'), left.size());
    at = find_at(*at, left.substr(0, end));
    REQUIRE_MESSAGE(at != nullptr, text_of(reference));
    left = left.substr(std::min(end + 1, left.size()));
  }
  return *at;
}

std::string OpenApi::fault(std::string_view method, std::string_view path, int status,
                           std::string_view type, std::string_view body) const {
  const auto operation = std::ranges::find_if(
      operations_, [&](const Operation& one) { return one.method == method && one.path == path; });
  if (operation == operations_.end()) return "no such operation";
  const JsonObject& responses = find_at(*operation->object, "responses")->as_object();
  const Json* response = find_at(responses, std::to_string(status));
  if (response == nullptr && status >= 400) response = find_at(responses, "default");
  if (response == nullptr) return "status " + std::to_string(status) + " is not described";
  const Json* content = find_at(resolved(*response), "content");
  if (content == nullptr) return body.empty() ? "" : "there is a body";
  const std::string_view bare = type.substr(0, type.find(';'));
  const Json* media = find_at(*content, bare);
  if (media == nullptr && bare != "application/yaml") return "type " + text_of(type);
  if (!bare.ends_with("json")) return {};
  const auto value = parse_json(body);
  if (!value) return value.error().message;
  return fault_of(*value, *find_at(*media, "schema"), "");
}

std::string OpenApi::fault_of(const Json& value, const Json& schema, const std::string& at) const {
  const Json& wanted = resolved(schema);
  const std::string_view type = text_at(wanted, "type");
  if (!type.empty() && !is_of(value, type)) return at + " is no " + text_of(type);
  if (const Json* words = find_at(wanted, "enum"); words != nullptr) {
    const auto& list = words->as_array();
    if (std::ranges::find(list, value) == list.end())
      return at + " is none of its words: " + canonical(value);
  }
  if (const Json* items = find_at(wanted, "items"); items != nullptr)
    for (std::size_t i = 0; i < value.as_array().size(); ++i)
      if (std::string fault = fault_of(value.as_array()[i], *items, at + "/" + std::to_string(i));
          !fault.empty())
        return fault;
  const Json* properties = find_at(wanted, "properties");
  if (properties == nullptr || !value.is_object()) return {};
  for (const std::string& name : texts_at(wanted, "required"))
    if (find_at(value, name) == nullptr) return at + "/" + name + " is missing";
  for (const auto& [name, one] : value.as_object()) {
    const Json* property = find_at(*properties, name);
    const std::string place = at + "/" + std::string(name);
    if (property == nullptr) return place + " is not described";
    if (std::string fault = fault_of(one, *property, place); !fault.empty()) return fault;
  }
  return {};
}

}  // namespace fm::testing
