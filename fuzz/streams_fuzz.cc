// Feeds any bytes to the readers of model answers. The first bytes choose family, status, headers,
// how the connection ends and how the rest is cut.
//
// Held to, besides not crashing: any cutting gives the same outcome and the same text in the sink;
// the text of a reply, or what an error says was streamed, is what the sink got; a whole reply
// names and identifies its tool calls, and their arguments are closed.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/hold.h"
#include "model/families/answer_readers.h"
#include "model/provider/api_family.h"
#include "model/wire/json_nesting.h"
#include "test/support/stream_corpus.h"

namespace fm {
namespace {

struct Setting {
  ApiFamily family;
  int status;
  HttpHeaders headers;
  bool is_cut;
  std::size_t piece;
};

Setting setting_of(std::string_view bytes) {
  constexpr std::array kStatuses{200, 200, 200, 200, 200, 400, 429, 503};
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  Setting setting{static_cast<ApiFamily>(at(0) % 5),
                  kStatuses[at(1) % kStatuses.size()],
                  {},
                  at(2) % 2 == 1,
                  std::size_t{at(3)} % 61 + 1};
  if (at(2) % 4 > 1) setting.headers = {{"retry-after", std::string(bytes.substr(4, 12))}};
  return setting;
}

// Everything that an outcome says, in one text.
std::string told(const ModelOutcome& outcome, const HeardStream& heard) {
  std::string line = heard.all_text + "\n" + heard.all_reasoning + "\n";
  if (!outcome) {
    const ModelError& error = outcome.error();
    hold(error.text_so_far == heard.all_text, "an error has another text than the sink");
    return line + std::string(to_string(error.kind)) + error.message +
           std::to_string(error.retry_after.value_or(Millis(-1)).count()) +
           std::to_string(error.usage.input) + " " + std::to_string(error.usage.output);
  }
  hold(outcome->text == heard.all_text, "a reply has another text than the sink");
  hold(outcome->reasoning == heard.all_reasoning, "a reply has other reasoning than the sink");
  line += std::to_string(static_cast<int>(outcome->finish)) + outcome->refusal;
  for (const ToolCall& call : outcome->tool_calls) {
    JsonNesting nesting;
    nesting.take(call.arguments);
    hold(!call.name.empty() && !call.id.empty(), "a tool call without name or id");
    hold(nesting.is_whole(), "a tool call that was cut off", call.arguments);
    line += "\n" + call.id + " " + call.name + " " + call.arguments;
  }
  for (const ReasoningSignature& signature : outcome->signatures)
    line += "\n" + signature.value + " " + signature.text + " " + signature.of;
  return line + std::to_string(outcome->usage.input) + " " + std::to_string(outcome->usage.output);
}

std::string read(const Setting& setting, std::string_view body, std::size_t piece) {
  HeardStream heard;
  const auto reader = make_answer_reader(setting.family, heard);
  reader->head(setting.status, setting.headers, UtcMs{1'770'000'000'000});
  while (!body.empty()) {
    reader->bytes(body.substr(0, piece));
    body.remove_prefix(std::min(piece, body.size()));
  }
  const ModelOutcome outcome = setting.is_cut
                                   ? reader->finish(fail("net_cut", "The connection broke."))
                                   : reader->finish({});
  return told(outcome, heard);
}

void check(std::string_view bytes) {
  constexpr std::size_t kChoices = 4;
  if (bytes.size() < kChoices) return;
  const Setting setting = setting_of(bytes);
  const std::string_view body = bytes.substr(kChoices);
  const std::string whole = read(setting, body, body.size() + 1);
  for (const std::size_t piece : {std::size_t{1}, setting.piece}) {
    const std::string cut = read(setting, body, piece);
    hold(cut == whole, "another cutting is read differently", whole + "\n--\n" + cut);
  }
}

}  // namespace
}  // namespace fm

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fm::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
