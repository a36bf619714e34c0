// A rule of a script, told as one family tells it, as the reply that FakeHttp plays.
#pragma once

#include <string>

#include "test/fakes/fake_family.h"

namespace fm {

// How a reply was asked for, in the request's path and body.
struct FakeAsked {
  ApiFamily family = ApiFamily::kOpenAiChat;
  bool streamed = false;
  bool as_array = false;  // Gemini without alt=sse: one array, sent in pieces
  std::string model = {};
};

FakeReply fake_provider_reply(const FakeRule& rule, const FakeAsked& asked, const Json& request,
                              int number);

FakeReply fake_failure_reply(const FakeAsked& asked, ModelErrorKind kind, std::string_view words);

FakeReply fake_json_reply(int status, std::string body);

}  // namespace fm
