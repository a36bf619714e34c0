#include "model/learned/learned_models.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>

#include "loop/sim_loop.h"
#include "model/learned/learned_file.h"
#include "test/support/scratch_folder.h"

namespace fm {
namespace {

constexpr Millis kDay = std::chrono::hours(24);

LearnedModel sample() {
  LearnedModel model{.context_tokens = 16'000, .scale_percent = 80, .answered_bytes = 90'000};
  model.refused.temperature = true;
  model.refused.system_role = true;
  model.limits = {{.unit = RateUnit::kTokens, .limit = 30'000, .remaining = {}, .reset = {}}};
  return model;
}

void learn(LearnedModels& models, const std::string& host, const LearnedModel& model) {
  models.learn(host, "m-1", [&](LearnedModel& known) { known = model; });
}

TEST_CASE("P-25 what was learned of a model comes back, by host and model") {
  SimLoop loop{1};
  LearnedModels before(loop.clock());
  learn(before, "a.example", sample());
  LearnedModels after(loop.clock());
  after.read(before.text());
  CHECK(after.find("a.example", "m-1") == sample());
  CHECK(after.find("a.example", "m-2") == LearnedModel());
  CHECK(after.find("b.example", "m-1") == LearnedModel());
  CHECK(after.text() == before.text());
}

TEST_CASE("P-25 after a week it is forgotten, unless it was held up meanwhile") {
  SimLoop loop{1};
  LearnedModels models(loop.clock());
  learn(models, "a.example", sample());
  const std::string text = models.text();
  loop.run_for(kDay * 6);
  models.learn("a.example", "m-1", [](LearnedModel&) {});
  loop.run_for(kDay * 2);
  CHECK(models.find("a.example", "m-1") == sample());
  LearnedModels old(loop.clock());
  old.read(text);
  CHECK(old.find("a.example", "m-1") == LearnedModel());
}

TEST_CASE("P-25 a damaged cache is as good as none") {
  SimLoop loop{1};
  LearnedModels models(loop.clock());
  learn(models, "a.example", sample());
  const std::string whole = models.text();
  for (const std::string text :
       {"", "{", "null", "[]", "{\"learned\":2,\"models\":[]}", "{\"learned\":1,\"models\":7}",
        "{\"learned\":1,\"models\":[7]}"}) {
    LearnedModels damaged(loop.clock());
    damaged.read(text);
    CHECK(damaged.text() == LearnedModels(loop.clock()).text());
  }
  const std::uint64_t seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int run = 0; run < 2'000; ++run) {
    std::string text = whole;
    for (std::uint64_t i = random() % 4; i > 0; --i)
      text[random() % text.size()] = static_cast<char>(random());
    LearnedModels damaged(loop.clock());
    damaged.read(text.substr(0, random() % (text.size() + 1)));
    const LearnedModel found = damaged.find("a.example", "m-1");
    CHECK(found.context_tokens >= 0);
    CHECK(found.scale_percent >= 0);
  }
}

TEST_CASE("P-25 the file is the person's alone, is written in the pool, and survives the process") {
  ScratchFolder folder;
  const std::string path = folder.path().string() + "/learned.json";
  SimLoop loop{1};
  {
    LearnedFile file(loop, path);
    learn(*file.models(), "a.example", sample());
    CHECK(!std::filesystem::exists(path));  // not while somebody waits
    loop.run_until_idle();
    struct stat facts{};
    REQUIRE(::stat(path.c_str(), &facts) == 0);
    CHECK((facts.st_mode & 0777) == 0600);
    learn(*file.models(), "b.example", sample());
  }
  LearnedFile next(loop, path);
  CHECK(next.models()->find("a.example", "m-1") == sample());
  CHECK(next.models()->find("b.example", "m-1") == sample());
}

TEST_CASE("P-25 a file that cannot be read or written troubles nobody") {
  ScratchFolder folder;
  SimLoop loop{1};
  for (const std::string& path :
       {folder.path().string(), folder.path().string() + "/none/learned.json"}) {
    LearnedFile file(loop, path);
    learn(*file.models(), "a.example", sample());
    loop.run_until_idle();
    CHECK(file.models()->find("a.example", "m-1") == sample());
  }
}

}  // namespace
}  // namespace fm
