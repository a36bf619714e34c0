// The environment of a command, built from nothing (S-22): what is not named here is not in it, so
// that no key, no NODE_OPTIONS and no mark of the terminal or agent that we run in reaches it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fm {

using Variables = std::map<std::string, std::string>;

// PATH, HOME, USER, LOGNAME, SHELL, TZ and the locale as `ours` has them, LANG and PATH in any
// case; TERM is dumb and TMPDIR is `temporary`. `passed` names what else is taken from `ours`, as a
// person's file lists it.
Variables command_environment(const Variables& ours, std::string_view temporary,
                              const std::vector<std::string>& passed);

}  // namespace fm
