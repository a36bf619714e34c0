// How each family of providers tells an answer, tells a failure, and what it refuses to be asked.
// One table for the fake provider; what differs stands in one file a family.
//
// Written from the vendors' documents and held against their own clients (test/e2e): what those
// read is what was to be told.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "test/fakes/fake_provider.h"

namespace fm {

// One event of a streamed answer, before it is framed.
struct FakeEvent {
  std::string name = {};  // where the family names its events
  std::string data = {};
  bool says = false;  // a piece of text, reasoning or a call; the others are the frame around them
};

// What is to be told.
struct FakeAnswer {
  const FakeRule& rule;
  const Json& request;
  std::string model;
  int number = 0;    // for the ids
  std::string text;  // as often as the rule says
  Usage usage;
  std::string finish;  // in our word, or whatever the rule wants
};

struct FakeFamily {
  std::vector<FakeEvent> (*events)(const FakeAnswer&);
  Json (*whole)(const FakeAnswer&);
  // Why the vendor would not take the request; empty: it would.
  std::string (*complaint)(const FakeRequest& request, const Json& body);
};

const FakeFamily& fake_family(ApiFamily family);

// A failure in the family's shape, as the body of a status and within a stream.
struct FakeFailure {
  int status = 500;
  std::string body;
  FakeEvent event;
};
FakeFailure fake_failure(ApiFamily family, ModelErrorKind kind, std::string_view words = {});

// What the families have in common.
std::vector<std::string_view> slices(std::string_view text, std::size_t size);  // no cut characters
std::string json_text(std::string_view text);
Json arguments_of(const ToolCall& call);  // as a value
const JsonArray* list_at(const Json& value, std::string_view key);
bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words);
std::string all_texts(const Json& message);  // whatever the family's places for them

// The family's word for ours; a word that it has none for stays as it is.
struct FakeWord {
  std::string_view ours;
  std::string_view theirs;
};
template <class Table>
std::string word_in(const Table& table, std::string_view ours) {
  for (const FakeWord& row : table)
    if (row.ours == ours) return std::string(row.theirs);
  return std::string(ours);
}

std::vector<FakeEvent> openai_chat_events(const FakeAnswer& answer);
Json openai_chat_whole(const FakeAnswer& answer);
std::string openai_chat_complaint(const FakeRequest& request, const Json& body);

std::vector<FakeEvent> openai_responses_events(const FakeAnswer& answer);
Json openai_responses_whole(const FakeAnswer& answer);
std::string openai_responses_complaint(const FakeRequest& request, const Json& body);

std::vector<FakeEvent> anthropic_events(const FakeAnswer& answer);
Json anthropic_whole(const FakeAnswer& answer);
std::string anthropic_complaint(const FakeRequest& request, const Json& body);

std::vector<FakeEvent> gemini_events(const FakeAnswer& answer);
Json gemini_whole(const FakeAnswer& answer);
std::string gemini_complaint(const FakeRequest& request, const Json& body);

std::vector<FakeEvent> ollama_events(const FakeAnswer& answer);
Json ollama_whole(const FakeAnswer& answer);
std::string ollama_complaint(const FakeRequest& request, const Json& body);

}  // namespace fm
