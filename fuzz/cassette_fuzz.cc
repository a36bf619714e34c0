// Feeds any bytes to the reader of cassettes.
//
// Held to, besides not crashing: a cassette or a fault with words; what was read, written by our
// own writer, reads back as the same exchanges and is then written the same again; a difference
// from any other request can be shown.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/hold.h"
#include "model/cassette/cassette.h"
#include "model/cassette/request_diff.h"

namespace fm {
namespace {

std::string written(const Cassette& cassette) {
  CassetteWriter writer;
  std::string text = writer.header();
  for (const auto& [name, model] : cassette.models) text += writer.model(name, model);
  for (const Cassette::Entry& entry : cassette.entries) {
    Exchange exchange = entry.exchange;
    exchange.request = cassette.request_of(entry);
    text += writer.exchange(exchange);
  }
  return text;
}

std::string outcome_of(const Exchange& exchange) {
  JsonObject object;
  add_outcome(object, exchange.outcome);
  return canonical(object);
}

void check_cassette(std::string_view text) {
  const auto read = read_cassette(text, "x");
  if (!read) {
    hold(!read.error().message.empty() && !read.error().cure.empty(), "a fault without words");
    return;
  }
  const std::string once = written(*read);
  const auto again = read_cassette(once, "x");
  hold(again.has_value() && !again->torn, "our own cassette does not read back", once);
  hold(again->models == read->models, "the models read back differently", once);
  hold(again->entries.size() == read->entries.size(), "exchanges are lost", once);
  for (std::size_t i = 0; i < read->entries.size(); ++i) {
    const Cassette::Entry& before = read->entries[i];
    const Cassette::Entry& after = again->entries[i];
    hold(before.digest == after.digest, "a request reads back differently", once);
    hold(before.exchange.stream == after.exchange.stream, "a stream reads back differently", once);
    hold(outcome_of(before.exchange) == outcome_of(after.exchange),
         "an outcome reads back differently", once);
    const Json request = read->request_of(before);
    hold(request_diff(request, again->request_of(after)).empty(), "a difference in what is equal");
    request_diff(read->request_of(read->entries.front()), request);
  }
  hold(written(*again) == once, "it is written differently the second time", once);
}

}  // namespace
}  // namespace fm

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fm::check_cassette({reinterpret_cast<const char*>(data), size});
  return 0;
}
