// Loading a schema (schema.h): each keyword is known or refused, each $ref leads somewhere.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "reading/json/schema_node.h"

namespace fm {
namespace {

constexpr int kMaxNesting = 64;

std::string_view view(const boost::json::string& text) { return {text.data(), text.size()}; }
std::string_view view(boost::json::string_view text) { return {text.data(), text.size()}; }

constexpr std::array<std::pair<std::string_view, JsonType>, 7> kTypes = {
    {{"null", JsonType::kNull},
     {"boolean", JsonType::kBoolean},
     {"integer", JsonType::kInteger},
     {"number", JsonType::kNumber},
     {"string", JsonType::kString},
     {"array", JsonType::kArray},
     {"object", JsonType::kObject}}};

constexpr std::array<std::string_view, 7> kForPeople = {
    "$schema", "$id", "title", "description", "default", "examples", "$comment"};

std::string escaped(std::string_view key) {
  std::string out;
  for (const char character : key) {
    if (character == '~') {
      out += "~0";
    } else if (character == '/') {
      out += "~1";
    } else {
      out += character;
    }
  }
  return out;
}

}  // namespace

// A class and not functions, because references are settled after all schemas are known.
class Schema::Loader {
 public:
  Result<Schema> run(const Json& document) {
    TRY(node(document, "", 0));
    for (const auto& [from, pointer] : references_) {
      const auto target = by_pointer_.find(pointer);
      if (target == by_pointer_.end()) return refuse(pointer, "a $ref leads to no schema");
      from->reference = target->second;
    }
    for (const auto& start : nodes_) {
      // References that lead in a circle would never end.
      const Node* at = start.get();
      for (std::size_t steps = 0; at->reference != nullptr; at = at->reference) {
        if (++steps > nodes_.size()) return refuse("", "$ref leads in a circle");
      }
    }
    return Schema(std::move(nodes_));
  }

 private:
  std::unexpected<Error> refuse(const std::string& pointer, std::string_view why) const {
    return fail("schema_invalid",
                fmt::format("The schema cannot be used: at \"{}\" {}.", pointer, why));
  }

  Result<const Node*> node(const Json& value, const std::string& pointer, int depth) {
    if (depth > kMaxNesting) return refuse(pointer, "it is nested too deep");
    nodes_.push_back(std::make_unique<Node>());
    Node& out = *nodes_.back();
    by_pointer_.emplace("#" + pointer, &out);
    if (value.is_bool()) {
      out.always = value.get_bool();
      return &out;
    }
    if (!value.is_object()) return refuse(pointer, "a schema must be an object or a boolean");
    for (const auto& member : value.get_object()) {
      TRY(keyword(out, view(member.key()), member.value(), pointer, depth));
    }
    return &out;
  }

  Result<bool> keyword(Node& out, std::string_view key, const Json& value,
                       const std::string& pointer, int depth) {
    const std::string here = pointer + "/" + escaped(key);
    if (key == "type") return type(out, value, here);
    if (key == "const") return out.constant = value, true;
    if (key == "enum") {
      if (!value.is_array() || value.get_array().empty()) return refuse(here, "must be a list");
      return out.choices = value.get_array(), true;
    }
    if (key == "properties" || key == "$defs") {
      if (!value.is_object()) return refuse(here, "must be an object");
      for (const auto& member : value.get_object()) {
        const std::string name(view(member.key()));
        const Node* inner = TRY(node(member.value(), here + "/" + escaped(name), depth + 1));
        if (key == "properties") out.properties.emplace(name, inner);
      }
      return true;
    }
    if (key == "required") {
      if (!value.is_array()) return refuse(here, "must be a list of names");
      for (const Json& name : value.get_array()) {
        if (!name.is_string()) return refuse(here, "must be a list of names");
        out.required.emplace_back(view(name.get_string()));
      }
      return true;
    }
    if (key == "additionalProperties") return one(out.additional, value, here, depth);
    if (key == "items") return one(out.items, value, here, depth);
    if (key == "not") return one(out.none_of, value, here, depth);
    if (key == "prefixItems") return several(out.prefix, value, here, depth);
    if (key == "anyOf") return several(out.any_of, value, here, depth);
    if (key == "oneOf") return several(out.one_of, value, here, depth);
    if (key == "allOf") return several(out.all_of, value, here, depth);
    if (key == "minLength") return count(out.min_length, value, here);
    if (key == "maxLength") return count(out.max_length, value, here);
    if (key == "minItems") return count(out.min_items, value, here);
    if (key == "maxItems") return count(out.max_items, value, here);
    if (key == "minimum") return number(out.minimum, value, here);
    if (key == "maximum") return number(out.maximum, value, here);
    if (key == "pattern") return pattern(out, value, here);
    if (key == "$ref") {
      if (!value.is_string() || !view(value.get_string()).starts_with('#')) {
        return refuse(here, "only references into the same schema (\"#/$defs/x\") are known");
      }
      references_.emplace_back(&out, std::string(view(value.get_string())));
      return true;
    }
    if (std::ranges::find(kForPeople, key) != kForPeople.end()) return true;
    return refuse(here, "this keyword is not known");
  }

  Result<bool> type(Node& out, const Json& value, const std::string& here) {
    const auto add = [&](const Json& name) {
      if (!name.is_string()) return false;
      for (const auto& [word, meaning] : kTypes) {
        if (word != view(name.get_string())) continue;
        out.types.push_back(meaning);
        return true;
      }
      return false;
    };
    if (value.is_array()) {
      for (const Json& name : value.get_array()) {
        if (!add(name)) return refuse(here, "this is no type");
      }
      if (!out.types.empty()) return true;
    } else if (add(value)) {
      return true;
    }
    return refuse(here, "this is no type");
  }

  Result<bool> one(const Node*& into, const Json& value, const std::string& here, int depth) {
    into = TRY(node(value, here, depth + 1));
    return true;
  }

  Result<bool> several(std::vector<const Node*>& into, const Json& value, const std::string& here,
                       int depth) {
    if (!value.is_array() || value.get_array().empty()) return refuse(here, "must be a list");
    for (std::size_t i = 0; i < value.get_array().size(); ++i) {
      into.push_back(TRY(node(value.get_array()[i], here + "/" + std::to_string(i), depth + 1)));
    }
    return true;
  }

  Result<bool> count(std::optional<std::size_t>& into, const Json& value, const std::string& here) {
    if (!value.is_int64() || value.get_int64() < 0) return refuse(here, "must be a count");
    into = static_cast<std::size_t>(value.get_int64());
    return true;
  }

  Result<bool> number(std::optional<double>& into, const Json& value, const std::string& here) {
    if (!value.is_number()) return refuse(here, "must be a number");
    into = value.to_number<double>();
    return true;
  }

  Result<bool> pattern(Node& out, const Json& value, const std::string& here) {
    if (!value.is_string()) return refuse(here, "must be a regular expression");
    const auto text = view(value.get_string());
    auto made =
        std::make_unique<re2::RE2>(re2::StringPiece(text.data(), text.size()), re2::RE2::Quiet);
    if (!made->ok()) return refuse(here, "this is no RE2 expression: " + made->error());
    out.pattern = std::move(made);
    return true;
  }

  std::vector<std::unique_ptr<Node>> nodes_;
  std::map<std::string, const Node*> by_pointer_;
  std::vector<std::pair<Node*, std::string>> references_;
};

Schema::Schema(std::vector<std::unique_ptr<Node>> nodes) : nodes_(std::move(nodes)) {}
Schema::Schema(Schema&&) noexcept = default;
Schema& Schema::operator=(Schema&&) noexcept = default;
Schema::~Schema() = default;

Result<Schema> Schema::load(const Json& document) { return Loader().run(document); }

}  // namespace fm
