#include "rehearsal/json_template.h"

#include <cstddef>
#include <utility>

#include "base/yaml/yaml.h"

namespace fm {
namespace {

// Replaces each text of `value`, in its order, by what `change` gives for it.
template <class Change>
void change_texts(Json& value, const std::string& pointer, const Change& change) {
  if (auto* text = value.if_string()) {
    value = change(pointer, std::string_view(*text));
  } else if (auto* items = value.if_array()) {
    for (std::size_t i = 0; i < items->size(); ++i)
      change_texts((*items)[i], pointer + "/" + std::to_string(i), change);
  } else if (auto* object = value.if_object()) {
    for (auto& member : *object)
      change_texts(member.value(), pointer + pointer_step(member.key()), change);
  }
}

}  // namespace

JsonTemplate::JsonTemplate(Json value, const std::string& pointer, const Read& read)
    : shape_(std::move(value)) {
  change_texts(shape_, pointer, [&](const std::string& at, std::string_view text) {
    texts_.push_back(read(at, text));
    return Json("");
  });
}

Json JsonTemplate::render(const Say& say) const {
  Json made = shape_;
  std::size_t next = 0;
  change_texts(made, {},
               [&](const std::string&, std::string_view) { return Json(say(texts_[next++])); });
  return made;
}

}  // namespace fm
