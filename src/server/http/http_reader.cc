#include "server/http/http_reader.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/status.hpp>
#include <boost/beast/http/string_body.hpp>
#include <utility>

namespace fm::server {
namespace {

namespace http = boost::beast::http;

std::unexpected<Error> refused(const boost::beast::error_code& failure) {
  if (failure == http::error::header_limit)
    return fail("http_header_long", "The request's headers are too long.",
                "At most 16 KiB are taken.");
  if (failure == http::error::body_limit)
    return fail("http_body_long", "The request's body is too long.", "At most 2 MiB are taken.");
  return fail("http_bad", "This is no HTTP request.", failure.message() + ".");
}

}  // namespace

struct HttpReader::Parser {
  Parser() {
    request.eager(true);
    request.header_limit(kMostHeaderBytes);
    request.body_limit(kMostBodyBytes);
  }
  http::request_parser<http::string_body> request;
};

HttpReader::HttpReader() = default;
HttpReader::~HttpReader() = default;

bool HttpReader::is_inside() const { return !left_.empty() || parser_ != nullptr; }

bool HttpReader::waits_to_go_on() const {
  if (parser_ == nullptr || !parser_->request.is_header_done()) return false;
  const auto expects = parser_->request.get()[http::field::expect];
  return ascii_lower({expects.data(), expects.size()}) == "100-continue";
}

Result<std::optional<WebRequest>> HttpReader::feed(std::string_view bytes) {
  left_.append(bytes);
  if (left_.empty()) return std::nullopt;
  if (parser_ == nullptr) parser_ = std::make_unique<Parser>();
  auto& parser = parser_->request;
  boost::beast::error_code failure;
  std::size_t used = 0;
  while (!parser.is_done() && used < left_.size()) {
    used += parser.put(boost::asio::buffer(left_.data() + used, left_.size() - used), failure);
    if (failure == http::error::need_more) break;
    if (failure) return refused(failure);
  }
  left_.erase(0, used);
  if (left_.empty()) left_ = {};
  // What is encoded otherwise has no end that both sides see alike.
  if (parser.is_header_done()) {
    const auto& head = parser.get();
    const bool is_encoded = head.find(http::field::transfer_encoding) != head.end();
    if (is_encoded && (head.version() < 11 || !parser.chunked()))
      return fail("http_bad", "This is no HTTP request.",
                  "Its body is encoded in another way than in chunks.");
  }
  if (!parser.is_done()) return std::nullopt;
  auto read = parser.release();
  parser_.reset();
  keeps_alive_ = read.keep_alive();
  WebRequest request;
  request.method = std::string(read.method_string());
  if (!read_target({read.target().data(), read.target().size()}, request))
    return fail("http_bad", "This is no HTTP request.", "Its target is no path.");
  for (const auto& field : read) {
    std::string& value =
        request.headers[ascii_lower({field.name_string().data(), field.name_string().size()})];
    if (!value.empty()) value += ", ";
    value.append(field.value().data(), field.value().size());
  }
  request.body = std::move(read.body());
  return std::optional(std::move(request));
}

std::string http_bytes(const HttpAnswer& answer, bool keeps_alive, AnswerBody body) {
  const auto reason = http::obsolete_reason(static_cast<http::status>(answer.status));
  std::string out = "HTTP/1.1 " + std::to_string(answer.status) + " ";
  out.append(reason.data(), reason.size()).append("\r\n");
  for (const auto& [name, value] : answer.headers) out += name + ": " + value + "\r\n";
  if (body == AnswerBody::kStream)
    out += "connection: close\r\n";
  else if (answer.status == 204 || answer.status == 304)  // which have none
    out += keeps_alive ? "connection: keep-alive\r\n" : "connection: close\r\n";
  else
    out += "content-length: " + std::to_string(answer.body.size()) +
           "\r\nconnection: " + (keeps_alive ? "keep-alive" : "close") + "\r\n";
  out += "\r\n";
  if (body == AnswerBody::kWhole) out += answer.body;
  return out;
}

int http_status_of(const Error& error) {
  if (error.code == "http_header_long") return 431;
  if (error.code == "http_body_long") return 413;
  return 400;
}

}  // namespace fm::server
