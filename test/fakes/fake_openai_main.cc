// fake_openai [SCRIPT.json]: the fake chat completions server as a program. It prints its port on
// one line and serves on 127.0.0.1 until it is told to stop, or until its standard input ends if
// that is a pipe: then it dies with whoever started it.
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <sstream>

#include "test/fakes/fake_openai.h"

namespace {

void wait_for_the_end() {
  struct stat input{};
  const bool pipe =
      ::fstat(STDIN_FILENO, &input) == 0 && (S_ISFIFO(input.st_mode) || S_ISSOCK(input.st_mode));
  char byte = 0;
  while (pipe ? ::read(STDIN_FILENO, &byte, 1) > 0 : ::pause() != 0) {
  }
}

}  // namespace

int main(int argc, char** argv) {
  fm::FakeScript script;
  if (argc > 1) {
    std::ifstream file(argv[1]);
    std::stringstream text;
    text << file.rdbuf();
    auto parsed = fm::parse_fake_script(text.str());
    if (!file || !parsed) {
      std::cerr << argv[1] << ": " << (parsed ? "The file cannot be read." : parsed.error().message)
                << "\n";
      return 2;
    }
    script = std::move(*parsed);
  }
  const fm::FakeOpenAi server(std::move(script));
  std::cout << server.port() << std::endl;  // flushed: whoever started this waits for it
  wait_for_the_end();
}
