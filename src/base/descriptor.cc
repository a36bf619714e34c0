#include "base/descriptor.h"

#include <unistd.h>

namespace fm {

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace fm
