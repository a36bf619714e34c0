// The environment of this process as it is, for those who take what they need of it (S-22).
#pragma once

#include <map>
#include <string>

namespace fm {

std::map<std::string, std::string> whole_environment();

}  // namespace fm
