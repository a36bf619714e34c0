#include "reading/json/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "reading/json/schema_node.h"

namespace fm {
namespace {

constexpr std::size_t kMaxFaults = 20;
constexpr std::size_t kMaxWork = 1'000'000;  // pairs of schema and value looked at
constexpr int kMaxNesting = 512;

std::string_view view(const boost::json::string& text) { return {text.data(), text.size()}; }
std::string_view view(boost::json::string_view text) { return {text.data(), text.size()}; }

std::string_view word(JsonType type) {
  switch (type) {
    case JsonType::kNull:
      return "null";
    case JsonType::kBoolean:
      return "true or false";
    case JsonType::kInteger:
      return "a whole number";
    case JsonType::kNumber:
      return "a number";
    case JsonType::kString:
      return "a text";
    case JsonType::kArray:
      return "a list";
    case JsonType::kObject:
      return "an object";
  }
  return "";
}

bool is_type(const Json& value, JsonType type) {
  switch (type) {
    case JsonType::kNull:
      return value.is_null();
    case JsonType::kBoolean:
      return value.is_bool();
    case JsonType::kInteger:
      return value.is_int64() || value.is_uint64() ||
             (value.is_double() && std::floor(value.get_double()) == value.get_double());
    case JsonType::kNumber:
      return value.is_number();
    case JsonType::kString:
      return value.is_string();
    case JsonType::kArray:
      return value.is_array();
    case JsonType::kObject:
      return value.is_object();
  }
  return false;
}

std::string shown(const Json& value) {
  std::string text = canonical(value);
  return text.size() <= 60 ? text : std::string(cut_bytes(text, 57)) + "...";
}

std::size_t code_points(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

}  // namespace

class Schema::Checker {
 public:
  // False when the value does not fit. Without `out` nothing is written down, as inside anyOf.
  bool check(const Node& node, const Json& value, std::vector<SchemaFault>* out) {
    if (++work_ > kMaxWork || depth_ > kMaxNesting) {
      too_much_ = true;
      return false;
    }
    ++depth_;
    const bool fits = apply(node, value, out);
    --depth_;
    return fits;
  }

  bool too_much() const { return too_much_; }

 private:
  bool apply(const Node& node, const Json& value, std::vector<SchemaFault>* out) {
    if (node.always) return *node.always || report(out, "must not be there");
    bool fits = true;
    if (node.reference != nullptr) fits = check(*node.reference, value, out);
    if (!node.types.empty() &&
        std::ranges::none_of(node.types, [&](JsonType type) { return is_type(value, type); })) {
      std::string wanted;
      for (const JsonType type : node.types) {
        wanted += wanted.empty() ? "" : " or ";
        wanted += word(type);
      }
      return report(out, fmt::format("is {} but must be {}", shown(value), wanted));
    }
    if (node.constant && value != *node.constant) {
      fits = report(out, fmt::format("is {} but must be {}", shown(value), shown(*node.constant)));
    }
    if (node.choices && std::ranges::find(*node.choices, value) == node.choices->end()) {
      fits = report(out, fmt::format("is {} but must be one of {}", shown(value),
                                     shown(Json(*node.choices))));
    }
    if (value.is_string()) fits = text(node, view(value.get_string()), out) && fits;
    if (value.is_number()) fits = number(node, value, out) && fits;
    if (value.is_array()) fits = list(node, value.get_array(), out) && fits;
    if (value.is_object()) fits = object(node, value.get_object(), out) && fits;
    return combined(node, value, out) && fits;
  }

  bool report(std::vector<SchemaFault>* out, std::string message) const {
    if (out != nullptr && out->size() < kMaxFaults) out->push_back({pointer_, std::move(message)});
    return false;
  }

  bool text(const Node& node, std::string_view value, std::vector<SchemaFault>* out) const {
    bool fits = true;
    const std::size_t length =
        node.min_length || node.max_length ? code_points(value) : value.size();
    if (node.min_length && length < *node.min_length) {
      fits =
          report(out, *node.min_length == 1 ? "is empty"
                                            : fmt::format("has {} characters but needs at least {}",
                                                          length, *node.min_length));
    }
    if (node.max_length && length > *node.max_length) {
      fits = report(out, fmt::format("has {} characters but at most {} are allowed", length,
                                     *node.max_length));
    }
    if (node.pattern &&
        !re2::RE2::PartialMatch(re2::StringPiece(value.data(), value.size()), *node.pattern)) {
      fits = report(out, fmt::format("does not match {}", node.pattern->pattern()));
    }
    return fits;
  }

  bool number(const Node& node, const Json& value, std::vector<SchemaFault>* out) const {
    const double exact = value.to_number<double>();
    if (node.minimum && exact < *node.minimum) {
      return report(out, fmt::format("is {} but must be at least {}", shown(value), *node.minimum));
    }
    if (node.maximum && exact > *node.maximum) {
      return report(out, fmt::format("is {} but must be at most {}", shown(value), *node.maximum));
    }
    return true;
  }

  bool inner(const Node& node, const Json& value, std::string_view step,
             std::vector<SchemaFault>* out) {
    const std::size_t length = pointer_.size();
    if (out != nullptr) {
      pointer_ += '/';
      for (const char character : step) {
        pointer_ += character == '~' ? "~0" : character == '/' ? "~1" : std::string(1, character);
      }
    }
    const bool fits = check(node, value, out);
    pointer_.resize(length);
    return fits;
  }

  bool list(const Node& node, const JsonArray& value, std::vector<SchemaFault>* out) {
    bool fits = true;
    if (node.min_items && value.size() < *node.min_items) {
      fits = report(
          out, fmt::format("has {} items but needs at least {}", value.size(), *node.min_items));
    }
    if (node.max_items && value.size() > *node.max_items) {
      fits = report(out, fmt::format("has {} items but at most {} are allowed", value.size(),
                                     *node.max_items));
    }
    for (std::size_t i = 0; i < value.size() && !too_much_; ++i) {
      const Node* item = i < node.prefix.size() ? node.prefix[i] : node.items;
      if (item != nullptr) fits = inner(*item, value[i], std::to_string(i), out) && fits;
    }
    return fits;
  }

  bool object(const Node& node, const JsonObject& value, std::vector<SchemaFault>* out) {
    bool fits = true;
    for (const std::string& name : node.required) {
      if (!value.contains(name)) fits = report(out, fmt::format("is missing \"{}\"", name));
    }
    if (node.properties.empty() && node.additional == nullptr) return fits;
    for (const auto& member : value) {
      if (too_much_) break;
      const std::string_view name = view(member.key());
      const auto property = node.properties.find(name);
      if (property != node.properties.end()) {
        fits = inner(*property->second, member.value(), name, out) && fits;
      } else if (node.additional != nullptr && node.additional->always == false) {
        fits = report(out, fmt::format("must not have \"{}\"", cut_bytes(name, 60)));
      } else if (node.additional != nullptr) {
        fits = inner(*node.additional, member.value(), name, out) && fits;
      }
    }
    return fits;
  }

  bool combined(const Node& node, const Json& value, std::vector<SchemaFault>* out) {
    bool fits = true;
    for (const Node* each : node.all_of) fits = check(*each, value, out) && fits;
    const auto count = [&](const std::vector<const Node*>& nodes) {
      return std::ranges::count_if(nodes,
                                   [&](const Node* each) { return check(*each, value, nullptr); });
    };
    if (!node.any_of.empty() && count(node.any_of) == 0) {
      fits = report(out, fmt::format("is {}, which fits none of the allowed forms", shown(value)));
    }
    if (!node.one_of.empty()) {
      const auto fitting = count(node.one_of);
      if (fitting != 1) {
        fits = report(out, fmt::format("is {}, which fits {} of the forms of which one is allowed",
                                       shown(value), fitting));
      }
    }
    if (node.none_of != nullptr && check(*node.none_of, value, nullptr)) {
      fits = report(out, fmt::format("is {}, which is excluded", shown(value)));
    }
    return fits;
  }

  std::string pointer_;
  std::size_t work_ = 0;
  int depth_ = 0;
  bool too_much_ = false;
};

std::vector<SchemaFault> Schema::check(const Json& value) const {
  std::vector<SchemaFault> faults;
  Checker checker;
  checker.check(*nodes_.front(), value, &faults);
  if (checker.too_much()) faults = {{"", "is too large or too deep to be checked"}};
  return faults;
}

}  // namespace fm
