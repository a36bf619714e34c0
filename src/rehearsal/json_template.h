// A JSON value whose texts are templates: the arguments of a scripted call, a scripted answer.
//
// The texts are filled in before they become JSON, so that nothing in them can break it. A value;
// read once, and rendered for every turn.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "rehearsal/rehearsal_template.h"

namespace fm {

class JsonTemplate {
 public:
  // Makes a template of a text; `pointer` says where in the file it stands (base/yaml/yaml.h).
  using Read = std::function<Template(const std::string& pointer, std::string_view text)>;
  using Say = std::function<std::string(const Template& text)>;

  JsonTemplate(Json value, const std::string& pointer, const Read& read);
  Json render(const Say& say) const;

 private:
  Json shape_;
  std::vector<Template> texts_;  // those of the shape, in its order
};

}  // namespace fm
