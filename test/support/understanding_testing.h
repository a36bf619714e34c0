// Contexts in which people say something. For tests only.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "people/language/testing.h"
#include "team/conversation/understanding.h"

namespace fm {

inline UnderstandingContext at_gate(std::string kind) {
  UnderstandingContext context;
  context.project = "a reading log for a library";
  if (kind == "approve") {
    context.phase = Phase::kApproval;
    context.gate =
        ContextGate{kind, "Brief: members scan a book.", {"Approve", "Change something", "Cancel"}};
  } else if (kind == "start") {
    context.phase = Phase::kReady;
    context.gate = ContextGate{kind,
                               "Draft: members scan a book.",
                               {"Start implementation", "Change something", "Continue discussion"}};
  } else {
    context.phase = Phase::kReview;
    context.gate = ContextGate{kind,
                               "Result: log.html, 9 checks passed.",
                               {"Accept", "Adjust one thing", "Back to discussion"}};
  }
  return context;
}

inline UnderstandingContext in_discovery(std::vector<AskedQuestion> questions = {}) {
  UnderstandingContext context;
  context.phase = Phase::kDiscovery;
  context.project = "a booking page for a barber";
  for (const AskedQuestion& one : questions) context.last.push_back(one.agent + ": " + one.text);
  context.questions = std::move(questions);
  return context;
}

inline std::vector<AskedQuestion> three_questions() {
  return {{"q1", "researcher", "Who is the page for?"},
          {"q2", "planner", "How high is the budget?"},
          {"q3", "coder", "Is there a calendar that it has to fill?"}};
}

inline Understanding understood(const UnderstandingContext& context, std::string_view text,
                                const ModelUnderstanding* model = nullptr) {
  return understand(test_vocabulary(), context, text, model);
}

// A model that finds these acts and nothing else.
inline ModelUnderstanding model_of(std::vector<SpeechAct> acts) {
  ModelUnderstanding model;
  for (const SpeechAct act : acts) model.acts.push_back({act, {}});
  return model;
}

}  // namespace fm
