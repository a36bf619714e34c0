// The texts, lists and constraints of a brief in whatever shape they come. For brief*.cc, and its
// split_label() for vote.cc.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "reading/brief/brief.h"

namespace fm {

inline constexpr std::size_t kMaxBriefItems = 200;  // of one list; no brief needs more

inline constexpr std::array<std::string_view, 3> kUsualConstraints = {"budget", "timeline",
                                                                      "platform"};

// One text of a value: lists joined, objects as "name: text"; empty where there is none.
std::string brief_text(const Json& value, std::string_view separator = "; ");

// One text an item: of a list, of lines, of the members of an object.
std::vector<std::string> brief_items(const Json& value);

std::vector<BriefConstraint> brief_constraints(const Json& value);

// budget, timeline or platform for what means it, else the name as it is.
std::string constraint_name(std::string_view name);

// "TBD", "not mentioned", "budget if known", "...": nothing was said.
bool says_nothing(std::string_view text);
// Of a constraint also "no budget given", "not stated by the user".
bool was_not_said(std::string_view text);

// Without a list's mark or number in front: "- x", "2) x", "• x".
std::string_view without_list_mark(std::string_view line);

// "**Budget:** 900" in two; the label is empty where there is none. Labels are short.
struct Labelled {
  std::string label;  // without Markdown's marks
  std::string text;
};
Labelled split_label(std::string_view text);

}  // namespace fm
