#include "engine/log/high_water.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <string_view>
#include <utility>

namespace fm {
namespace {

// "00000000000000000042 HEX\n": always as long, so that one write replaces all of it.
constexpr std::size_t kDigits = 20;
constexpr std::size_t kHex = 64;
constexpr std::size_t kLine = kDigits + 1 + kHex + 1;

std::string line_of(const HighWaterMark& mark) {
  return fmt::format("{:020} {}\n", mark.seq, to_hex(mark.hash));
}

std::optional<HighWaterMark> mark_in(std::string_view line) {
  if (line.size() != kLine) return std::nullopt;
  HighWaterMark mark;
  const char* const end = line.data() + kDigits;
  if (const auto read = std::from_chars(line.data(), end, mark.seq);
      read.ec != std::errc() || read.ptr != end || mark.seq < 0)
    return std::nullopt;
  for (std::size_t i = 0; i < mark.hash.size(); ++i) {
    const char* const byte = end + 1 + 2 * i;
    if (const auto read = std::from_chars(byte, byte + 2, mark.hash[i], 16);
        read.ec != std::errc() || read.ptr != byte + 2)
      return std::nullopt;
  }
  return line_of(mark) == line ? std::optional(mark) : std::nullopt;
}

}  // namespace

Result<HighWater> HighWater::open(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return store_file_unreadable(path);
  // Whatever else stood there must not stand behind the note.
  [[maybe_unused]] const int cut = read(path) ? 0 : ::ftruncate(file, 0);
  return HighWater(file);
}

std::optional<HighWaterMark> HighWater::read(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return std::nullopt;
  std::array<char, kLine + 1> line{};
  const ssize_t size = ::pread(file, line.data(), line.size(), 0);
  ::close(file);
  return size < 0 ? std::nullopt : mark_in({line.data(), static_cast<std::size_t>(size)});
}

HighWater::HighWater(HighWater&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

HighWater& HighWater::operator=(HighWater&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

HighWater::~HighWater() {
  if (file_ >= 0) ::close(file_);
}

void HighWater::note(const HighWaterMark& mark) {
  const std::string line = line_of(mark);
  [[maybe_unused]] const ssize_t written = ::pwrite(file_, line.data(), line.size(), 0);
}

Result<void> check_high_water(Database& database, const std::optional<HighWaterMark>& mark) {
  if (!mark || mark->seq == 0) return {};
  const std::string cure =
      "Put the newest backup back, the whole folder. If this is a backup that you put back on "
      "purpose, take it as it is with `folkmoot store check --accept`.";
  const HighWaterMark newest = TRY(newest_event(database));
  if (newest.seq < mark->seq)
    return fail(
        "store_damaged", "The store has lost what was written last.",
        fmt::format("Its newest event is number {}; number {} was written.", newest.seq, mark->seq),
        cure);
  auto query = TRY(database.prepare("SELECT hash FROM log WHERE seq = ?1"));
  query.bind(1, mark->seq);
  if (!TRY(query.step()) || query.hash(0) != mark->hash)
    return fail("store_damaged", "This is not the store that was written last.",
                fmt::format("Its event number {} is another one.", mark->seq), cure);
  return {};
}

Result<HighWaterMark> newest_event(Database& database) {
  auto query = TRY(database.prepare("SELECT seq, hash FROM log ORDER BY seq DESC LIMIT 1"));
  HighWaterMark mark;
  if (!TRY(query.step())) return mark;
  mark.seq = query.integer(0);
  mark.hash = query.hash(1);
  return mark;
}

}  // namespace fm
