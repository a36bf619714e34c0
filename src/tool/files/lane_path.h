// The names on a path in a lane, and those that are off limits. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace fm {

// .git, anywhere and in any case; .folkmoot, in the lane's own folder.
bool is_off_limits(std::string_view name, bool in_the_lane_itself);

bool has_control(std::string_view name);

// "src/./a.py" is {src, a.py}: names from the lane. The path begins at `folder` of the lane, or
// lies below one of `roots`; only from a folder may it go up. Errors: path_invalid, path_outside.
Result<std::vector<std::string>> lane_names(std::string_view path,
                                            const std::vector<std::string>& roots,
                                            std::string_view folder = {});

// The same names as a path from the folder: "a.py", "../b/c.py"; empty: the folder itself.
std::string path_from(const std::vector<std::string>& names, std::string_view folder);

// "/lane/src" below "/lane" is "src"; nothing where it is not below it.
std::optional<std::string_view> below(std::string_view path, std::string_view root);

std::vector<std::string> split_path(std::string_view path);  // without "" and "."

}  // namespace fm
