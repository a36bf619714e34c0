#include "cli/listing/model_listing.h"

#include <doctest/doctest.h>

namespace fm::cli {
namespace {

constexpr const char* kSecret = "sk-not-to-be-shown";

Provider with_key() {
  return {.name = "openai",
          .base_url = "https://api.openai.com/v1",
          .key_variable = "OPENAI_API_KEY",
          .api_key = kSecret,
          .needs_key = true};
}

Provider without_key() {
  Provider provider = with_key();
  provider.api_key.clear();
  return provider;
}

Provider local(std::string origin = {}) {
  return {.name = "ollama", .base_url = "http://127.0.0.1:11434", .origin = std::move(origin)};
}

ProbeReport failing(ModelErrorKind kind, std::string message = {}) {
  return {.models = {},
          .error = ModelError{.kind = kind, .message = std::move(message)},
          .took = Millis(20)};
}

std::string text_of(const ProviderListing& listing, std::size_t columns = 100) {
  std::string out;
  for (const Line& line : provider_lines(listing, widths_of({listing}), columns, Charset::kUtf8)) {
    CHECK(width(line) <= columns);
    CHECK(!plain(line).ends_with(' '));
    out += plain(line) + "\n";
  }
  return out;
}

ProviderListing some_models() {
  ModelFacts big{.context_tokens = 400'000,
                 .price = ModelPrice{.input = {1'250'000},
                                     .cached = {125'000},
                                     .cache_write = {1'250'000},
                                     .output = {10'000'000}},
                 .tools = true,
                 .reasoning = true};
  return {.provider = with_key(),
          .known = {{"openai", "gpt-5", big},
                    {"openai", "long", {.context_tokens = 1'047'576, .price = {}}},
                    {"openai", "nobody-knows-it", {.price = ModelPrice()}}},
          .probe = {}};
}

TEST_CASE("P-20 a provider is shown with its key's presence and its models' figures") {
  CHECK(text_of(some_models()) ==
        "openai  OPENAI_API_KEY is set  api.openai.com/v1\n"
        "  openai:gpt-5              400k  $1.25 in, $0.125 cached, $10 out\n"
        "      can: tools, reasoning\n"
        "  openai:long               1.0M  no price known\n"
        "  openai:nobody-knows-it       ?  costs nothing\n");
  ProviderListing brief = some_models();
  brief.is_short = true;
  CHECK(!text_of(brief).contains("can:"));
}

TEST_CASE("P-20 of a key only its presence is told, as text and as JSON") {
  ProviderListing listing = some_models();
  for (const bool fails : {false, true}) {
    listing.probe = fails ? failing(ModelErrorKind::kAuth, "No such key.") : ProbeReport();
    CHECK(!text_of(listing).contains(kSecret));
    CHECK(!canonical(Json(to_json(listing))).contains(kSecret));
  }
  CHECK(key_words(without_key()) == "OPENAI_API_KEY is not set");
  CHECK(key_words(local()) == "needs no key");
  CHECK(key_words({.name = "work", .needs_key = true}) == "no key is configured");
}

TEST_CASE("P-20 how a provider answered is told in plain words, with what to do") {
  const auto words = [](const Provider& provider, const ProbeReport& report) {
    return probe_words(provider, report);
  };
  CHECK(words(with_key(), {.models = {"a", "b"}, .error = {}, .took = Millis(210)}) ==
        "answers in 210 ms with two models");
  CHECK(words(with_key(), {.models = {"a"}, .error = {}, .took = Millis(2'100)}) ==
        "answers in 2.1 s with one model");
  CHECK(words(with_key(), {.models = {}, .error = {}, .took = Millis(9)}) == "answers in 9 ms");
  CHECK(words(with_key(), failing(ModelErrorKind::kAuth, "It has expired.")) ==
        "refuses the key: It has expired. Check what OPENAI_API_KEY holds.");
  CHECK(words({.name = "work"}, failing(ModelErrorKind::kPermission)) ==
        "refuses the key. Set `key_env` for it in your config.yaml.");
  CHECK(words(with_key(), failing(ModelErrorKind::kNetwork, "No connection"))
            .starts_with("does not answer: No connection. Is the network there"));
  CHECK(words(with_key(), failing(ModelErrorKind::kNotFound)).contains("base URL"));
  CHECK(words(with_key(), failing(ModelErrorKind::kOverloaded, "Busy.")) ==
        "has a problem: Busy. Try again later.");
  // That nobody started a server here is no trouble, unless somebody set it up.
  CHECK(words(local(), failing(ModelErrorKind::kNetwork)) == "does not run here");
  CHECK(words(local("config.yaml"), failing(ModelErrorKind::kNetwork)).contains("does not answer"));
}

TEST_CASE("what a provider says cannot reach the terminal as it is, and no line is too long") {
  ProviderListing listing = some_models();
  listing.provider.name = std::string(60, 'n');
  listing.known.front().begins = std::string(70, 'm');
  listing.probe = failing(ModelErrorKind::kServer, "\x1b[2J bad\r\n" + std::string(300, 'x'));
  for (const std::size_t columns : {20U, 40U, 79U, 100U})
    CHECK(!text_of(listing, columns).contains('\x1b'));
}

TEST_CASE("several providers stand in columns") {
  const std::vector<ProviderListing> listings{{.provider = with_key(), .known = {}, .probe = {}},
                                              {.provider = local(), .known = {}, .probe = {}}};
  const ListingWidths widths = widths_of(listings);
  std::vector<std::size_t> places;
  for (const ProviderListing& listing : listings) {
    const std::string line = plain(provider_lines(listing, widths, 79, Charset::kUtf8).front());
    places.push_back(std::min(line.find("api."), line.find("http://")));
  }
  CHECK(places[0] == places[1]);
}

TEST_CASE("a provider as JSON") {
  ProviderListing listing = some_models();
  listing.probe = ProbeReport{.models = {"gpt-5"}, .error = {}, .took = Millis(12)};
  const Json good(to_json(listing));
  CHECK(bool_at(good, "key_set"));
  CHECK(bool_at(good, "works"));
  CHECK(int_at(good, "ms") == 12);
  const Json& first = find_at(good, "known")->get_array()[0];
  CHECK(text_at(first, "name") == "openai:gpt-5");
  CHECK(int_at(*find_at(first, "microusd_per_million"), "output") == 10'000'000);
  CHECK(find_at(find_at(good, "known")->get_array()[1], "microusd_per_million") == nullptr);
  listing.probe = failing(ModelErrorKind::kTimeout);
  const Json bad(to_json(listing));
  CHECK(!bool_at(bad, "works"));
  CHECK(text_at(bad, "failure") == "timeout");
}

}  // namespace
}  // namespace fm::cli
