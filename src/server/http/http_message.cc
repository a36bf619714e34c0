#include "server/http/http_message.h"

#include <algorithm>
#include <optional>

#include "base/text.h"

namespace fm::server {
namespace {

std::optional<int> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

}  // namespace

std::string_view WebRequest::parameter(std::string_view name) const {
  const auto found = std::ranges::find(
      query, name, [](const auto& one) -> const std::string& { return one.first; });
  return found == query.end() ? std::string_view() : std::string_view(found->second);
}

std::string_view WebRequest::header(std::string_view name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? std::string_view() : std::string_view(found->second);
}

std::vector<std::string_view> WebRequest::cookies(std::string_view name) const {
  std::vector<std::string_view> found;
  std::string_view left = header("cookie");
  while (!left.empty()) {
    // Cookies of several headers are joined by a comma, which no value of ours holds.
    const auto end = left.find_first_of(";,");
    const std::string_view one = trim(left.substr(0, end));
    const auto equals = one.find('=');
    if (equals != one.npos && one.substr(0, equals) == name)
      found.push_back(one.substr(equals + 1));
    left = end == left.npos ? std::string_view() : left.substr(end + 1);
  }
  return found;
}

HttpAnswer json_answer(int status, const Json& value) {
  return {.status = status,
          .headers = {{"content-type", "application/json"}},
          .body = canonical(value) + "\n"};
}

HttpAnswer text_answer(int status, std::string text) {
  return {.status = status,
          .headers = {{"content-type", "text/plain; charset=utf-8"}},
          .body = std::move(text)};
}

HttpAnswer problem(int status, const Error& error) {
  JsonObject body{
      {"type", "about:blank"}, {"title", error.message}, {"status", status}, {"code", error.code}};
  if (!error.cause.empty()) body["detail"] = error.cause;
  if (!error.cure.empty()) body["cure"] = error.cure;
  HttpAnswer answer = json_answer(status, body);
  answer.headers["content-type"] = "application/problem+json";
  return answer;
}

std::string ascii_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

std::string url_decoded(std::string_view text, Plus plus) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_escape = text[i] == '%' && i + 2 < text.size();
    const auto high = is_escape ? hex_digit(text[i + 1]) : std::nullopt;
    const auto low = is_escape ? hex_digit(text[i + 2]) : std::nullopt;
    if (high && low) {
      out.push_back(static_cast<char>((*high * 16) + *low));
      i += 2;
    } else {
      out.push_back(text[i] == '+' && plus == Plus::kSpace ? ' ' : text[i]);
    }
  }
  return out;
}

bool read_target(std::string_view target, WebRequest& request) {
  if (!target.starts_with('/')) return false;
  const auto mark = target.find('?');
  request.path = url_decoded(target.substr(0, mark), Plus::kItself);
  if (std::ranges::any_of(request.path, is_control) || !is_utf8(request.path)) return false;
  std::string_view left = mark == target.npos ? std::string_view() : target.substr(mark + 1);
  while (!left.empty()) {
    const auto end = left.find('&');
    const std::string_view one = left.substr(0, end);
    const auto equals = one.find('=');
    const std::string_view value = equals == one.npos ? "" : one.substr(equals + 1);
    request.query.emplace_back(url_decoded(one.substr(0, equals), Plus::kSpace),
                               url_decoded(value, Plus::kSpace));
    left = end == left.npos ? std::string_view() : left.substr(end + 1);
  }
  return true;
}

}  // namespace fm::server
