// A request for a model that has no tools: they are told in the system's text, and calls and their
// results stand in the talk as text (P-40).
//
// The same request gives the same bytes, and what was sent before stays as it was, so that the
// cached beginning of a room is one here too (P-24). Pure.
#pragma once

#include "model/model.h"

namespace fm {

ModelRequest with_written_tools(ModelRequest request);

}  // namespace fm
