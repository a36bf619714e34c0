#include "reading/ideas/idea_list.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.h"
#include "reading/ideas/idea_shape.h"
#include "reading/ideas/score_fields.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"

namespace fm {
namespace {

constexpr std::size_t kMaxIdeas = 500;
constexpr int kMaxNesting = 8;

using namespace idea_names;

std::string_view view(const boost::json::string& text) { return {text.data(), text.size()}; }
std::string_view view(boost::json::string_view text) { return {text.data(), text.size()}; }

// Where a title ends and a description begins in one text: "Tool library: neighbours lend tools".
std::pair<std::string_view, std::string_view> split_title(std::string_view text) {
  constexpr std::size_t kLongestTitle = 120;
  std::size_t best = std::string_view::npos;
  std::size_t length = 0;
  for (const std::string_view mark : {": ", " - ", " – ", " — ", "\n"}) {
    const std::size_t at = text.find(mark);
    if (at != 0 && at < best) best = at, length = mark.size();
  }
  if (best == std::string_view::npos || best > kLongestTitle) return {text, {}};
  return {trim(text.substr(0, best)), trim(text.substr(best + length))};
}

// A list that was sent as a text with JSON in it.
std::optional<Json> unpacked(const Json& value) {
  if (!value.is_string()) return std::nullopt;
  const std::string_view text = trim(view(value.get_string()));
  if (!text.starts_with('[') && !text.starts_with('{')) return std::nullopt;
  Steps steps;
  auto parsed = parse_tolerant(text, 0, steps);
  const bool whole = parsed && parsed->cut == Cut::kNone && parsed->end == text.size() &&
                     parsed->conflicts.empty();
  return whole ? std::optional(std::move(parsed->value)) : std::nullopt;
}

class Lister {
 public:
  Lister(const ParsedJson& parsed, bool whole, Complete complete)
      : parsed_(parsed), whole_(whole), complete_(complete) {}

  IdeaList run() {
    value(parsed_.value, {}, 1, true);
    return std::move(out_);
  }

 private:
  // `depth` counts the containers from the root to this value; `last` says that nothing comes
  // after it, so that it is open at a cut when enough containers are.
  bool cut_off(std::size_t depth, bool last) const {
    if (parsed_.cut == Cut::kNone || !last || parsed_.open_depth < depth) return false;
    return parsed_.cut == Cut::kInside || complete_ == Complete::kOnlyIfClosed;
  }

  void value(const Json& value, std::string_view key, std::size_t depth, bool last) {
    if (depth > kMaxNesting) return;
    if (value.is_array()) {
      list(value.get_array(), key, depth, last);
    } else if (value.is_object()) {
      object(value.get_object(), key, depth, last);
    }
  }

  void list(const JsonArray& array, std::string_view key, std::size_t depth, bool last) {
    const bool named = is_one_of(key, kWrapper);
    const bool texts = (named || whole_) && std::ranges::all_of(array, [](const Json& item) {
                         return item.is_string();
                       });
    const bool objects =
        std::ranges::any_of(array, looks_like_idea) ||
        (named && std::ranges::any_of(array, [](const Json& item) { return item.is_object(); }));
    if (array.empty()) {
      // Where the text was cut off, the list may look empty without being so.
      if (cut_off(depth, last)) {
        ++out_.cut_off;
        out_.meant = out_.meant || named;
      } else if (named || whole_) {
        out_.empty_list = true;
        out_.meant = true;
      }
      return;
    }
    if (!texts && !objects) {
      // Not ideas, unless the key says so; or a list around the list. A list of pairs of texts does
      // not say for certain which of them are titles.
      const bool around = std::ranges::any_of(array, [](const Json& item) {
        return item.is_object() ||
               (item.is_array() && std::ranges::any_of(item.get_array(), [](const Json& inner) {
                  return inner.is_object();
                }));
      });
      if (around) {
        for (std::size_t i = 0; i < array.size() && i < kMaxIdeas; ++i) {
          value(array[i], key, depth + 1, last && i + 1 == array.size());
        }
      } else if (named) {
        out_.wrong_type += array.size();
        out_.meant = true;
      }
      return;
    }
    for (std::size_t i = 0; i < array.size(); ++i) {
      if (out_.ideas.size() >= kMaxIdeas) return;
      const Json& item = array[i];
      const bool open = cut_off(depth + 1, last && i + 1 == array.size());
      if (item.is_object() && is_idea_group(item.get_object())) {
        object(item.get_object(), {}, depth + 1, last && i + 1 == array.size());
      } else if (item.is_object()) {
        idea(item.get_object(), named, open, {});
      } else if (const auto packed = unpacked(item); packed && looks_like_idea(*packed)) {
        idea(packed->get_object(), named, open, {});
      } else if (item.is_string()) {
        text_idea(view(item.get_string()));
      } else if (!item.is_null()) {
        ++out_.wrong_type;
      }
    }
  }

  void object(const JsonObject& object, std::string_view key, std::size_t depth, bool last) {
    if (depth > kMaxNesting) return;
    if (is_schema(object)) {
      ++out_.placeholders;
      out_.meant = true;
      return;
    }
    // A wrapper comes first, because {"title": "Ideas for x", "ideas": [...]} is no idea.
    bool wrapped = false;
    std::size_t position = 0;
    for (const auto& member : object) {
      const bool at_end = ++position == object.size();
      const std::string_view name = view(member.key());
      if (!is_one_of(name, kWrapper)) continue;
      const Json& inner = member.value();
      if (inner.is_structured()) {
        const bool single = squash(name) == "idea";
        if (single && inner.is_object() && find_field(object, kId) != nullptr) continue;
        wrapped = true;
        value(inner, name, depth + 1, last && at_end);
      } else if (auto packed = unpacked(inner)) {
        wrapped = true;
        value(*packed, name, depth + 1, false);
      } else if (squash(name) == "ideas") {
        wrapped = true;
        out_.meant = true;
        if (inner.is_null()) {
          out_.empty_list = true;
        } else {
          ++out_.wrong_type;
        }
      }
    }
    if (wrapped) return;
    const bool named = is_one_of(key, kWrapper);
    const Json* title = find_field(object, kTitle);
    if (title != nullptr && !title->is_structured() && (object.size() > 1 || title->is_string())) {
      if (!is_map_of_texts(object, named)) return idea(object, named, cut_off(depth, last), {});
    }
    if (object.empty()) {
      if (cut_off(depth, last)) {
        ++out_.cut_off;
        out_.meant = out_.meant || named || whole_;
      } else if (named) {
        out_.empty_list = true;
        out_.meant = true;
      }
      return;
    }
    if (map(object, named, depth, last)) return;
    if (find_field(object, kDescription) != nullptr && !has_scores(object) && named) {
      return idea(object, named, cut_off(depth, last), {});
    }
    // An unknown wrapper.
    position = 0;
    for (const auto& member : object) {
      const bool at_end = ++position == object.size();
      if (is_one_of(view(member.key()), kNotIdeas)) continue;
      const bool was_whole = std::exchange(whole_, false);
      value(member.value(), view(member.key()), depth + 1, last && at_end);
      whole_ = was_whole;
    }
  }

  bool map(const JsonObject& object, bool named, std::size_t depth, bool last) {
    const bool numbered = std::ranges::all_of(
        object, [](const auto& member) { return is_numbering(view(member.key())); });
    const bool ideas = std::ranges::all_of(object, [&](const auto& member) {
      return member.value().is_object() && (numbered || named || looks_like_idea(member.value())) &&
             !is_one_of(view(member.key()), kNotIdeas);
    });
    const bool texts = (named || numbered) && std::ranges::all_of(object, [](const auto& member) {
                         return member.value().is_string();
                       });
    if (!ideas && !texts) return false;
    if (ideas && !named && !numbered && object.size() < 2 &&
        find_field(object.begin()->value().get_object(), kTitle) != nullptr) {
      return false;  // {"result": {"title": ...}}: the key is a wrapper
    }
    std::size_t position = 0;
    for (const auto& member : object) {
      const bool at_end = ++position == object.size();
      if (out_.ideas.size() >= kMaxIdeas) break;
      const std::string_view key = view(member.key());
      if (ideas) {
        idea(member.value().get_object(), named, cut_off(depth + 1, last && at_end), key);
      } else if (numbered) {
        text_idea(view(member.value().get_string()));
      } else {
        GivenIdea made;
        made.title =
            plain_text(Json(boost::json::string_view(key.data(), key.size()))).value_or("");
        made.description = plain_text(member.value()).value_or("");
        add(std::move(made));
      }
    }
    return true;
  }

  void text_idea(std::string_view text) {
    const std::string cleaned(trim(clean(text).text));
    const auto [title, description] = split_title(cleaned);
    GivenIdea made;
    made.title = title;
    made.description = description;
    if (!made.title.empty()) add(std::move(made));
  }

  void add(GivenIdea made) {
    out_.meant = true;
    if (is_placeholder(made.title)) {
      ++out_.placeholders;
    } else {
      out_.ideas.push_back(std::move(made));
    }
  }

  // `key` is what the object stands under in a map: a title if the object has none.
  void idea(const JsonObject& object, bool named, bool open, std::string_view key) {
    // {"idea": {"title": ...}} as an item
    const Json* inner = find_field(object, kTitle);
    if (inner != nullptr && inner->is_object() && object.size() == 1) {
      return idea(inner->get_object(), named, open, key);
    }
    if (is_judgement(object) && (!named || find_field(object, kTitle) == nullptr)) return;
    if (open) {
      out_.meant = true;
      ++out_.cut_off;
      return;
    }
    GivenIdea made;
    std::vector<const Json*> used;
    const auto take = [&](FieldNames names) -> const Json* {
      const Json* found = find_field(object, names);
      if (found == nullptr || std::ranges::find(used, found) != used.end()) return nullptr;
      used.push_back(found);
      return found;
    };
    const Json* title = take(kTitle);
    if (title != nullptr && !title->is_null()) {
      const auto text = plain_text(*title);
      if (!text || title->is_number()) {
        ++out_.wrong_type;
        out_.meant = true;
        return;
      }
      made.title = *text;
    } else if (title == nullptr && !key.empty() && !is_numbering(key)) {
      made.title = trim(clean(key).text);
    }
    if (made.title.empty()) {
      if (named || find_field(object, kDescription) != nullptr) {
        ++out_.without_title;
        out_.meant = true;
      }
      return;
    }
    if (const Json* found = take(kDescription)) {
      if (auto text = lines_text(*found)) {
        made.description = std::move(*text);
      } else {
        used.pop_back();
      }
    }
    static constexpr std::array<Fields, 2> kIdea = {"idea", "concept"};
    if (made.description.empty()) {
      if (const Json* found = take(kIdea)) made.description = lines_text(*found).value_or("");
    }
    if (const Json* found = take(kRationale)) made.rationale = lines_text(*found).value_or("");
    if (const Json* found = take(kTags)) made.tags = texts_of(*found, Split::kAtCommas);
    if (const Json* found = take(kBuildsOn)) {
      const auto texts = texts_of(*found, Split::kNo);
      if (!texts.empty()) made.builds_on = texts.front();
    }
    if (const Json* found = take(kId)) made.id = plain_text(*found).value_or("");
    if (made.id.empty() && squash(key).starts_with("idea") && is_numbering(key)) made.id = key;
    for (const auto& member : object) {
      if (std::ranges::find(used, &member.value()) == used.end()) {
        made.extra.emplace(usual_case(view(member.key())), without_doubles(member.value()));
      }
    }
    add(std::move(made));
  }

  const ParsedJson& parsed_;
  bool whole_;
  Complete complete_;
  IdeaList out_;
};

}  // namespace

IdeaList list_ideas(const ParsedJson& parsed, bool whole, Complete complete) {
  return Lister(parsed, whole, complete).run();
}

}  // namespace fm
