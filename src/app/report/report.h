// The built-in report (I-10): a discussion as one HTML file that can be sent to a colleague.
//
// Made from a room's view alone, so it never fails and never waits for a model: a finished
// discussion, one that is under way, and one that ended in an error all give a page. The page is
// complete in itself: no scripts, no network (its own CSP forbids both), system fonts, light and
// dark, paper and phone. Everything that was said is escaped. Pure.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "team/room/room.h"

namespace fm {

struct ReportOptions {
  // By agent id, as the card names it; an agent that is not here is named after its id.
  std::map<std::string, std::string> agent_names{};
  std::optional<int> threshold{};  // hundredths; absent: what the discussion was started with
  std::string visual_file{};       // the ui-creator's own report, named beside this one; or empty
};

std::string render_report(const RoomView& view, const ReportOptions& options = {});

}  // namespace fm
