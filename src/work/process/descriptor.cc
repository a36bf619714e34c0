#include "work/process/descriptor.h"

#include <unistd.h>

namespace fm {

void Descriptor::close() {
  if (number_ >= 0) ::close(std::exchange(number_, -1));
}

}  // namespace fm
