#include "app/config/config.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace fm;

namespace {

struct Files {
  std::filesystem::path root;
  Files() {
    std::string pattern = std::filesystem::temp_directory_path() / "fm-config-XXXXXX";
    root = ::mkdtemp(pattern.data());
    std::filesystem::create_directories(root / "user");
    std::filesystem::create_directories(root / "folder/.folkmoot");
  }
  ~Files() { std::filesystem::remove_all(root); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(root / name) << text;
  }
  ConfigSources sources(std::function<const char*(const char*)> variable = nullptr) const {
    ConfigSources sources;
    sources.variable =
        variable ? std::move(variable) : [](const char*) -> const char* { return nullptr; };
    sources.user_folder = root / "user";
    sources.folder = root / "folder";
    return sources;
  }
};

std::string origin(const Config& config, const std::string& key) {
  for (const ConfigValue& value : config.values())
    if (value.key == key) return value.origin;
  return {};
}

}  // namespace

TEST_CASE("flag, variable, folder, user, built in: the first that is set counts") {
  const Files files;
  CHECK(Config::load(files.sources())->value("model").empty());
  files.write("user/config.yaml", "model: openai:of-user\nme: ada\n");
  CHECK(Config::load(files.sources())->value("model") == "openai:of-user");
  files.write("folder/.folkmoot/config.yaml", "model: openai:of-folder\n");
  CHECK(Config::load(files.sources())->value("model") == "openai:of-folder");
  auto sources = files.sources([](const char* name) -> const char* {
    return std::string_view(name) == "FOLKMOOT_MODEL" ? "openai:of-variable" : nullptr;
  });
  CHECK(Config::load(sources)->value("model") == "openai:of-variable");
  CHECK(origin(*Config::load(sources), "model") == "FOLKMOOT_MODEL");
  sources.flags["model"] = "openai:of-flag";
  CHECK(Config::load(sources)->value("model") == "openai:of-flag");
}

TEST_CASE("a folder cannot say who speaks, where the store is, or where words are sent") {
  const Files files;
  for (const char* text :
       {"me: mallory", "store: /tmp/elsewhere", "proxy: http://127.0.0.1:1",
        "providers: {openai: {base_url: 'http://127.0.0.1:1/steal'}}", "prices: {}"}) {
    files.write("folder/.folkmoot/config.yaml", "model: rehearsal\n" + std::string(text) + "\n");
    const auto config = Config::load(files.sources());
    REQUIRE_FALSE_MESSAGE(config.has_value(), text);
    CHECK(config.error().message.contains(".folkmoot/config.yaml:2:"));
    CHECK(config.error().cure.contains((files.root / "user/config.yaml").string()));
  }
}

TEST_CASE("P-82 what a folder's file misspells is told with what was meant") {
  const Files files;
  files.write("folder/.folkmoot/config.yaml", "modle: rehearsal\n");
  const auto config = Config::load(files.sources());
  REQUIRE_FALSE(config.has_value());
  CHECK(config.error().message.contains("`modle`"));
  CHECK(config.error().cure.contains("`model`"));
}

TEST_CASE("P-31 a folder's budgets lower what its person allows, unit by unit, never more") {
  const Files files;
  files.write("user/config.yaml", "budgets: {room: {turns: 9, usd: 2}, project: {tokens: 100}}\n");
  files.write("folder/.folkmoot/config.yaml",
              "budgets: {room: {turns: 4, usd: 5, minutes: 7}, project: {tokens: 200}, day: {usd: "
              "20}}\n");
  auto config = Config::load(files.sources());
  REQUIRE_MESSAGE(config.has_value(), config.error().message);
  CHECK(config->budgets().room == Budget{.micro_usd = 2'000'000, .turns = 4, .minutes = 7});
  CHECK(config->budgets().project == Budget{.tokens = 100});
  CHECK(config->budgets().day == Budget{.micro_usd = 10'000'000});  // the usual
  CHECK(config->budgets().day_is_usual);
  files.write("folder/.folkmoot/config.yaml", "budgets: {day: {usd: 0.25}}\n");
  config = Config::load(files.sources());
  REQUIRE(config.has_value());
  CHECK(config->budgets().day == Budget{.micro_usd = 250'000});
  CHECK_FALSE(config->budgets().day_is_usual);
  CHECK(config->budget_values().back().origin.ends_with(".folkmoot/config.yaml"));
}

TEST_CASE("A-5 limits: a folder's may only be tighter, and worktrees are the folder's to say") {
  Files files;
  files.write("user/config.yaml", "limits: {agents: 3, commands: 8}\n");
  files.write("folder/.folkmoot/config.yaml",
              "limits: {agents: 9, commands: 1}\nworktree: {setup: [npm ci]}\n");
  const auto config = Config::load(files.sources());
  REQUIRE(config);
  CHECK(config->limits() == WorkLimits{.agents = 3, .commands = 1});
  files.write("folder/.folkmoot/config.yaml", "limits: {agents: 0}\n");
  CHECK(Config::load(files.sources()).error().code == "config_invalid");
  files.write("folder/.folkmoot/config.yaml", "worktree: {caches: [~/.ssh]}\n");
  CHECK(Config::load(files.sources()).error().code == "config_invalid");
  files.write("folder/.folkmoot/config.yaml", "");
  files.write("user/config.yaml", "worktree: {setup: [npm ci]}\n");
  CHECK(Config::load(files.sources()).error().message.contains("worktree"));
}

TEST_CASE("a fault in the user's file is told with its place") {
  const Files files;
  files.write("user/config.yaml", "model: rehearsal\nmodell: x\n");
  const auto config = Config::load(files.sources());
  REQUIRE_FALSE(config.has_value());
  CHECK(config.error().message.find("config.yaml:2") != std::string::npos);
}

TEST_CASE("a section of another kind, half a price and half a name are told, not passed over") {
  const Files files;
  const auto fault = [&](const std::string& text) {
    files.write("user/config.yaml", text + "\n");
    const auto config = Config::load(files.sources());
    return config ? "taken: " + text : config.error().message + " " + config.error().cure;
  };
  for (const char* text : {"providers: 5", "providers: [a]", "prices: 3", "model: [a]",
                           "team: {a: b}", "prices: {gpt-5: {input: 1, output: 2}}",
                           "providers: {rehearsal: {base_url: 'http://h/v1'}}",
                           "providers: {x: {base_url: 'http://h/v1', dialect: {max_tokens: ''}}}"})
    CHECK_MESSAGE(fault(text).find("config.yaml:1:") != std::string::npos, fault(text));
  CHECK(fault("prices: {'openai:x': {input: 1}}").find("`output` tokens is missing") !=
        std::string::npos);
  CHECK(fault("providers: {x: {base_url: 'http://h/v1?key=k'}}").find("dialect: {query") !=
        std::string::npos);
}

TEST_CASE("P-64 what opens doors is a secret, the token of a header by itself too") {
  const Files files;
  files.write("user/config.yaml",
              "providers:\n  work:\n    base_url: https://ada:pass-word-1@h/v1\n"
              "    headers: {Authorization: Bearer sk-header-1234, X-Team: moot-people}\n"
              "    dialect: {query: 'code=func-1234&api-version=2024-10-21'}\n");
  const auto config = Config::load(files.sources());
  REQUIRE(config.has_value());
  const std::vector<std::string> secrets = config->secrets();
  for (const char* secret : {"pass-word-1", "sk-header-1234", "func-1234"})
    CHECK(std::ranges::find(secrets, secret) != secrets.end());
  CHECK(std::ranges::find(secrets, "moot-people") == secrets.end());
}

TEST_CASE("P-20 an own server's key goes where its protocol wants it, unless its dialect says") {
  const Files files;
  files.write("user/config.yaml",
              "providers:\n"
              "  a: {api: anthropic, base_url: 'http://h'}\n"
              "  g: {api: gemini, base_url: 'http://h'}\n"
              "  b: {api: anthropic, base_url: 'http://h', dialect: {key_header: bearer}}\n"
              "  c: {base_url: 'http://h'}\n");
  const auto config = Config::load(files.sources());
  REQUIRE(config.has_value());
  const auto header = [&](const char* name) { return config->provider(name)->dialect.key_header; };
  CHECK(header("a") == KeyHeader::kXApiKey);
  CHECK(header("g") == KeyHeader::kXGoogApiKey);
  CHECK(header("b") == KeyHeader::kBearer);
  CHECK(header("c") == KeyHeader::kBearer);
}

TEST_CASE("a key with a line break is told, not sent") {
  const Files files;
  files.write("user/config.yaml", "providers: {x: {base_url: 'http://h/v1', key_env: X_KEY}}\n");
  const auto config = Config::load(files.sources([](const char* name) -> const char* {
    return std::string_view(name) == "X_KEY" ? "sk-one\nX-Evil: 1" : nullptr;
  }));
  REQUIRE_FALSE(config.has_value());
  CHECK(config.error().message.find("sk-one") == std::string::npos);
}

TEST_CASE("P-23 a price may have tiers, and a model on this machine has none unless it is said") {
  const Files files;
  files.write("user/config.yaml",
              "prices:\n  openai:x: {input: 1, cached: 0.1, output: 10, above: {200000: {input: 2, "
              "output: 15}}}\n");
  const auto config = Config::load(files.sources());
  REQUIRE_MESSAGE(config.has_value(), config.error().message);
  const ModelPrice price = *config->facts("openai:x").price;
  REQUIRE(price.tiers.size() == 1);
  CHECK(price.tiers[0].above == 200'000);
  CHECK(price.tiers[0].cached.value == 200'000);  // as much dearer as the input
  CHECK(price.tiers[0].output.value == 15'000'000);
  CHECK(!config->facts("ollama:qwen3").price);
  CHECK(!config->facts("lm_studio:anything").price);
  for (const char* wrong : {"{0: {input: 1, output: 1}}", "{many: {input: 1, output: 1}}",
                            "{200000: {input: 1}}", "{200000: {input: 1, output: 1, x: 1}}", "7"}) {
    files.write("user/config.yaml",
                "prices: {openai:x: {input: 1, output: 1, above: " + std::string(wrong) + "}}\n");
    CHECK_MESSAGE(!Config::load(files.sources()).has_value(), wrong);
  }
}

TEST_CASE("prices are dollars for a million tokens, exactly") {
  const Files files;
  files.write("user/config.yaml", "prices:\n  openai:x: {input: 1.25, output: 10}\n");
  const auto config = Config::load(files.sources());
  REQUIRE(config.has_value());
  const ModelPrice price = *config->facts("openai:x").price;
  CHECK(price.input.value == 1'250'000);
  CHECK(price.cached.value == 1'250'000);
  CHECK(price.output.value == 10'000'000);
}

TEST_CASE(
    "G-44 proxies and CA files are those of the environment that the settings are read with") {
  const Files files;
  const auto sources = files.sources([](const char* name) -> const char* {
    return std::string_view(name) == "https_proxy" ? "http://ana:s3cret-1@proxy.test:8080"
                                                   : nullptr;
  });
  const auto config = Config::load(sources);
  REQUIRE(config);
  REQUIRE(config->http().variable("https_proxy") != nullptr);
  CHECK(config->http().variable("no_proxy") == nullptr);
  // Its password is a secret like a key, and leaves with the terminal.
  const auto secrets = config->secrets();
  CHECK(std::ranges::find(secrets, "s3cret-1") != secrets.end());
  CHECK(config->without_secrets().http().variable("https_proxy") == nullptr);
}

TEST_CASE("G-44 whether both read the same is known from what was read") {
  const Files files;
  const std::string none = Config::load(files.sources())->digest();
  files.write("user/config.yaml", "model: openai:one\n");
  const std::string user = Config::load(files.sources())->digest();
  files.write("folder/.folkmoot/config.yaml", "model: openai:one\n");
  CHECK(none != user);
  CHECK(user != Config::load(files.sources())->digest());
  CHECK(Config::load(files.sources())->digest() == Config::load(files.sources())->digest());
}

TEST_CASE("P-60 hosts that agents may open are the person's to say, as hosts alone") {
  const Files files;
  files.write("user/config.yaml", "web: {allow: [Docs.Python.org, \"*.example.org\"]}\n");
  const auto config = Config::load(files.sources());
  REQUIRE(config);
  CHECK(config->web_allow() == std::vector<std::string>{"docs.python.org", "*.example.org"});

  files.write("user/config.yaml", "web: {allow: [\"https://docs.python.org\"]}\n");
  const auto address = Config::load(files.sources());
  REQUIRE_FALSE(address);
  CHECK(address.error().cure.contains("the host alone"));

  files.write("user/config.yaml", "");
  files.write("folder/.folkmoot/config.yaml", "web: {allow: [evil.example]}\n");
  CHECK_FALSE(Config::load(files.sources()));
}
