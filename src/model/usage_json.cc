#include "model/usage_json.h"

namespace fm {

JsonObject to_json(const Usage& usage) { return fields_to_json(usage); }

Usage usage_at(ObjectRef object) {
  const Json* usage = find_at(object, "usage");
  return usage == nullptr ? Usage() : fields_from_json<Usage>(*usage);
}

}  // namespace fm
