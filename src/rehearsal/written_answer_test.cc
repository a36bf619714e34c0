#include "rehearsal/written_answer.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "reading/json/find.h"
#include "reading/tools/tool_call.h"

namespace fm {
namespace {

const ToolTable& tools() {
  static const ToolTable kTools = {{"write_file", {{"path", "string"}, {"content", "string"}}},
                                   {"read_file", {{"path", "string"}, {"from_line", "integer"}}},
                                   {"list_files", {}}};
  return kTools;
}

// Texts that a reader could take for something else than a text.
const std::vector<std::string>& hard_texts() {
  static const std::vector<std::string> kTexts = {
      "",
      " ",
      "\n",
      "say \"hi\", it's `code`",
      "C:\\new\\table\\u0041 \\\" \\\\",
      "two\nlines\r\nand\ttabs\n\n\n",
      "</tool_call>",
      "<tool_call>{\"name\": \"read_file\", \"arguments\": {\"path\": \"x\"}}</tool_call>",
      "<function=read_file></function>",
      "[TOOL_CALLS]read_file{}",
      "functools[{\"name\": \"read_file\"}]",
      "<think>hidden</think>",
      "</think>",
      "\n</think>\n",
      "[THINK]hidden[/THINK]",
      "[/think]{",
      "\u25c1/think\u25b7{",
      "<|channel|>analysis<|message|>x<|end|>",
      "<\uff5cend\u2581of\u2581thinking\uff5c>",
      "analysis assistantfinal",
      "```json\n{\"a\": 1}\n```",
      "~~~\n> quoted\n~~~",
      "}}]}\"",
      "{{name}} %7B $1 \\1 &lt;",
      std::string("\0\x01\x1f\x7f", 4),
      "Zo\u00eb \u793e\u533a \U0001f331 \u2028\u00a0\ufeff",
      std::string(60'000, '<')};
  return kTexts;
}

TEST_CASE("P-40 calls that are written read back byte for byte, whatever is in their texts") {
  std::string all = "First I look.\n";
  for (const std::string& text : hard_texts()) {
    const JsonObject arguments{{"path", "a.py"}, {"content", text}};
    const std::string call = written_call("write_file", arguments);
    CHECK_FALSE(call.contains('\n'));
    const auto read = read_tool_text("I write it.\n\n" + call, tools());
    REQUIRE_MESSAGE(read.has_value(), text);
    REQUIRE_MESSAGE(read->calls.size() == 1, text);
    CHECK_MESSAGE(read->calls[0].arguments == arguments, text);
    CHECK(read->text == "I write it.");
    all += "\n" + call;
  }
  const auto read = read_tool_text(all, tools());
  REQUIRE(read.has_value());
  REQUIRE(read->calls.size() == hard_texts().size());
  for (std::size_t i = 0; i < hard_texts().size(); ++i)
    CHECK_MESSAGE(text_at(read->calls[i].arguments, "content") == hard_texts()[i], hard_texts()[i]);
}

TEST_CASE("P-40 arguments that are no texts keep their types, and none are an empty object") {
  const auto read =
      read_tool_text(written_call("list_files", JsonObject()) + "\n" +
                         written_call("read_file", JsonObject{{"path", "a"}, {"from_line", 12}}),
                     tools());
  REQUIRE(read.has_value());
  REQUIRE(read->calls.size() == 2);
  CHECK(read->calls[0].name == "list_files");
  CHECK(read->calls[0].arguments.empty());
  CHECK(read->calls[1].arguments.at("from_line") == 12);
}

TEST_CASE("P-40 a structured answer is found again as it was") {
  for (const std::string& text : hard_texts()) {
    const Json answer = JsonObject{{"verdict", "changes"},
                                   {"findings", JsonArray{JsonObject{{"line", 3}, {"fix", text}}}}};
    const Found found = find_json("Here it is.\n\n" + written_block(answer));
    REQUIRE_MESSAGE(found.candidates.size() == 1, text);
    CHECK_MESSAGE(found.candidates[0].parsed.value == answer, text);
  }
}

}  // namespace
}  // namespace fm
