// The streams of coding agents: each family's events, and the ends that exit statuses lie about.
#include "coding/stream/coding_stream.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "base/text.h"

namespace fm {
namespace {

using Events = std::vector<CodingEvent>;
using enum CodingEvent::Kind;

struct Heard {
  Events events;
  CodingEnd end;
  std::string beside;
};

Heard hear(StreamFamily family, std::string_view text, std::size_t piece, bool exit_ok = true) {
  CodingStream stream(family);
  Heard heard;
  const auto take = [&](const Events& more) {
    heard.events.insert(heard.events.end(), more.begin(), more.end());
  };
  for (std::size_t at = 0; at < text.size(); at += piece) take(stream.feed(text.substr(at, piece)));
  take(stream.finish());
  heard.end = stream.end(exit_ok);
  heard.beside = stream.beside();
  return heard;
}

// The same, however the bytes come.
Heard hear(StreamFamily family, std::string_view text, bool exit_ok = true) {
  const Heard whole = hear(family, text, text.size() + 1, exit_ok);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}}) {
    const Heard cut = hear(family, text, piece, exit_ok);
    CHECK(cut.events == whole.events);
    CHECK(cut.end == whole.end);
    CHECK(cut.beside == whole.beside);
  }
  return whole;
}

std::string outline(const Events& events) {
  std::string text;
  for (const CodingEvent& event : events) {
    if (event.kind == kText) text += (event.goes_on ? "+" : "says ") + event.text;
    if (event.kind == kToolCall) text += event.id + " calls " + event.name + " " + event.text;
    if (event.kind == kToolResult)
      text += event.id + (event.ok ? " gives " : " fails ") + event.text;
    if (event.kind == kTrouble) text += "trouble " + event.text;
    text += "\n";
  }
  return text;
}

TEST_CASE("S-21 codex: a message, a command, a change; turn.completed is its end") {
  const Heard heard = hear(StreamFamily::kCodex, R"(
{"type":"thread.started","thread_id":"0199-ab"}
{"type":"item.completed","item":{"id":"i0","type":"error","message":"Model metadata not found."}}
{"type":"turn.started"}
{"type":"item.completed","item":{"id":"i1","type":"agent_message","text":"I look first."}}
{"type":"item.started","item":{"id":"i2","type":"command_execution","command":"bash -lc 'make'","status":"in_progress","exit_code":null}}
{"type":"item.completed","item":{"id":"i2","type":"command_execution","command":"bash -lc 'make'","aggregated_output":"no rule\n","exit_code":2,"status":"failed"}}
{"type":"item.completed","item":{"id":"i3","type":"file_change","changes":[{"path":"a.py","kind":"add"},{"path":"b.py","kind":"update"}],"status":"completed"}}
{"type":"item.completed","item":{"id":"i4","type":"agent_message","text":"Done."}}
{"type":"turn.completed","usage":{"input_tokens":300,"cached_input_tokens":40,"output_tokens":20}}
)");
  CHECK(outline(heard.events) ==
        "trouble Model metadata not found.\n"
        "says I look first.\n"
        "i2 calls shell {\"command\":\"bash -lc 'make'\"}\n"
        "i2 fails no rule\n\n"
        "i3 calls edit {\"path\":\"a.py, b.py\"}\n"
        "i3 gives \n"
        "says Done.\n");
  CHECK(heard.end.ok);
  CHECK(heard.end.session == "0199-ab");
  CHECK(heard.end.said == "Done.");
  CHECK(heard.end.use == CodingUse{.input = 300, .cached = 40, .output = 20, .micro_usd = {}});
}

TEST_CASE("S-21 codex: an error that it goes on after is none, a failed turn is") {
  CHECK(hear(StreamFamily::kCodex, R"({"type":"turn.started"}
{"type":"error","message":"stream disconnected; retrying 1/5"}
{"type":"turn.completed","usage":{}})")
            .end.ok);
  const Heard failed = hear(StreamFamily::kCodex, R"({"type":"turn.started"}
{"type":"error","message":"401 Unauthorized"}
{"type":"turn.failed","error":{"message":"401 Unauthorized"}})");
  CHECK_FALSE(failed.end.ok);
  CHECK(failed.end.error == "401 Unauthorized");
  // A turn that was begun after one that was completed has not ended.
  CHECK_FALSE(
      hear(StreamFamily::kCodex, "{\"type\":\"turn.completed\"}\n{\"type\":\"turn.started\"}\n")
          .end.has_ended);
}

TEST_CASE("S-21 codex: what it says in words only is kept beside, and is no end") {
  const Heard heard = hear(StreamFamily::kCodex, "Not inside a trusted directory and more.\n");
  CHECK(heard.events.empty());
  CHECK_FALSE(heard.end.ok);
  CHECK(heard.beside.contains("Not inside a trusted directory"));
}

TEST_CASE("S-21 claude: text, a tool and its answer; what it cost") {
  const Heard heard = hear(StreamFamily::kClaude, R"(
{"type":"system","subtype":"init","session_id":"s-1","tools":["Bash"]}
{"type":"assistant","message":{"content":[{"type":"text","text":"I write it."},{"type":"tool_use","id":"tu1","name":"Write","input":{"file_path":"/lane/a.txt","content":"x"}}]},"session_id":"s-1"}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"tu1","content":[{"type":"text","text":"File created"}]}]}}
{"type":"system","subtype":"api_retry","attempt":1,"error_status":529}
{"type":"result","subtype":"success","is_error":false,"result":"Done.","num_turns":2,"total_cost_usd":0.0125,"usage":{"input_tokens":10,"cache_read_input_tokens":90,"cache_creation_input_tokens":5,"output_tokens":7},"session_id":"s-1"}
)");
  CHECK(outline(heard.events) ==
        "says I write it.\n"
        "tu1 calls Write {\"path\":\"/lane/a.txt\"}\n"
        "tu1 gives File created\n"
        "trouble The model does not answer; it is asked again (status 529).\n");
  CHECK(heard.end.ok);
  CHECK(heard.end.session == "s-1");
  CHECK(heard.end.use == CodingUse{.input = 105, .cached = 90, .output = 7, .micro_usd = 12'500});
}

TEST_CASE("S-21 qwen: a result that says success and tells of an error is a failure") {
  const Heard heard = hear(StreamFamily::kClaude, R"(
{"type":"assistant","message":{"content":[{"type":"text","text":"[API Error: 401 Incorrect key]"}]}}
{"type":"result","subtype":"success","is_error":false,"result":"I began. [API Error: terminated (cause)]"})");
  CHECK(heard.end.has_ended);
  CHECK_FALSE(heard.end.ok);
  CHECK(heard.end.error == "[API Error: terminated (cause)]");
  CHECK_FALSE(hear(StreamFamily::kClaude,
                   R"({"type":"result","subtype":"error_max_turns","is_error":false})")
                  .end.ok);
}

TEST_CASE("S-21 gemini: words in pieces, a tool, a result with its status") {
  const Heard heard = hear(StreamFamily::kGemini, R"(
{"type":"init","session_id":"g-1","model":"m"}
{"type":"message","role":"user","content":"the task"}
{"type":"message","role":"assistant","content":"I wr","delta":true}
{"type":"message","role":"assistant","content":"ite.","delta":true}
{"type":"tool_use","tool_name":"write_file","tool_id":"w1","parameters":{"file_path":"a"}}
{"type":"tool_result","tool_id":"w1","status":"success"}
{"type":"message","role":"assistant","content":"Done.","delta":true}
{"type":"result","status":"success","stats":{"input_tokens":5,"output_tokens":3}}
)");
  CHECK(outline(heard.events) ==
        "says I wr\n+ite.\nw1 calls write_file {\"path\":\"a\"}\nw1 gives \nsays Done.\n");
  CHECK(heard.end.ok);
  CHECK(heard.end.said == "Done.");
  const Heard failed = hear(StreamFamily::kGemini,
                            R"({"type":"result","status":"error","error":{"message":"quota"}})");
  CHECK(failed.end.error == "quota");
}

TEST_CASE("S-21 opencode: it has ended when the newest step stopped, and nothing went wrong") {
  constexpr const char* kSteps = R"(
{"type":"step_start","sessionID":"ses_1","part":{}}
{"type":"tool_use","sessionID":"ses_1","part":{"tool":"bash","callID":"c1","state":{"status":"completed","input":{"command":"ls"},"output":"a\n"}}}
{"type":"step_finish","sessionID":"ses_1","part":{"reason":"tool-calls","tokens":{"input":10,"output":2,"cache":{"read":3}},"cost":0.5}}
{"type":"step_start","sessionID":"ses_1","part":{}}
{"type":"text","sessionID":"ses_1","part":{"text":"Done."}}
{"type":"step_finish","sessionID":"ses_1","part":{"reason":"stop","tokens":{"input":20,"output":1}}})";
  const Heard heard = hear(StreamFamily::kOpencode, kSteps);
  CHECK(outline(heard.events) == "c1 calls bash {\"command\":\"ls\"}\nc1 gives a\n\nsays Done.\n");
  CHECK(heard.end.ok);
  CHECK(heard.end.session == "ses_1");
  CHECK(heard.end.use == CodingUse{.input = 33, .cached = 3, .output = 3, .micro_usd = 500'000});
  // One more step that was begun, or an error, and it has not come to a good end.
  CHECK_FALSE(
      hear(StreamFamily::kOpencode, std::string(kSteps) + "\n{\"type\":\"step_start\"}\n").end.ok);
  const Heard failed =
      hear(StreamFamily::kOpencode, std::string(kSteps) +
                                        "\n{\"type\":\"error\",\"error\":{\"name\":\"APIError\","
                                        "\"data\":{\"message\":\"500\"}}}");
  CHECK(failed.end.error == "500");
}

TEST_CASE("S-21 pi: agent_end is no end when it tries again, and a message can be an error") {
  const std::string good = R"({"type":"session","id":"p-1"}
{"type":"agent_start"}
{"type":"message_update","assistantMessageEvent":{"type":"text_start"}}
{"type":"message_update","assistantMessageEvent":{"type":"text_delta","delta":"I wri"}}
{"type":"message_update","assistantMessageEvent":{"type":"text_delta","delta":"te."}}
{"type":"message_end","message":{"role":"assistant","stopReason":"toolUse","usage":{"input":4,"output":2}}}
{"type":"tool_execution_start","toolCallId":"t1","toolName":"write","args":{"path":"a"}}
{"type":"tool_execution_end","toolCallId":"t1","toolName":"write","result":{"content":[{"type":"text","text":"ok"}]},"isError":false}
{"type":"agent_end","messages":[]}
)";
  const Heard heard = hear(StreamFamily::kPi, good);
  CHECK(outline(heard.events) ==
        "says I wri\n+te.\nt1 calls write {\"path\":\"a\"}\nt1 gives ok\n");
  CHECK(heard.end.ok);
  CHECK(heard.end.said == "I write.");
  CHECK_FALSE(hear(StreamFamily::kPi, good + R"({"type":"auto_retry_start","attempt":1})").end.ok);
  CHECK(hear(StreamFamily::kPi,
             good + R"({"type":"auto_retry_end","success":false,"finalError":"500 overloaded"})")
            .end.error == "500 overloaded");
  CHECK(hear(StreamFamily::kPi, R"({"type":"agent_start"}
{"type":"message_end","message":{"role":"assistant","stopReason":"error","errorMessage":"401 no key"}}
{"type":"agent_end","messages":[]})")
            .end.error == "401 no key");
}

TEST_CASE("S-21 cline: run_result is its end, unless it finished for an error") {
  const Heard heard = hear(StreamFamily::kCline, R"(
{"ts":1,"type":"hook_event"}
{"ts":2,"type":"agent_event","event":{"type":"content_start","text":"I wri","accumulated":"I wri"}}
{"ts":3,"type":"agent_event","event":{"type":"content_start","text":"te.","accumulated":"I write."}}
{"ts":4,"type":"agent_event","event":{"type":"content_end"}}
{"ts":5,"type":"agent_event","event":{"type":"content_start","toolName":"editor","toolCallId":"e1","input":{"path":"a"}}}
{"ts":6,"type":"agent_event","event":{"type":"content_end","toolName":"editor","toolCallId":"e1","output":"ok"}}
{"ts":7,"type":"run_result","finishReason":"completed","text":"Done."})");
  CHECK(outline(heard.events) ==
        "says I wri\n+te.\ne1 calls editor {\"path\":\"a\"}\ne1 gives ok\n");
  CHECK(heard.end.ok);
  CHECK(heard.end.said == "Done.");
  CHECK(hear(StreamFamily::kCline, R"({"type":"run_result","finishReason":"error","text":"401"})")
            .end.error == "401");
  CHECK_FALSE(hear(StreamFamily::kCline, R"({"type":"run_aborted"})").end.ok);
}

TEST_CASE("S-21 a program without a form: its words, and its exit status") {
  const Heard heard = hear(StreamFamily::kPlain, "I look.\n{\"no\":\"event\"}\nDone", true);
  CHECK(heard.end.ok);
  CHECK(heard.end.said == "I look.\n{\"no\":\"event\"}\nDone");
  CHECK_FALSE(hear(StreamFamily::kPlain, "Done", false).end.ok);
}

TEST_CASE("S-21 no exit status makes a success of a stream without its last event") {
  for (const StreamFamily family :
       {StreamFamily::kCodex, StreamFamily::kClaude, StreamFamily::kGemini, StreamFamily::kOpencode,
        StreamFamily::kPi, StreamFamily::kCline}) {
    CAPTURE(to_string(family));
    CHECK_FALSE(hear(family, "", true).end.ok);
    CHECK_FALSE(hear(family, "{\"type\":\"text\",\"part\":{\"text\":\"All is done.\"}}\n").end.ok);
    CHECK_FALSE(hear(family, "{\"type\":\"result\"").end.ok);
    CHECK_FALSE(hear(family, "[1,2]\nnull\n{}\n{\"type\":7}\n").end.ok);
  }
}

TEST_CASE("S-21 what it says cannot reach the terminal, the log's size, or a command line") {
  const Heard heard = hear(StreamFamily::kCodex, R"({"type":"thread.started","thread_id":"--yolo"}
{"type":"item.completed","item":{"type":"agent_message","text":"a\u001b]0;title\u0007b\u001b[31mc"}})");
  CHECK(heard.end.session.empty());  // it would be an option of the next run
  CHECK(heard.events.front().text == "abc");
  const std::string output(100'000, 'x');
  const Heard loud = hear(StreamFamily::kCodex,
                          R"({"type":"item.completed","item":{"id":"1","type":"command_execution",)"
                          R"("status":"completed","exit_code":0,"aggregated_output":")" +
                              output + "\"}}");
  CHECK(loud.events.front().text.size() <= 2'000);
}

TEST_CASE("S-21 a line of more than ten megabytes is passed over, and those after it are read") {
  std::string text = "{\"type\":\"message_update\",\"x\":\"";
  text.append(CodingStream::kLongestLine, 'x');
  text += "\"}\n{\"type\":\"session\",\"id\":\"p-2\"}\n{\"type\":\"agent_end\",\"messages\":\"";
  text.append(CodingStream::kLongestLine, 'y');
  text += "\"}\n";
  for (const std::size_t piece : {std::size_t{65'536}, text.size()}) {
    const Heard heard = hear(StreamFamily::kPi, text, piece);
    CHECK(heard.end.session == "p-2");
    CHECK(heard.end.ok);  // what it repeats at its end is not needed
    CHECK(heard.beside.empty());
  }
}

}  // namespace
}  // namespace fm
