// Numbers, money and spans of time as people read them, the same wherever they are shown. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/ids.h"

namespace fm {

std::string thousands(std::int64_t number);          // 12,480
std::string money_text(MicroUsd money, int digits);  // $0.0421 of four digits, $3.18 of two
std::string duration_text(Millis span);              // 850 ms, 4.2 s, 1 min 24 s, 2 h 5 min
std::string number_word(std::int64_t number);        // zero ... twelve, 13
std::string count_text(std::int64_t number, std::string_view one, std::string_view many);

// As exact as the amount is small: $1.20, but $0.0042.
std::string money_text(MicroUsd money);

}  // namespace fm
