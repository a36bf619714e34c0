#include "model/catalog/request_body.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "model/families/anthropic_request.h"
#include "model/families/gemini_request.h"
#include "model/families/ollama_request.h"
#include "model/families/openai_chat_request.h"
#include "model/families/openai_responses_request.h"
#include "model/wire/folded_system.h"
#include "model/wire/request_parts.h"
#include "model/wire/tool_order.h"
#include "model/wire/written_tools.h"
#include "net/url.h"

namespace fm {
namespace {

constexpr std::string_view kAnthropicVersion = "2023-06-01";

// Names in a path: what is no plain character is written in percent.
std::string path_part(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~").contains(c);
    if (plain) {
      out += c;
    } else {
      out += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return out;
}

// The address up to the family's own path, as people write it: with or without the version, or
// with one of the provider's other versions.
std::string base_of(const Provider& provider, std::initializer_list<std::string_view> versions) {
  std::string base = provider.base_url;
  while (base.ends_with('/')) base.pop_back();
  const bool has_version =
      std::ranges::any_of(versions, [&](std::string_view one) { return base.ends_with(one); });
  if (versions.size() > 0 && !has_version) base += *versions.begin();
  return base;
}
std::string base_of(const Provider& provider) {
  switch (provider.api) {
    case ApiFamily::kOpenAiChat:
    case ApiFamily::kOpenAiResponses:
      break;
    case ApiFamily::kAnthropic:
      return base_of(provider, {"/v1"});
    case ApiFamily::kGemini:
      return base_of(provider, {"/v1beta", "/v1", "/v1alpha"});
    case ApiFamily::kOllama:
      return base_of(provider, {"/api"});
  }
  return base_of(provider, {});
}

std::string with_query(std::string url, const Dialect& dialect) {
  if (dialect.query.empty()) return url;
  return url + (url.contains('?') ? '&' : '?') + dialect.query;
}

std::string call_url(const ModelRequest& request, const Provider& provider) {
  switch (provider.api) {
    case ApiFamily::kOpenAiChat:
      return base_of(provider) + "/chat/completions";
    case ApiFamily::kOpenAiResponses:
      return base_of(provider) + "/responses";
    case ApiFamily::kAnthropic:
      return base_of(provider) + "/messages";
    case ApiFamily::kGemini: {
      std::string_view model = request.model;
      if (model.starts_with("models/")) model.remove_prefix(std::string_view("models/").size());
      return base_of(provider) + "/models/" + path_part(model) + ":streamGenerateContent?alt=sse";
    }
    case ApiFamily::kOllama:
      return base_of(provider) + "/chat";
  }
  return {};
}

std::string list_url(const Provider& provider) {
  switch (provider.api) {
    case ApiFamily::kOpenAiChat:
    case ApiFamily::kOpenAiResponses:
      return base_of(provider) + "/models";
    case ApiFamily::kAnthropic:
      return base_of(provider) + "/models?limit=1000";
    case ApiFamily::kGemini:
      return base_of(provider) + "/models?pageSize=1000";
    case ApiFamily::kOllama:
      return base_of(provider) + "/tags";
  }
  return {};
}

void add_header(HttpHeaders& headers, std::string name, std::string value) {
  const bool there = std::ranges::any_of(headers, [&](const HttpHeader& header) {
    return lower_ascii(header.name) == lower_ascii(name);
  });
  if (!there) headers.push_back({std::move(name), std::move(value)});
}

// The configuration's headers win over ours.
HttpHeaders headers_of(const Provider& provider) {
  HttpHeaders headers;
  for (const HttpHeader& header : provider.headers) add_header(headers, header.name, header.value);
  if (!provider.api_key.empty()) {
    switch (provider.dialect.key_header) {
      case KeyHeader::kBearer:
        add_header(headers, "Authorization", "Bearer " + provider.api_key);
        break;
      case KeyHeader::kApiKey:
        add_header(headers, "api-key", provider.api_key);
        break;
      case KeyHeader::kXApiKey:
        add_header(headers, "x-api-key", provider.api_key);
        break;
      case KeyHeader::kXGoogApiKey:
        add_header(headers, "x-goog-api-key", provider.api_key);
        break;
    }
  }
  if (provider.api == ApiFamily::kAnthropic)
    add_header(headers, "anthropic-version", std::string(kAnthropicVersion));
  return headers;
}

Result<HttpBody> family_body(const ModelRequest& request, const RequestStyle& style) {
  switch (style.provider.api) {
    case ApiFamily::kOpenAiChat:
      return openai_chat_body(request, style);
    case ApiFamily::kOpenAiResponses:
      return openai_responses_body(request, style);
    case ApiFamily::kAnthropic:
      return anthropic_body(request, style);
    case ApiFamily::kGemini:
      return gemini_body(request, style);
    case ApiFamily::kOllama:
      return ollama_body(request, style);
  }
  return fail("model_cannot", "There is no such protocol.");
}

}  // namespace

Result<HttpBody> request_body(const ModelRequest& request, const RequestStyle& style) {
  TRY(check_images(request));
  if (style.refused.tools && !request.tools.empty())
    return request_body(with_written_tools(request), style);
  if (style.refused.system_role) {
    ModelRequest folded = request;
    folded.messages = folded_system(request.messages);
    RequestStyle rest = style;
    rest.refused.system_role = false;
    return request_body(folded, rest);
  }
  auto mended = in_tool_order(request.messages);
  if (!mended) return family_body(request, style);
  ModelRequest in_order = request;
  in_order.messages = std::move(*mended);
  return family_body(in_order, style);
}

Result<HttpRequest> model_http_request(const ModelRequest& request, const RequestStyle& style) {
  const Provider& provider = style.provider;
  HttpRequest http{.method = "POST",
                   .url = with_query(call_url(request, provider), provider.dialect),
                   .headers = headers_of(provider),
                   .timeouts = provider.timeouts};
  add_header(http.headers, "Content-Type", "application/json");
  add_header(http.headers, "Accept", "text/event-stream, application/x-ndjson, application/json");
  http.body = TRY(request_body(request, style));
  return http;
}

HttpRequest model_list_request(const Provider& provider) {
  HttpRequest http{.url = with_query(list_url(provider), provider.dialect),
                   .headers = headers_of(provider)};
  add_header(http.headers, "Accept", "application/json");
  return http;
}

}  // namespace fm
