// A file that is shown to agents without the secrets that are configured (P-64). Pure.
#pragma once

#include "base/redact.h"
#include "team/folder/named_file.h"

namespace fm {

// Also where its cut leaves only the beginning of one. How much is shown of how much stays true of
// what is left.
NamedFile redacted(NamedFile file, const Redactor& redactor);

}  // namespace fm
