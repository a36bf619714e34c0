#include "model/catalog/model_list.h"

#include <doctest/doctest.h>

#include "base/text.h"

namespace fm {
namespace {

std::string names(std::string_view body) {
  const auto models = models_in_answer(body);
  return models ? join(*models, ", ") : models.error().code;
}

TEST_CASE("P-20 each provider's list of models is read") {
  CHECK(names(R"({"object":"list","data":[{"id":"gpt-5"},{"id":"o3"}]})") == "gpt-5, o3");
  CHECK(
      names(R"({"data":[{"type":"model","id":"claude-x","display_name":"X"}],"has_more":false})") ==
      "claude-x");
  CHECK(names(R"({"models":[{"name":"models/gemini-2.5-pro"}]})") == "gemini-2.5-pro");
  CHECK(names(R"({"models":[{"name":"llama3:8b","model":"llama3:8b"}]})") == "llama3:8b");
  CHECK(names(R"([{"id":"a"},{"name":"b"},"c",{}])") == "a, b, c");
  CHECK(names(R"({"data":[]})").empty());
}

TEST_CASE("what is no list of models is said so") {
  for (const char* body : {"", "<html>hello</html>", "{}", "null", R"({"data":"x"})", "[1"})
    CHECK_MESSAGE(names(body) == "model_list_unreadable", body);
}

}  // namespace
}  // namespace fm
