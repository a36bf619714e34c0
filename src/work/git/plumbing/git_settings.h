// What git is told on every call, so that a repository's own files never start a program.
//
// Attributes in a tree may name filters, textconv and merge drivers, and the repository's
// configuration says what those run. They cannot be switched off in one word, so each name that
// the configuration has is set to nothing, by GIT_CONFIG_COUNT in the environment, which wins over
// every file. Line ends and encodings, which run nothing, still hold. Where a repository uses Git
// LFS, a lane therefore has the pointers, and what is new in it is committed as it is. Pure.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fm {

// Key and value, in the order in which git reads them.
using GitSettings = std::vector<std::pair<std::string, std::string>>;

// hooksPath, fsmonitor, signing, background work and the like.
GitSettings quiet_settings();

// What takes away the programs of `listing`: the output of
// `git config -z --show-scope --get-regexp ^(filter|diff|merge)\.`.
GitSettings without_programs(std::string_view listing);

// The same, but a filter keeps what the person's own configuration says of it (Git LFS), for where
// files of the person are written. What the repository says of one never counts.
GitSettings with_persons_filters(std::string_view listing);

// GIT_CONFIG_COUNT, GIT_CONFIG_KEY_0, GIT_CONFIG_VALUE_0 and so on.
void add_settings(const GitSettings& settings, std::map<std::string, std::string>& environment);

}  // namespace fm
