// Errors on the way out: in plain words or as a line of JSON, and the exit status they end with.
//
// Both forms are under 2,000 bytes (E-8), whatever an error quotes. Pure but for report().
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "cli/terminal/styled_text.h"

namespace fm::cli {

// E-8.
inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kUsage = 2;
inline constexpr int kWaits = 3;
inline constexpr int kInUse = 75;
inline constexpr int kInterrupted = 130;

int status_of(const Error& error);

// What happened; why; what to do. Wrapped at `columns`, ending in a line end.
std::string error_text(const Error& error, std::size_t columns, Charset charset);

// {"error":{"cause":...}}, or another word than error: {"notice":{...}}.
std::string error_json(const Error& error, std::string_view word = "error");

}  // namespace fm::cli
