// The fence around texts that others wrote, where they stand in a prompt (P-63).
//
// A prompt tells its reader who said what by lines that begin with "[from -> to]: " and parts it by
// lines that begin with "===". No text of an agent, a file, a tool or a person may make such a
// line: wherever one would read like that, by whatever look-alike characters, white space or
// Markdown, a backslash is put before it.
//
// What stands in a fence of Markdown, a file above all, stays byte for byte, since agents hand in
// again what they are shown (C-44). The fence itself keeps such a line apart: where what it holds
// could end it, or it has no end, it is written longer and closed. Everything else stays as it was
// written. Pure and stable: the same text always gives the same bytes, because prompts are cached
// by them (P-24).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fm {

// Any bytes to valid UTF-8 with \n as the only line end, without control characters, fenced.
std::string fence(std::string_view text);

// Whether its first line opens a fence: it has to stand at the beginning of a line.
bool opens_fence(std::string_view text);

// The same on one line, white space as single spaces, at most `bytes` long.
std::string fence_line(std::string_view text, std::size_t bytes);

// A speaker's name as it may stand in a header: letters, digits and single inner spaces, '-', '_'
// or '.'; at most 40 bytes; "someone" when nothing is left.
std::string header_name(std::string_view name);

}  // namespace fm
