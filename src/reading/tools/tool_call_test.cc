#include "reading/tools/tool_call.h"

#include <doctest/doctest.h>

#include <string>

namespace fm {
namespace {

const ToolTable kTools = {
    {"create_task", {{"title", "string"}, {"priority", "integer"}, {"tags", "array"}}},
    {"read_file", {{"path", "string"}}},
    {"list_tasks", {}}};

std::string shown(const Read<ToolMessage>& read) {
  if (!read) return "fault " + std::string(fault_name(read.error().code));
  std::string out;
  for (const GivenCall& call : read->calls) {
    out += (out.empty() ? "" : " ") + call.name + canonical(call.arguments);
  }
  return out;
}

std::string text(std::string_view raw) { return shown(read_tool_text(raw, kTools)); }

std::string message(MessageForm form, std::string_view raw) {
  return shown(read_tool_message(form, *parse_json(raw), kTools));
}

TEST_CASE("calls written as text are read in each family's form") {
  for (const std::string_view raw :
       {"<tool_call>\n{\"name\": \"read_file\", \"arguments\": {\"path\": \"a.md\"}}\n</tool_call>",
        "<tool_call>{\"name\": \"read_file\", \"arguments\": \"{\\\"path\\\": \\\"a.md\\\"}\"}",
        "<function=read_file>\n<parameter=path>\na.md\n</parameter>\n</function>",
        "<|python_tag|>{\"name\": \"read_file\", \"parameters\": {\"path\": \"a.md\"}}<|eom_id|>",
        "<|python_tag|>read_file(path='a.md')", "[read_file(path=\"a.md\")]",
        "print(default_api.read_file(path = \"a.md\"))",
        "[TOOL_CALLS] [{\"name\": \"read_file\", \"arguments\": {\"path\": \"a.md\"}}]",
        "[TOOL_CALLS]read_file[ARGS]{\"path\": \"a.md\"}",
        "<tool_calls>[{\"name\": \"read_file\", \"arguments\": {\"path\": \"a.md\"}}]</tool_calls>",
        "<TOOLCALL>[{\"name\": \"read_file\", \"arguments\": {\"path\": \"a.md\"}}]</TOOLCALL>",
        "<invoke name=\"read_file\"><parameter name=\"path\">a.md</parameter></invoke>",
        "<｜DSML｜tool_calls><｜DSML｜invoke name=\"read_file\"><｜DSML｜parameter name=\"path\" "
        "string=\"true\">a.md</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜tool_calls>",
        "<|channel|>commentary to=functions.read_file <|message|>{\"path\": \"a.md\"}<|call|>",
        "{\"name\": \"read_file\", \"arguments\": {\"path\": \"a.md\"}}"}) {
    INFO(raw);
    const auto read = read_tool_text(raw, kTools);
    CHECK(shown(read) == R"(read_file{"path":"a.md"})");
    if (read) CHECK(read->text.empty());
  }
  CHECK(text("<function=create_task><parameter=title>7</parameter><parameter=priority>2</parameter>"
             "<parameter=tags>[\"x\"]</parameter></function>") ==
        R"(create_task{"priority":2,"tags":["x"],"title":"7"})");
}

TEST_CASE("a call that is quoted or thought is not made") {
  for (const std::string_view raw :
       {"```xml\n<tool_call>{\"name\": \"list_tasks\", \"arguments\": {}}</tool_call>\n```\nThat "
        "is it.",
        "Use `<tool_call>{\"name\": \"list_tasks\", \"arguments\": {}}</tool_call>` for that.",
        "> <tool_call>{\"name\": \"list_tasks\", \"arguments\": {}}</tool_call>",
        "<think><tool_call>{\"name\": \"list_tasks\", \"arguments\": {}}</tool_call></think>Done.",
        "The call list_tasks() is nice.", "{\"name\": \"Tool library\", \"arguments\": {}}",
        "I like {\"name\": \"list_tasks\", \"arguments\": {}} best."}) {
    INFO(raw);
    CHECK(text(raw) == "");
  }
  const auto read = read_tool_text(
      "Run `ls`, then\n<tool_call>{\"name\": \"read_file\", \"arguments\": "
      "{\"path\": \"`x`\"}}</tool_call> now.",
      kTools);
  CHECK(shown(read) == R"(read_file{"path":"`x`"})");
  CHECK(read->text == "Run `ls`, then\n now.");
}

TEST_CASE("a call that is cut off, unknown or wrong is a fault") {
  CHECK(text("<tool_call>{\"name\": \"read_file\", \"arguments\": {\"path\": \"a") ==
        "fault truncated");
  CHECK(text("<function=read_file><parameter=path>a") == "fault truncated");
  CHECK(text("<tool_call>{\"name\": \"rm\", \"arguments\": {}}</tool_call>") ==
        "fault unknown_tool");
  CHECK(text("<tool_call>{\"name\": \"read_file\", \"arguments\": {\"path\": {}}}</tool_call>") ==
        "fault bad_arguments");
  CHECK(text("<tool_call>read_file a.md</tool_call>") == "fault leaked_markup");
}

TEST_CASE("arguments are read from text, blank and values") {
  const auto call = [](std::string_view arguments) {
    JsonObject function{{"name", "create_task"}, {"arguments", arguments}};
    JsonObject one{{"id", "c1"}, {"function", function}};
    return shown(read_tool_message(MessageForm::kOpenai, JsonObject{{"tool_calls", JsonArray{one}}},
                                   kTools));
  };
  CHECK(call("") == "create_task{}");
  CHECK(call(" null ") == "create_task{}");
  CHECK(call("{'title': 'x',}") == R"(create_task{"title":"x"})");
  CHECK(call("\"{\\\"title\\\": \\\"x\\\"}\"") == R"(create_task{"title":"x"})");
  CHECK(call(R"({"priority": "2", "title": 3})") == R"(create_task{"priority":2,"title":"3"})");
  CHECK(call(R"({"title": "C:\\new\\table"})") == R"(create_task{"title":"C:\\new\\table"})");
  CHECK(call(R"({"title": "x)") == "fault truncated");
  CHECK(call(R"({"title": "x")") == "fault truncated");
  CHECK(call(R"({"title": "x"}{"title": "y"})") == "fault bad_arguments");
  CHECK(call(R"({"title": "x", "title": "y"})") == "fault bad_arguments");
  CHECK(call(R"(["x"])") == "fault bad_arguments");
  CHECK(call(R"({"priority": "high"})") == "fault bad_arguments");
  CHECK(call(R"({"title": })") == "fault bad_arguments");
  CHECK(call(R"({"title": "x", ...})") == "fault bad_arguments");
  CHECK(text(R"(<tool_call>{"name": "read_file", "arguments": {"path": }}</tool_call>)") ==
        "fault bad_arguments");
}

TEST_CASE("each provider's message form is read") {
  CHECK(
      message(
          MessageForm::kAnthropic,
          R"({"content":[{"type":"thinking","thinking":"x"},{"type":"tool_use","id":"t","name":"list_tasks","input":{}}]})") ==
      "list_tasks{}");
  CHECK(message(MessageForm::kGemini,
                R"({"parts":[{"functionCall":{"name":"read_file","args":{"path":"a"}}}]})") ==
        R"(read_file{"path":"a"})");
  CHECK(
      message(
          MessageForm::kOllama,
          R"({"content":"","tool_calls":[{"function":{"name":"Read-File","arguments":{"path":"a"}}}]})") ==
      R"(read_file{"path":"a"})");
  const auto read = read_tool_message(
      MessageForm::kOpenai,
      *parse_json(
          R"({"content":"Hi","tool_calls":[{"id":"c","function":{"name":"list_tasks","arguments":""}},
                      {"id":"c","function":{"name":"list_tasks<|channel|>x","arguments":"{}"}}]})"),
      kTools);
  REQUIRE(read.has_value());
  REQUIRE(read->calls.size() == 2);
  CHECK(read->calls[0].id == "c");
  CHECK(read->calls[1].id != "c");
  CHECK(read->calls[1].made_up_id);
  CHECK(read->text == "Hi");
}

TEST_CASE("fragments are put together by id, index and order") {
  const auto chunks = [](std::string_view pieces) {
    std::string all = "[";
    all += pieces;
    return message(MessageForm::kOpenaiDeltas, all + "]");
  };
  const auto piece = [](std::string_view call) {
    return "{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[" + std::string(call) + "]}}]}";
  };
  const std::string begin =
      piece(R"({"index":0,"id":"a","function":{"name":"read_file","arguments":""}})");
  const std::string half = piece(R"({"index":0,"function":{"arguments":"{\"path\":"}})");
  const std::string rest = piece(R"({"index":5,"function":{"arguments":"\"x\"}"}})");
  CHECK(chunks(begin + "," + half + "," + rest) == R"(read_file{"path":"x"})");
  CHECK(chunks(begin + "," + half) == "fault truncated");
  const std::string other =
      piece(R"({"index":0,"id":"b","function":{"name":"list_tasks","arguments":"{}"}})");
  CHECK(chunks(begin + "," + half + "," + piece(R"({"index":0,"function":{"arguments":"1}"}})") +
               "," + other) == R"(read_file{"path":"1"} list_tasks{})");
}

TEST_CASE("another tool's name begins a call though its id or index is taken") {
  const auto chunks = [](std::string_view pieces) {
    return message(MessageForm::kOpenaiDeltas,
                   R"([{"choices":[{"delta":{"tool_calls":[)" + std::string(pieces) + "]}}]}]");
  };
  const std::string both = R"(list_tasks{} read_file{"path":"x"})";
  CHECK(chunks(R"({"index":0,"function":{"name":"list_tasks","arguments":"{}"}},
                  {"index":0,"function":{"name":"read_file","arguments":"{\"path\":"}},
                  {"index":0,"function":{"arguments":"\"x\"}"}})") == both);
  CHECK(chunks(R"({"index":0,"function":{"name":"list_tasks","arguments":""}},
                  {"index":0,"function":{"name":"read_file","arguments":"{\"path\":\"x\"}"}})") ==
        both);
  CHECK(chunks(R"({"index":0,"id":"a","function":{"name":"list_tasks","arguments":"{}"}},
                  {"index":1,"id":"a","function":{"name":"read_file","arguments":"{\"path\":"}},
                  {"index":1,"id":"a","function":{"arguments":"\"x\"}"}})") == both);
  // An id that changes while the arguments are open is no new call.
  CHECK(chunks(R"({"index":0,"id":"a","function":{"name":"read_file","arguments":"{\"path\":"}},
                  {"index":0,"id":"b","function":{"arguments":"\"x\"}"}})") ==
        R"(read_file{"path":"x"})");
}

TEST_CASE("tags of reasoning inside a fence do not let a call out of it") {
  const std::string call = "<tool_call>{\"name\": \"list_tasks\", \"arguments\": {}}</tool_call>\n";
  CHECK(text("```\n<think>\nx\n</think>\n" + call + "```\n") == "");
  CHECK(text("```\n</think>\n" + call + "```\n") == "");
  CHECK(text("<think>\n```\nx\n</think>\n" + call) == "list_tasks{}");
}

TEST_CASE("more calls than an answer can hold are a fault, not a part of them") {
  std::string calls;
  for (int i = 0; i < 101; ++i) {
    calls += "<tool_call>{\"name\": \"list_tasks\", \"arguments\": {}}</tool_call>\n";
  }
  CHECK(text(calls) == "fault out_of_range");
}

TEST_CASE("a call behind a long text is read") {
  std::string prose;
  while (prose.size() < 300'000)
    prose += "Words that say what is done (see [1] and `code`) next.\n";
  const std::string call = "<tool_call>{\"name\": \"list_tasks\", \"arguments\": {}}</tool_call>\n";
  CHECK(text(prose + call) == "list_tasks{}");
  const std::string fenced =
      "<｜tool▁call▁begin｜>function<｜tool▁sep｜>list_tasks\n```json\n{}\n```<｜tool▁call▁end｜>"
      "\n";
  CHECK(text(prose + fenced + fenced) == "list_tasks{} list_tasks{}");
  CHECK(text(fenced + "Next.\n" + prose + fenced) == "list_tasks{} list_tasks{}");
  std::string apart;
  for (int i = 0; i < 50; ++i) apart += fenced + "Next.\n";
  CHECK(text(apart) == "fault leaked_markup");
}

TEST_CASE("a tool's name is told from what stands around it") {
  for (const std::string_view name :
       {"read_file", "functions.read_file", "functions.read_file:0", "default_api:read_file",
        "Read-File", "read_file<|channel|>commentary"}) {
    CAPTURE(name);
    const auto tool = tool_of(name, kTools);
    REQUIRE(tool.has_value());
    CHECK(*tool == "read_file");
  }
  CHECK_FALSE(tool_of("read_files_of:0", kTools));
}

TEST_CASE("empty arguments beside the real ones say nothing") {
  for (const std::string_view arguments :
       {R"({}{"path": "a.md"})", R"({} {"path": "a.md"})", R"({}{}{"path":"a.md"})",
        "{}\n{\"path\":\"a.md\"}", R"({ }{"path":"a.md"})", R"({"path":"a.md"}{})",
        R"({}{"path":"a.md"}{})"}) {
    INFO(arguments);
    CHECK(canonical(*parse_json(without_empty_objects(arguments))) == R"({"path":"a.md"})");
    std::vector<Note> repairs;
    const auto read = read_arguments(Json(arguments), kTools.at("read_file"), repairs);
    REQUIRE(read.has_value());
    CHECK(canonical(*read) == R"({"path":"a.md"})");
  }
  for (const std::string_view whole :
       {"{}", "", "{", R"({"a":{}})", R"([{}])", R"({"a":"{}{"})", R"({"a":1}{"b":2})", "{}x"})
    CHECK(without_empty_objects(whole) == whole);
  std::vector<Note> repairs;
  CHECK(!read_arguments(Json(R"({"path":"a"}{"path":"b"})"), kTools.at("read_file"), repairs));
}

}  // namespace
}  // namespace fm
