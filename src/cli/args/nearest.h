// The word that was probably meant: the closest of the known ones, if it is close enough that a
// slip of the fingers explains the difference. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fm::cli {

std::optional<std::string> nearest(std::string_view said, const std::vector<std::string>& known);

}  // namespace fm::cli
