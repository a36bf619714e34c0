#include "reading/brief/brief_edit_notes.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "reading/brief/brief_fields.h"

namespace fm {

std::unexpected<Fault> too_many_changes() {
  return fault(FaultCode::kOutOfRange, "The changes of the brief are too many.");
}

std::string text_in(const JsonObject& object, FieldNames names) {
  const Json* value = find_field(object, names);
  return value == nullptr ? "" : plain_text(*value).value_or("");
}

void BriefEditNotes::warn(std::string code, std::string message) {
  out.warnings.push_back({std::move(code), std::move(message)});
}

void BriefEditNotes::unknown_entry(std::string_view said) {
  if (unknown.empty()) unknown = said;
  warn("unknown_entry",
       "The brief has no entry \"" + std::string(cut_bytes(said, 80)) + "\" that can be changed.");
}

void BriefEditNotes::named(const BriefPlace& place) {
  std::string id = id_of(standing, place);
  if (std::ranges::find(out.named, id) == out.named.end()) out.named.push_back(std::move(id));
}

}  // namespace fm
