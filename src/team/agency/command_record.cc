#include "team/agency/command_record.h"

#include <memory>

#include "base/text.h"

namespace fm {
namespace {

constexpr std::size_t kOutputKept = 6'000;  // bytes of a command's output: its end says most

std::string end_of(std::string_view output) {
  std::string text = clean(output).text;
  if (text.size() <= kOutputKept) return text;
  std::string_view tail = std::string_view(text).substr(text.size() - kOutputKept);
  if (const auto line = tail.find('\n'); line != tail.npos) tail.remove_prefix(line + 1);
  return "(the beginning is left out)\n" + std::string(tail);
}

}  // namespace

CheckRecord command_record(const std::string& command, const std::string& tree,
                           const std::string& on, const CommandEnd& end, Millis time_limit,
                           const Redactor& redactor) {
  CheckRecord record{.command = command,
                     .tree = tree,
                     .on = on,
                     .status = end.ending == CommandEnding::kExited ? end.status : -1,
                     .why = "",
                     .took = end.took,
                     .output = nullptr,
                     .room_seq = {}};
  CommandSpec shown;
  shown.argv = {command};
  shown.time_limit = time_limit;
  if (end.ending != CommandEnding::kExited) record.why = describe(end, shown);
  record.output = std::make_shared<const std::string>(redactor.redact(end_of(end.output)));
  return record;
}

}  // namespace fm
