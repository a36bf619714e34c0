#include "rehearsal/rehearsal_yaml.h"

#include <algorithm>

namespace fm {

std::string YamlPlace::where() const {
  return document_->path + ":" + std::to_string(document_->mark(pointer_).line);
}

void YamlPlace::fault(std::string_view words) const {
  faults_->lines.push_back(at_mark(document_->path, document_->mark(pointer_), words));
}

YamlPlace YamlPlace::operator[](std::string_view key) const {
  const Json* found = value_ != nullptr ? find_at(*value_, key) : nullptr;
  return {*this, found, pointer_ + pointer_step(key)};
}

std::vector<YamlPlace> YamlPlace::items() const {
  std::vector<YamlPlace> out;
  if (!there()) return out;
  if (!value_->is_array()) return {*this};
  std::size_t index = 0;
  for (const Json& item : value_->get_array())
    out.push_back({*this, &item, pointer_ + "/" + std::to_string(index++)});
  return out;
}

std::vector<std::pair<std::string, YamlPlace>> YamlPlace::members() const {
  std::vector<std::pair<std::string, YamlPlace>> out;
  if (!there()) return out;
  if (!value_->is_object()) {
    fault("Here must be a mapping of names to values.");
    return out;
  }
  for (const auto& member : value_->get_object()) {
    const std::string key(member.key());
    out.emplace_back(key, (*this)[key]);
  }
  return out;
}

void YamlPlace::only(std::initializer_list<std::string_view> known) const {
  for (const auto& [key, place] : members()) {
    if (std::ranges::find(known, key) != known.end()) continue;
    std::string words = "The key `" + key + "` is unknown here; known are ";
    for (const auto name : known)
      words += std::string(name == *known.begin() ? "" : ", ") + std::string(name);
    faults_->lines.push_back(
        at_mark(document_->path, document_->key_mark(place.pointer_), words + "."));
  }
}

std::string YamlPlace::text() const {
  if (!there()) return {};
  if (const auto* text = value_->if_string()) return std::string(*text);
  if (value_->is_int64()) return canonical(*value_);
  fault("Here must be a text.");
  return {};
}

std::vector<std::string> YamlPlace::texts() const {
  std::vector<std::string> out;
  for (const YamlPlace& item : items()) out.push_back(item.text());
  return out;
}

std::int64_t YamlPlace::number(std::int64_t least, std::int64_t most) const {
  const auto* number = there() ? value_->if_int64() : nullptr;
  if (number != nullptr && *number >= least && *number <= most) return *number;
  fault("Here must be a whole number from " + std::to_string(least) + " to " +
        std::to_string(most) + ".");
  return least;
}

bool YamlPlace::flag() const {
  if (const auto* flag = there() ? value_->if_bool() : nullptr) return *flag;
  fault("Here must be true or false.");
  return false;
}

std::vector<Template> YamlPlace::templates() const {
  std::vector<Template> out;
  for (const YamlPlace& item : items()) {
    auto made = Template::parse(item.text());
    if (!made) {
      item.fault(made.error().message + " " + made.error().cure);
      continue;
    }
    for (std::string& name : made->names())
      faults_->names.push_back(
          {std::move(name), at_mark(document_->path, document_->mark(item.pointer_), "")});
    out.push_back(std::move(*made));
  }
  return out;
}

}  // namespace fm
