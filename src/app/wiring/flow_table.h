// The ways of working that this program knows, by name: the one place where a flow is registered.
#pragma once

#include <map>
#include <string>

#include "engine/flow/flow.h"

namespace fm {

std::map<std::string, FlowDefinition> flow_table();

}  // namespace fm
