// The help pages of what is about code that agents build.
#pragma once

#include <span>

#include "cli/help/help_conversation.h"

namespace fm::cli {

std::span<const HelpPage> agency_pages();

}  // namespace fm::cli
