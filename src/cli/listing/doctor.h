// What the doctor found, line by line, and how it is shown. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/terminal/styled_text.h"

namespace fm::cli {

enum class Health {
  kOk,
  kNote,
  kMissing,
  kFault
};  // kFault: nothing will work before it is mended

struct Finding {
  std::string what;
  Health health = Health::kOk;
  std::string found;  // "2.39.5", "80x24, UTF-8, colours"
  std::string what_to_do = {};
};

Lines finding_lines(const Finding& finding, std::size_t columns, Charset charset);
std::string_view to_string(Health health);

// SQLite before 3.51.3 (but for 3.44.6 and 3.50.7 and later ones of their lines) can lose a write
// where one connection commits while another resets the log.
bool has_wal_reset_fix(int version_number);  // as sqlite3_libversion_number()

}  // namespace fm::cli
