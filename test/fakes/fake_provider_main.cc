// fake_provider [SCRIPT.json] [--corpus DIR]: the fake model server as a program. It prints its
// port on one line and serves on 127.0.0.1 until it is told to stop, or until its standard input
// ends if that is a pipe: then it dies with whoever started it.
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <sstream>
#include <string_view>

#include "test/fakes/fake_provider.h"

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
  std::vector<fm::StreamCase> corpus;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--corpus" && i + 1 < argc) {
      corpus = fm::stream_cases_in(argv[++i]);
      continue;
    }
    std::ifstream file(argv[i]);
    std::stringstream text;
    text << file.rdbuf();
    auto parsed = fm::parse_fake_script(text.str());
    if (!file || !parsed) {
      std::cerr << argv[i] << ": " << (parsed ? "The file cannot be read." : parsed.error().message)
                << "\n";
      return 2;
    }
    script = std::move(*parsed);
  }
  script.corpus = std::move(corpus);
  const fm::FakeProvider server(std::move(script));
  std::cout << server.port() << std::endl;  // flushed: whoever started this waits for it
  wait_for_the_end();
}
