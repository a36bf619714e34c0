#include "model/wire/reasoning_split.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "test/support/stream_corpus.h"

namespace fm {
namespace {

using End = ReasoningSplit::End;

struct Heard {
  std::string text;
  std::string reasoning;
  int voided = 0;
};

Heard split(const std::vector<std::string>& pieces, End end) {
  ReasoningSplit splitter;
  Heard heard;
  const auto take = [&](ReasoningSplit::Part part, std::string_view words) {
    if (part == ReasoningSplit::Part::kText) heard.text += words;
    if (part == ReasoningSplit::Part::kReasoning) heard.reasoning += words;
    if (part != ReasoningSplit::Part::kTextWasReasoning) return;
    heard.reasoning += heard.text;
    heard.text.clear();
    ++heard.voided;
  };
  for (const std::string& piece : pieces) splitter.feed(piece, take);
  splitter.finish(end, take);
  return heard;
}

// "text | reasoning", the same however the answer is cut.
std::string told(const std::string& answer, End end = End::kWhole) {
  const Heard whole = split({answer}, end);
  for (const std::size_t size : {1U, 2U, 3U, 7U}) {
    const Heard pieces = split(cut_every(answer, size), end);
    CHECK(pieces.text == whole.text);
    CHECK(pieces.reasoning == whole.reasoning);
  }
  return whole.text + " | " + whole.reasoning;
}

TEST_CASE("P-22 reasoning between tags is split off the answer") {
  CHECK(told("<think>hm</think>Hello.") == "Hello. | hm");
  CHECK(told("<think>\nhm\n</think>\n\nHello.\n") == "Hello.\n | \nhm\n");
  CHECK(told("<thinking>hm</thinking> Hello") == "Hello | hm");
  CHECK(told("<thought>a</thought><thought>b</thought>Hello") == "Hello | ab");
  CHECK(told("  \n<THINK>hm</Think>Hello") == "Hello | hm");
  CHECK(told("<think type=\"long\">hm</think >Hello") == "Hello | hm");
  CHECK(told("[THINK]hm[/THINK]Hello") == "Hello | hm");
  CHECK(told("◁think▷hm◁/think▷Hello ◁") == "Hello ◁ | hm");
  CHECK(told("<seed:think>hm</seed:think>Hello") == "Hello | hm");
  CHECK(told("<think></think>\n\nHello") == "Hello | ");
  CHECK(told("<think/>Hello") == "Hello | ");
  CHECK(told("Hello.\n<think>hm</think>\nMore.") == "Hello.\n\nMore. | hm");
  CHECK(told("Let me see. <think>hm</think>So.") == "Let me see. So. | hm");
  CHECK(told("<think>hm</think><answer>Hello</answer>") == "Hello | hm");
  CHECK(told("<|START_THINKING|>hm<|END_THINKING|><|START_RESPONSE|>Hello<|END_RESPONSE|>") ==
        "Hello | hm");
  CHECK(told("<|begin_of_thought|>hm<|end_of_thought|>\n<|begin_of_solution|>Hello<|end_of_"
             "solution|>") == "Hello | hm");
}

TEST_CASE("P-22 channel marks tell reasoning and answer apart") {
  CHECK(told("<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final"
             "<|message|>Hello<|return|>") == "Hello | hm");
  CHECK(told("<|channel|>analysis<|message|>hm<|channel|>final<|message|>a < b") == "a < b | hm");
  CHECK(told("<|start|>assistant<|channel|>commentary<|message|>I look.<|end|>") == "I look. | ");
  CHECK(told("<|channel|>analysis<|message|>never ends") == " | never ends");
  CHECK(told("<|channel>thought\nhm<channel|>Hello") == "Hello | \nhm");
  CHECK(told("analysisWe need a greeting.assistantfinalHello") ==
        "Hello | analysisWe need a greeting.");
  // A call that is written into the text is for the reader of calls.
  CHECK(told("<|channel|>commentary to=functions.look<|message|>{}<|call|>") ==
        "<|channel|>commentary to=functions.look<|message|>{} | ");
}

TEST_CASE("P-22 a closing tag alone voids what was shown") {
  CHECK(told("hm\n</think>\n\nHello") == "Hello | hm\n");
  CHECK(told("The person greets me.</think>Hello") == "Hello | The person greets me.");
  CHECK(told("I greet back</thinking>\nHello") == "Hello | I greet back");
  CHECK(told("I greet</think>Hello") == "Hello | I greet");
  CHECK(told("hm [/THINK]\nHello") == "Hello | hm ");
  CHECK(told("</think>Hello") == "Hello | ");
  CHECK(told("<think>a <think>b</think> c</think>\nHello") == "Hello | a <think>bc");
  CHECK(split({"hm\n", "</thi", "nk>\n", "Hello"}, End::kWhole).voided == 1);
  CHECK(split({"<think>hm</think>", "Hello"}, End::kWhole).voided == 0);
}

TEST_CASE("P-22 a closing tag alone with nothing behind it takes no answer away") {
  CHECK(told("Paris.\n\n</think>") == "Paris.\n\n | ");
  CHECK(told("Paris.</think>\n \n") == "Paris. | ");
  CHECK(told("<think>hm</think>Paris.\n</thinking>") == "Paris.\n | hm");
  CHECK(told("hm</think>Paris.</think>") == "Paris. | hm");
  // The answer was still to come, or is a call.
  CHECK(told("hm.</think>", End::kCut) == " | hm.");
  CHECK(told("hm.</think>\n", End::kCalls) == " | hm.");
  CHECK(told("I look. <", End::kCalls) == "I look. < | ");
  CHECK(split({"Paris.", "</think>"}, End::kWhole).voided == 0);
}

TEST_CASE("P-22 a block is closed by its tag in another spelling, too") {
  CHECK(told("<think>hm</thinking>Paris.") == "Paris. | hm");
  CHECK(told("<think>hm.\n</thought>\nParis.") == "Paris. | hm.\n");
  CHECK(told("<think>hm<|/think|>Paris.") == "Paris. | hm");
  CHECK(told("<think>hm</ think>Paris.") == "Paris. | hm");
  CHECK(told("<think>hm< / THINK >Paris.") == "Paris. | hm");
  CHECK(told("<thinking>hm\n[/THINK]\nParis.") == "Paris. | hm\n");
  CHECK(told("<|think|>hm</think>Paris.") == "Paris. | hm");
  // Its kin within the reasoning, in pairs or spoken of, are reasoning.
  CHECK(told("<think>a <analysis>b.</analysis> c</think>Paris.") ==
        "Paris. | a <analysis>b.</analysis> c");
  CHECK(told("<think>I end with a </thinking> tag</think>Paris.") ==
        "Paris. | I end with a </thinking> tag");
  CHECK(told("<think>`</thinking>` it is</think>Paris.") == "Paris. | `</thinking>` it is");
  // Even where it looked like the end, the block's own tag shows that it was none.
  CHECK(told("<think>a.\n</thinking>\nb and </think> Paris.") == "Paris. | a.\nb and ");
}

TEST_CASE("P-22 tags are known in the spellings of servers that change them") {
  for (const char* name :
       {"thought_process", "inner_monologue", "internal", " think ", "|thinking|"}) {
    const std::string open = std::string("<") + name + ">";
    const std::string close = name[0] == '|' ? "<|/thinking|>" : std::string("</") + name + ">";
    CAPTURE(open);
    CHECK(told(open + "hm" + close + "Paris.") == "Paris. | hm");
  }
  CHECK(told("<｜begin▁of▁thinking｜>hm<｜end▁of▁thinking｜>Paris.") == "Paris. | hm");
  CHECK(told("&lt;think&gt;hm&lt;/think&gt;Paris.") == "Paris. | hm");
  CHECK(told("hm\n&lt;/think&gt;\nParis.") == "Paris. | hm\n");
  CHECK(told("**<think>**\nhm\n**</think>**\nParis.") == "Paris. | \nhm\n**");
  CHECK(told("hm\n**</think>**\nParis.") == "Paris. | hm\n**");
}

TEST_CASE("P-22 tags in quoted fences and in indented code are text, and so is all before them") {
  for (const std::string text : {
           "As he wrote:\n> ```\n> <think>hm</think>\n> ```\nThat is all.",
           "As he wrote:\n>> ~~~\n>> hm\n>> </think>\n>> ~~~\n",
           "The form is:\n\n    <think>\n    hm\n    </think>\n\nand then the answer.",
           "The form is:\n\n\t<think>\n\n\thm.\n\t</think>\n",
           "**bold** and *so* on\n* a\n* b & c &amp; d\n**",
           "a &lt;b&gt; and &lt;thinker&gt;",
       }) {
    CAPTURE(text);
    CHECK(told(text) == text + " | ");
  }
  // A fence ends with its quote, and what begins an answer or ends reasoning is no code.
  CHECK(told("> ```\n> a\nb\n<think>hm</think>\nc") == "> ```\n> a\nb\n\nc | hm");
  CHECK(told("\n\n    <think>hm</think>Paris.") == "Paris. | hm");
  CHECK(told("Either:\n\n    - this\n    </think>\nParis.") ==
        "Paris. | Either:\n\n    - this\n    ");
}

TEST_CASE("P-22 a block that never closes is no answer, and half a tag no word of one") {
  CHECK(told("<think>hm and on") == " | hm and on");
  CHECK(told("<think>hm</thi") == " | hm");
  CHECK(told("Hello <thi") == "Hello <thi | ");
  CHECK(told("Hello\n<thi", End::kCut) == "Hello\n | <thi");
  CHECK(told("<thi", End::kCut) == " | <thi");
  CHECK(told("hm\n</thin", End::kCut) == " | hm\n</thin");
  CHECK(told("a\n<", End::kCut) == "a\n | <");
  CHECK(told("<|channel|>anal", End::kCut) == " | <|channel|>anal");
  CHECK(told("   ") == "    | ");
}

TEST_CASE("P-22 tags in code, in backticks and in a sentence are text") {
  for (const std::string text : {
           "```\n<think>hm</think>\n```\n",
           "Look:\n~~~html\n<think>\nhm\n</think>\n~~~\nThat is all.",
           "Write `<think>` and `</think>` around it.",
           "`</think>`\nends it.",
           "The <think> tag opens and the </think> tag closes.",
           "Put it between <thinking> and </thinking>, then answer.",
           "a < b and b > c, [thinker], ◁▷, <thinker>",
           "````\n```\n</think>\n```\n````",
           "analysis of the final assistant",
           "{\"html\": \"<p>a</p>\", \"note\": \"the <think> tag\"}",
           "<!DOCTYPE html><html><body><thoughtful>x</thoughtful></body></html>",
       }) {
    CAPTURE(text);
    CHECK(told(text) == text + " | ");
  }
  CHECK(told("<think>I write `</think>` at the end</think>Hello") ==
        "Hello | I write `</think>` at the end");
  CHECK(told("```js```\n<think>hm</think>Hello") == "```js```\nHello | hm");
}

TEST_CASE("P-22 any mixture of marks is read the same however it is cut") {
  const std::vector<std::string> words = {"<think>",
                                          "</think>",
                                          "<|channel|>",
                                          "analysis",
                                          "<|message|>",
                                          "<|end|>",
                                          "```",
                                          "\n",
                                          " ",
                                          "`",
                                          "Hello",
                                          ".",
                                          "<",
                                          "[/THINK]",
                                          "◁think▷",
                                          "final",
                                          "<answer>",
                                          "</answer>",
                                          "~~~",
                                          "assistantfinal",
                                          "> ",
                                          "    ",
                                          "**",
                                          "&lt;think&gt;",
                                          "</thinking>",
                                          "</ think>",
                                          "<|/think|>",
                                          "<thinking>",
                                          "&"};
  const std::uint64_t seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int run = 0; run < 3'000; ++run) {
    std::string answer;
    for (std::uint64_t i = random() % 14; i > 0; --i) answer += words[random() % words.size()];
    CAPTURE(answer);
    told(answer, random() % 2 == 0 ? End::kWhole : End::kCut);
  }
}

}  // namespace
}  // namespace fm
