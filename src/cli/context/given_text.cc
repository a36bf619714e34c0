#include "cli/context/given_text.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "app/message_limits.h"
#include "team/pack/files.h"

namespace fm::cli {
namespace {

constexpr std::size_t kLongestFile = std::size_t{32} << 20;

}  // namespace

Result<std::string> read_standard_input(std::string_view what, std::size_t most) {
  std::string text;
  std::array<char, 16 * 1024> part{};
  while (text.size() <= most) {
    const ssize_t count = ::read(STDIN_FILENO, part.data(), part.size());
    if (count == 0) return text;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      return fail("input_unreadable",
                  fmt::format("The {} cannot be read from standard input.", what),
                  std::strerror(errno), "Give it as an argument, in quotes, or as a file.");
    text.append(part.data(), static_cast<std::size_t>(count));
  }
  return text_too_long(what, most);
}

Result<std::string> read_given_file(const std::string& path, const std::string& folder) {
  return read_whole(std::filesystem::path(folder) / path, kLongestFile, Links::kFollow);
}

}  // namespace fm::cli
