// The main function of every test program.
//
// Tests must not see the store, the configuration or the settings of whoever runs them, and find
// what CTest would tell them also when they are started by hand.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

void forget_settings() {
  std::vector<std::string> names;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view name =
        std::string_view(*entry).substr(0, std::string_view(*entry).find('='));
    if (name.starts_with("FOLKMOOT_") && name != "FOLKMOOT_BINARY") names.emplace_back(name);
  }
  for (const std::string& name : names) unsetenv(name.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  forget_settings();
  setenv("FM_SOURCE_DIR", FM_SOURCE_DIR, 0);
  setenv("FM_BINARY_DIR", FM_BINARY_DIR, 0);
  setenv("FOLKMOOT_BINARY", FM_BINARY_DIR "/folkmoot", 0);
  for (const char* name : {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
    setenv(name, (std::string(FM_BINARY_DIR "/test/home/") + name).c_str(), 1);

  doctest::Context context(argc, argv);
  context.setOption("no-intro", true);
  if (const char* cases = std::getenv("FM_TEST_CASE")) context.addFilter("test-case", cases);
  return context.run();
}
