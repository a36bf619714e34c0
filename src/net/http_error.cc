#include "net/http_error.h"

#include <curl/curl.h>

#include <algorithm>

#include "net/url.h"

namespace fm {
namespace {

constexpr std::string_view kOffline =
    "Check the network connection, and the proxy if there is one.";
constexpr std::string_view kCheckProxy =
    "Check `proxy:` in the configuration, or https_proxy and http_proxy";

// Where libcurl was connecting to when that failed, as it says itself; "": it does not.
std::string_view connecting_to(std::string_view why) {
  constexpr std::string_view kStart = "Failed to connect to ";
  if (!why.starts_with(kStart)) return {};
  why.remove_prefix(kStart.size());
  return why.substr(0, why.find(" port "));
}

// Of "host:port" or "[host]:port".
std::string_view bare_host(std::string_view authority) {
  if (authority.starts_with('['))
    return authority.substr(1, std::min(authority.find(']'), authority.size()) - 1);
  return authority.substr(0, authority.find(':'));
}

std::string tls_cure(int code, std::string_view why) {
  if (code == CURLE_SSL_CACERT_BADFILE)
    return "Correct `ca_file:` in the configuration, SSL_CERT_FILE or CURL_CA_BUNDLE: it must name "
           "a file of certificates in PEM form.";
  if (why.contains("expired") || why.contains("not yet valid"))
    return "Check the date of this machine. If it is right, the server needs a new certificate.";
  if (why.contains("subject name") || why.contains("does not match"))
    return "Use the name that the server's certificate is made for.";
  if (why.contains("wrong version number"))
    return "The server seems to speak no TLS: its address may begin with http://.";
  return "If a company proxy or an own server signs with its own certificate, name its CA file "
         "with `ca_file:` in the configuration or in SSL_CERT_FILE.";
}

}  // namespace

Error http_timeout(std::string_view host, Millis span) {
  return {"net_timeout",
          std::string(host) + " was silent for " + std::to_string(span.count() / 1000) + " s.",
          "It is overloaded or unreachable, or its answer takes longer than we wait.",
          "Try again, or raise the time limit in the configuration."};
}

Error http_no_descriptor(std::string_view host) {
  return {"net_no_descriptor",
          "No connection to " + std::string(host) + ": too many files are open.",
          "This program has as many files and connections open as the system allows it.",
          "Raise that limit (`ulimit -n`), or allow fewer calls at once with `limits: {concurrent: "
          "N}` of the provider."};
}

Error http_error(int code, std::string_view host, std::string_view detail) {
  const std::string who(host);
  std::string why(detail);
  if (why.empty()) why = ::curl_easy_strerror(static_cast<CURLcode>(code));
  if (!why.ends_with('.')) why += '.';

  // libcurl quotes the whole address then, with the password.
  if (why.starts_with("Unsupported proxy"))
    return {"url_invalid", "The address of the proxy on the way to " + who + " is not valid.",
            "It must be like http://proxy.example:8080.", std::string(kCheckProxy) + "."};
  if (why.contains("CONNECT tunnel") || why.contains("from proxy after CONNECT"))
    return {"net_connect_failed", "The proxy does not let us through to " + who + ".", why,
            std::string(kCheckProxy) + "; it may want a name and password."};
  if (const std::string_view to = connecting_to(why);
      code == CURLE_COULDNT_CONNECT && !to.empty() && lower_ascii(to) != bare_host(host))
    return {"net_connect_failed",
            "The proxy " + std::string(to) + " on the way to " + who + " cannot be reached.", why,
            "Check that it is running. " + std::string(kCheckProxy) + "."};
  switch (code) {
    case CURLE_COULDNT_RESOLVE_PROXY:
      return {"net_resolve_failed", "The proxy on the way to " + who + " cannot be found.", why,
              std::string(kCheckProxy) + "."};
    case CURLE_COULDNT_RESOLVE_HOST:
      return {"net_resolve_failed", "The name " + who + " cannot be looked up.", why,
              "Check the spelling of the address. " + std::string(kOffline)};
    case CURLE_COULDNT_CONNECT:
    case CURLE_PROXY:
      return {"net_connect_failed", "No connection to " + who + ".", why,
              "Check that it is running. " + std::string(kOffline)};
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
      return {"net_tls_failed", "No safe connection to " + who + ".", why, tls_cure(code, why)};
    case CURLE_OPERATION_TIMEDOUT:
      return {"net_timeout", who + " did not answer in time.", why, std::string(kOffline)};
    case CURLE_GOT_NOTHING:
      return {"net_cut", "The connection to " + who + " broke.",
              why +
                  " A server that speaks TLS does that where its address begins with http:// and "
                  "not with https://.",
              "Try again."};
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_BAD_CONTENT_ENCODING:
      return {"net_cut", "The connection to " + who + " broke.", why, "Try again."};
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
      return {"url_invalid", "The address of " + who + " is not a web address.", why,
              "Correct the address in the configuration."};
    default:
      return {"net_failed", "The request to " + who + " failed.", why, std::string(kOffline)};
  }
}

}  // namespace fm
