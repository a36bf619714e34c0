// Where in a model's text the JSON values are, and in what kind of container each stands.
//
// A text is cut into regions: prose, fenced code, block quotes and reasoning (<think> and its
// kin, also where only the closing tag was sent). Values are looked for in prose and fences;
// reasoning is never read as an answer (P-22) and a quotation is somebody else's words. Which of
// several values is meant is decided by the readers (settle.h).
//
// Linear: after a budget of steps in proportion to the text (budget.h) the search ends and says so.
// `steps`, where it is given, is told how many were taken.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reading/json/budget.h"
#include "reading/json/repair.h"

namespace fm {

enum class Container { kProse, kFence, kQuote, kReasoning };

struct Region {
  Container container = Container::kProse;
  std::string info;  // a fence's info string: "json"
  std::size_t begin = 0;
  std::size_t end = 0;  // of the content; marks and tags lie between regions
};

std::vector<Region> find_regions(std::string_view text, Steps* steps = nullptr);

// The text with reasoning taken out, trimmed.
std::string without_reasoning(std::string_view text);

struct Candidate {
  ParsedJson parsed;
  Container container = Container::kProse;
  std::string info;
  std::size_t begin = 0;
  std::size_t end = 0;
  bool after_broken = false;  // it may be part of a larger value that could not be read
};

struct Found {
  std::vector<Candidate> candidates;
  std::optional<ParseFailure> failure;  // of the value that looked most like JSON
  bool blank = false;                   // nothing at all outside reasoning and fence marks
  bool open_reasoning = false;          // the text ends inside it
  bool truncated = false;               // a value began of which nothing was complete
  bool budget_spent = false;            // the rest was not searched
};

Found find_json(std::string_view text, Steps* steps = nullptr);

}  // namespace fm
