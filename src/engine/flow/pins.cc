#include "engine/flow/pins.h"

#include "base/json.h"
#include "base/sha256.h"
#include "engine/flow/effect.h"
#include "engine/log/journal.h"

namespace fm {

std::string manifest_text(const Pins& pins) { return canonical(to_json(pins)); }

std::string manifest_of(const Pins& pins) { return to_hex(sha256(manifest_text(pins))); }

Result<Pins> read_manifest(std::string_view text) {
  const Json value = TRY(parse_json(text));
  if (!value.is_object())
    return fail("pins_invalid", "The list of the files that this was begun with cannot be read.",
                "It is no JSON object.", "Check the store: folkmoot store check");
  Pins pins;
  for (const auto& entry : value.get_object())
    if (entry.value().is_string())
      pins[std::string(entry.key())] = std::string(entry.value().get_string());
  return pins;
}

Result<Pins> pins_of(Journal& journal, const std::string& manifest, const Pins& whole) {
  if (manifest.empty()) return whole;
  return read_manifest(TRY(journal.blob(manifest)));
}

Result<Pins> pins_of(Journal& journal, const FlowStart& start) {
  return pins_of(journal, start.manifest, start.pins);
}

void pin_by_manifest(FlowStart& start, Append& append) {
  if (start.pins.empty()) return;
  start.manifest = manifest_of(start.pins);
  append.blobs.push_back(manifest_text(start.pins));
  start.pins.clear();
}

}  // namespace fm
