// The ideas of a discussion as a file of their own (--ideas, E-7).
//
// .json is the exact shape of E-7 for programs: living ideas in the order of their ids, scores as
// decimals with at most two digits, null where there is none. .csv is for spreadsheets: RFC 4180,
// UTF-8 with a byte order mark (without it Excel reads it as Latin-1), the best first, and an
// apostrophe before what a spreadsheet would run as a formula. .md is for people and agents, the
// best first. Pure.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "team/room/room.h"

namespace fm {

enum class IdeaFormat { kJson, kCsv, kMarkdown };

// By the path's extension, in any case. Errors: ideas_format_unknown.
Result<IdeaFormat> idea_format(const std::string& path);

// `threshold` in hundredths; absent: what the discussion was started with.
std::string render_ideas(const RoomView& view, IdeaFormat format,
                         std::optional<int> threshold = std::nullopt);

}  // namespace fm
