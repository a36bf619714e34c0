#include "engine/runtime/stack_mark.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/log/sqlite.h"

namespace fm {
namespace {

constexpr std::size_t kBytes = 128;  // an id has at most 64

}  // namespace

Result<std::unique_ptr<StackMark>> StackMark::open(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return store_file_unreadable(path);
  if (::ftruncate(file, kBytes) != 0) {
    const auto error = store_file_unreadable(path);
    ::close(file);
    return error;
  }
  void* page = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);  // the mapping keeps it
  if (page == MAP_FAILED) return store_file_unreadable(path);
  return std::unique_ptr<StackMark>(new StackMark(static_cast<char*>(page)));  // private maker
}

StackMark::StackMark(char* page) : page_(page) {
  const std::size_t size = ::strnlen(page_, kBytes);
  if (std::string id(page_, size); check_id(id)) left_behind_ = {std::move(id)};
  leave();
}

StackMark::~StackMark() {
  leave();
  ::munmap(page_, kBytes);
}

void StackMark::enter(const RoomId& room) {
  const std::size_t size = std::min(room.value.size(), kBytes - 1);
  std::memcpy(page_ + 1, room.value.data() + 1, size > 0 ? size - 1 : 0);
  page_[size] = '\0';
  page_[0] = size > 0 ? room.value[0] : '\0';  // last: until then the page says "none"
}

void StackMark::leave() { page_[0] = '\0'; }

}  // namespace fm
