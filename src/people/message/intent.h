// What a first message is about: one of six intents (C-10 to C-12).
//
// Points from the vocabulary's cues and from the form of the sentence (an order, a wish, a question
// about doing, small talk); the most points win. Offline and deterministic. Under a confidence a
// real model may be asked (intent_judge.h).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "people/language/utterance.h"

namespace fm {

enum class Intent { kBuild, kExplore, kAdvice, kResearch, kTask, kChat };
inline constexpr std::size_t kIntentCount = 6;

std::string_view to_string(Intent intent);  // "build"
std::optional<Intent> intent_from(std::string_view name);

// How the team goes about an intent (C-10).
struct IntentPlan {
  std::string_view depth;  // full, light, minimal, none
  std::string_view flow;   // full, light, quick, chat
  std::vector<std::string_view> agents;
};
IntentPlan plan_for(Intent intent);

struct IntentReading {
  Intent intent = Intent::kChat;
  int confidence = 20;  // whole percent; 20: nothing is known
  std::optional<Intent> runner_up;
  std::vector<std::string> interests;  // "gardening", "photography"
  bool combined = false;               // the interests are to be brought together
  std::vector<std::string> people;     // "my family", "customers"
  std::vector<std::string> words;      // that decided
};

IntentReading read_intent(const Utterance& message);

}  // namespace fm
