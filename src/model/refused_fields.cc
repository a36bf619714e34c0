#include "model/refused_fields.h"

namespace fm {

std::optional<RefusedFields> newly_refused(const ModelError&, const ModelRequest&,
                                           const RefusedFields&) {
  return std::nullopt;
}

}  // namespace fm
