#include "base/descriptor.h"

#include <unistd.h>

namespace fm {

void Descriptor::close() {
  if (const int number = release(); number >= 0) ::close(number);
}

}  // namespace fm
