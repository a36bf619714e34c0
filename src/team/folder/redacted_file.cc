#include "team/folder/redacted_file.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace fm {

NamedFile redacted(NamedFile file, const Redactor& redactor) {
  if (file.text == nullptr) return file;
  const std::int64_t unseen = file.bytes - static_cast<std::int64_t>(file.text->size());
  Redactor::Stream stream(redactor);
  std::string text = stream.feed(*file.text);
  const std::string end = stream.finish();  // perhaps the beginning of a secret
  file.bytes = static_cast<std::int64_t>(text.size() + end.size()) + unseen;
  if (unseen <= 0) text += end;
  file.text = std::make_shared<const std::string>(std::move(text));
  return file;
}

}  // namespace fm
