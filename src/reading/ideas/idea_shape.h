// What a JSON value says about ideas by its shape alone: which names its fields have, whether it
// looks like an idea, a group of ideas, a judgement of one, or the schema that was asked for.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/json.h"

namespace fm {

// The names of an idea's fields, and of what may stand around a list of ideas.
namespace idea_names {
using Fields = std::string_view;
inline constexpr std::array<Fields, 9> kTitle = {
    "title", "name", "ideatitle", "ideaname", "headline", "heading", "idea", "concept", "label"};
inline constexpr std::array<Fields, 13> kDescription = {
    "description", "desc",    "summary", "details", "detail", "explanation",     "pitch",
    "overview",    "content", "text",    "body",    "about",  "shortdescription"};
inline constexpr std::array<Fields, 7> kRationale = {
    "rationale", "reasoning", "why", "reason", "justification", "whyitworks", "motivation"};
inline constexpr std::array<Fields, 5> kTags = {"tags", "keywords", "labels", "topics",
                                                "categories"};
inline constexpr std::array<Fields, 7> kBuildsOn = {
    "buildson", "basedon", "buildsupon", "extends", "refines", "derivedfrom", "parentidea"};
inline constexpr std::array<Fields, 2> kId = {"id", "ideaid"};
inline constexpr std::array<Fields, 22> kWrapper = {
    "ideas",          "idea",       "newideas",     "refinedideas", "revisedideas", "idealist",
    "list",           "proposals",  "concepts",     "suggestions",  "items",        "results",
    "result",         "data",       "response",     "answer",       "output",       "brainstorm",
    "generatedideas", "finalideas", "updatedideas", "creativeideas"};
inline constexpr std::array<Fields, 8> kNotIdeas = {"evaluations", "evaluation", "scores",
                                                    "ratings",     "reviews",    "assessments",
                                                    "critique",    "ranking"};
}  // namespace idea_names

bool is_numbering(std::string_view key);       // "1", "idea-2", "Idea 3": no title
std::string usual_case(std::string_view key);  // "Category" and "CATEGORY" are category
bool looks_like_idea(const Json& value);       // it has a title or a description
bool is_judgement(const JsonObject& object);   // scores and no description: about an idea
bool is_schema(const JsonObject& object);      // {"type": "object", "properties": ...}

// {"category": "Cheap", "ideas": [...]}: a group with ideas in it. An idea may have parts of its
// own, but then it says what it is.
bool is_idea_group(const JsonObject& object);

// {"Tool library": "neighbours lend tools", ...}: all texts, under a key that says "ideas".
bool is_map_of_texts(const JsonObject& object, bool named);

}  // namespace fm
