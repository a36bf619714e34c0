#include "team/text/one_line.h"

#include "base/text.h"
#include "reading/json/chars.h"

namespace fm {

std::string on_one_line(std::string_view text, std::size_t bytes) {
  std::string out;
  for (const char character : text.substr(0, 4 * bytes)) {
    const bool space = is_ascii_space(character);
    if (!space) out += character;
    if (space && !out.empty() && out.back() != ' ') out += ' ';
  }
  std::string_view cut = cut_bytes(out, bytes);
  if (cut.size() == out.size()) return std::string(trim(out));
  // A language without spaces is cut between characters.
  const std::size_t space = cut.rfind(' ');
  if (out[cut.size()] != ' ' && space != std::string_view::npos && space > bytes / 2)
    cut = cut.substr(0, space);
  cut = trim(cut);
  while (!cut.empty() && std::string_view(",;:").contains(cut.back())) cut.remove_suffix(1);
  return std::string(cut) + " ...";
}

}  // namespace fm
