#include "cli/listing/gate_listing.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cli/view/notes.h"

namespace fm::cli {

Lines gate_listing(const RoomView& room, const OpenGate& gate, std::size_t columns,
                   Charset charset) {
  Lines lines = gate_lines(gate, columns, charset);
  std::string where = fmt::format("Room {}", room.id.value);
  if (!gate.project.empty()) where += ", project " + gate.project.value;
  where += fmt::format(", since {}{}.", to_local_time(gate.at),
                       gate.expired ? "; parked, it can still be answered" : "");
  for (const std::string& row : wrap(where, columns > 22 ? columns - 2 : 20))
    lines.emplace_back("  " + row, kQuiet);
  Line answer("  Answer  ", kQuiet);
  lines.push_back(
      answer.add("folkmoot gate answer " + gate.gate + (gate.options.empty() ? " \"...\"" : " N")));
  return lines;
}

}  // namespace fm::cli
