// Feeds any JSON as the usage of an answer. The first byte chooses the family.
//
// Held to, besides not crashing: no count is negative or absurd, no part is larger than its whole,
// and what it costs is no credit.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/hold.h"
#include "model/families/answer_readers.h"
#include "model/provider/model_price.h"
#include "test/support/stream_corpus.h"

namespace fm {
namespace {

void check(std::string_view bytes) {
  if (bytes.empty()) return;
  const auto family = static_cast<ApiFamily>(static_cast<unsigned char>(bytes[0]) % 5);
  const std::string usage(bytes.substr(1));
  HeardStream heard;
  const auto reader = make_answer_reader(family, heard);
  reader->head(200, {}, UtcMs{1'770'000'000'000});
  reader->bytes(R"({"type":"message","content":"x","choices":[{"message":{"content":"x"}}],)"
                R"("candidates":[{"finishReason":"STOP"}],"output":[],"status":"completed",)"
                R"("done":true,"usage":)" +
                usage + R"(,"usageMetadata":)" + usage + "}");
  const ModelOutcome outcome = reader->finish({});
  const Usage counts = outcome ? outcome->usage : outcome.error().usage;
  for (const std::int64_t count : {counts.input, counts.cached, counts.output, counts.reasoning,
                                   counts.cache_write, counts.beside})
    hold(count >= 0 && count <= 3'000'000'000, "a count that cannot be", usage);
  hold(counts.cached + counts.cache_write <= counts.input, "a part larger than its whole", usage);
  const ModelPrice price{{1'000'000}, {500'000}, {2'000'000}, {9'000'000}, {}};
  hold(cost_of(price, counts).value >= 0, "a cost below zero", usage);
}

}  // namespace
}  // namespace fm

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fm::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
