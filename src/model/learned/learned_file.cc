#include "model/learned/learned_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <string_view>

namespace fm {
namespace {

constexpr Millis kSoon{2'000};
constexpr std::size_t kMostBytes = std::size_t{1} << 20;
constexpr mode_t kMine = 0600;

std::string read(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return {};
  std::string text(kMostBytes, '\0');
  std::size_t size = 0;
  ssize_t count = 0;
  while (size < text.size() && (count = ::read(file, text.data() + size, text.size() - size)) > 0)
    size += static_cast<std::size_t>(count);
  ::close(file);
  text.resize(size);
  return text;
}

// Through a file beside it, so that nobody ever reads half of it.
void write(const std::string& path, std::string_view text) {
  const std::string beside = path + ".new";
  ::unlink(beside.c_str());
  const int file =
      ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, kMine);
  if (file < 0) return;
  bool is_whole = true;
  while (!text.empty() && is_whole) {
    const ssize_t count = ::write(file, text.data(), text.size());
    is_whole = count > 0;
    if (is_whole) text.remove_prefix(static_cast<std::size_t>(count));
  }
  is_whole = ::close(file) == 0 && is_whole;
  if (!is_whole || ::rename(beside.c_str(), path.c_str()) != 0) ::unlink(beside.c_str());
}

}  // namespace

LearnedFile::LearnedFile(Loop& loop, std::string path)
    : loop_(loop),
      path_(std::move(path)),
      models_(std::make_shared<LearnedModels>(loop.clock())),
      pool_(loop) {
  if (path_.empty()) return;
  models_->read(read(path_));
  models_->on_news = [this] { write_soon(); };
}

LearnedFile::~LearnedFile() {
  models_->on_news = {};
  pool_.close();
  if (has_news_) write(path_, models_->text());  // the loop has ended: nobody waits for it
}

void LearnedFile::write_soon() {
  has_news_ = true;
  if (timer_) return;
  timer_ = loop_.after(kSoon, [this] {
    timer_.reset();
    has_news_ = false;
    pool_.run([path = path_, text = models_->text()] { write(path, text); }, [] {});
  });
}

}  // namespace fm
