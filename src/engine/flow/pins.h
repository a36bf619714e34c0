// Pins: the texts that a flow was started with, by hash (design idea 3).
//
// A flow.started names them by one digest: that of a manifest, the canonical JSON object
// {path: sha256}, which is kept as a blob like the texts themselves. Logs from before manifests
// have the whole object in flow.started; it counts the same. Values. Errors: those of
// Journal::blob(), and pins_invalid for a manifest that is none.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.h"

namespace fm {

class Journal;
struct Append;
struct FlowStart;

using Pins = std::map<std::string, std::string>;  // path -> sha256 of the text, in hex

std::string manifest_text(const Pins& pins);
std::string manifest_of(const Pins& pins);  // the digest of that text, in hex
Result<Pins> read_manifest(std::string_view text);

// What a flow is pinned to, whichever way its start tells it.
Result<Pins> pins_of(Journal& journal, const FlowStart& start);
Result<Pins> pins_of(Journal& journal, const std::string& manifest, const Pins& whole);

// A start from before manifests is told by one from now on; its text goes into the same commit.
void pin_by_manifest(FlowStart& start, Append& append);

}  // namespace fm
