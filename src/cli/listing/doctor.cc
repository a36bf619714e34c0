#include "cli/listing/doctor.h"

#include "base/text.h"

namespace fm::cli {
namespace {

constexpr std::size_t kWhat = 16;
constexpr std::size_t kHealth = 9;

}  // namespace

std::string_view to_string(Health health) {
  switch (health) {
    case Health::kOk:
      return "ok";
    case Health::kNote:
      return "note";
    case Health::kMissing:
      return "missing";
    case Health::kFault:
      return "fault";
  }
  return "";
}

Lines finding_lines(const Finding& finding, std::size_t columns, Charset charset) {
  constexpr std::size_t kHanging = kWhat + kHealth;
  const TextStyle style = finding.health == Health::kOk     ? kGood
                          : finding.health == Health::kNote ? kAsk
                                                            : kDanger;
  Lines lines;
  const std::size_t room = columns > kHanging + 20 ? columns - kHanging : columns;
  for (const std::string& text : {finding.found, finding.what_to_do}) {
    if (text.empty()) continue;
    for (const std::string& row : wrap(shown(text, charset), room)) {
      Line line;
      if (lines.empty())
        line.add(column(finding.what, kWhat, charset))
            .add(column(to_string(finding.health), kHealth, charset), style);
      else if (room < columns)
        line.add(std::string(kHanging, ' '));
      lines.push_back(std::move(line.add(row)));
    }
  }
  return lines;
}

bool has_wal_reset_fix(int version_number) {
  const int line = version_number / 1000;
  if (line == 3044) return version_number >= 3044006;
  if (line == 3050) return version_number >= 3050007;
  return version_number >= 3051003;
}

}  // namespace fm::cli
