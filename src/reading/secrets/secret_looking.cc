#include "reading/secrets/secret_looking.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <string>

#include "base/text.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

using Name = std::string_view;

constexpr auto kEndings =
    std::to_array<Name>({".env", ".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx",
                         ".ppk", ".gpg", ".asc", ".der", ".tfstate", ".tfvars", ".ovpn"});
constexpr auto kBeginnings =
    std::to_array<Name>({".env", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"});
constexpr auto kNames = std::to_array<Name>(
    {".netrc", ".npmrc", ".pypirc", ".htpasswd", ".pgpass", ".git-credentials", "htpasswd"});
constexpr auto kWords = std::to_array<Name>({"key", "keys", "secret", "secrets", "credential",
                                             "credentials", "password", "passwords", "passwd",
                                             "passphrase", "token", "tokens", "apikey", "apikeys"});

// A token of a known kind: how it begins, and how many characters follow at least.
struct TokenForm {
  Name lead;
  std::size_t least;
};
constexpr auto kTokens = std::to_array<TokenForm>({{"AKIA", 16},
                                                   {"ASIA", 16},
                                                   {"AIza", 30},
                                                   {"ghp_", 20},
                                                   {"gho_", 20},
                                                   {"ghs_", 20},
                                                   {"github_pat_", 20},
                                                   {"glpat-", 16},
                                                   {"sk-", 20},
                                                   {"sk_live_", 12},
                                                   {"rk_live_", 12},
                                                   {"xoxb-", 10},
                                                   {"xoxp-", 10},
                                                   {"xapp-", 10},
                                                   {"npm_", 30},
                                                   {"hf_", 24},
                                                   {"eyJhbGciOi", 20}});

constexpr auto kSetTo = std::to_array<Name>(
    {"password", "passwd", "secret", "secret_key", "api_key", "apikey", "api-key", "access_key",
     "access_token", "auth_token", "client_secret", "private_key", "token"});

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
bool is_token(char c) { return is_word(c) || c == '_' || c == '-' || c == '.'; }

// "apiKeys.txt" is api, keys and txt.
bool has_secret_word(Name name) {
  std::string word;
  const auto is_secret = [&] { return std::ranges::find(kWords, Name(word)) != kWords.end(); };
  for (std::size_t at = 0; at < name.size(); ++at) {
    const bool hump = at > 0 && std::isupper(static_cast<unsigned char>(name[at])) != 0 &&
                      std::islower(static_cast<unsigned char>(name[at - 1])) != 0;
    if (!is_word(name[at]) || hump) {
      if (is_secret()) return true;
      word.clear();
    }
    if (is_word(name[at])) word += ascii_lower(name.substr(at, 1));
  }
  return is_secret();
}

bool has_token(Name text) {
  return std::ranges::any_of(kTokens, [&](const TokenForm& form) {
    for (std::size_t at = 0; (at = text.find(form.lead, at)) != Name::npos; ++at) {
      if (at > 0 && is_token(text[at - 1])) continue;
      std::size_t end = at + form.lead.size();
      bool digit = false;
      for (; end < text.size() && is_token(text[end]); ++end)
        digit = digit || std::isdigit(static_cast<unsigned char>(text[end])) != 0;
      if (digit && end - at - form.lead.size() >= form.least) return true;
    }
    return false;
  });
}

// What is no secret though it is said to be one: a name for it, a place to fill in.
bool is_stand_in(Name value) {
  const std::string lower = ascii_lower(value);
  const bool names = std::ranges::all_of(
      value, [](char c) { return std::isupper(static_cast<unsigned char>(c)) != 0 || c == '_'; });
  const bool repeats = std::ranges::all_of(value, [&](char c) { return c == value.front(); });
  return names || repeats || value.starts_with('$') || value.starts_with('<') ||
         value.starts_with('{') || lower.contains("example") || lower.contains("change") ||
         lower.contains("your") || lower.contains("placeholder") ||
         std::ranges::find(kSetTo, Name(lower)) != kSetTo.end();
}

void skip(Name& rest, Name characters) {
  rest.remove_prefix(std::min(rest.find_first_not_of(characters), rest.size()));
}

// What something is set to, where it is written out.
struct Value {
  Name text;
  bool quoted = false;
};

Value value_at(Name rest) {
  skip(rest, " \t\\");
  if (rest.size() > 1 && is_ascii_letter(rest[0]) && Name("\"'").contains(rest[1]))
    rest.remove_prefix(1);  // b"hunter2!"
  if (!rest.empty() && Name("\"'`").contains(rest.front())) {
    const Name inside = rest.substr(1);
    const std::size_t end = inside.find_first_of(std::string{rest.front(), '\n'});
    if (end != Name::npos && inside[end] == rest.front()) return {inside.substr(0, end), true};
  }
  return {rest.substr(0, rest.find_first_of(" \t\r\n,;#")), false};
}

bool is_secret(const Value& value, bool plain_words) {
  constexpr std::size_t kLeast = 6;
  if (value.text.size() < kLeast || is_stand_in(value.text)) return false;
  // Without quotation marks it must look like one, not like code: token = next_token(text)
  return value.quoted || (value.text.find_first_of("()[]{}<>*&\"'") == Name::npos &&
                          (plain_words || std::ranges::any_of(value.text, is_ascii_digit)));
}

// ["password", "email"] sets nothing.
bool is_plain_word(Name value) {
  return std::ranges::all_of(value, [](char c) { return is_ascii_letter(c) || c == '_'; });
}

// What follows the name of a secret: = "hunter2!", => 'x', : x, := x, ?= x, : str = "x", and
// , 'x' where the name is in quotation marks.
bool sets_secret(Name rest, bool plain_words) {
  const Name after_name = rest;
  skip(rest, "\"'`\\])");
  const bool name_quoted =
      after_name.substr(0, after_name.size() - rest.size()).find_first_of("\"'") != Name::npos;
  skip(rest, " \t");
  for (const Name mark : {":=", "=>", "?="})
    if (rest.starts_with(mark)) return is_secret(value_at(rest.substr(mark.size())), plain_words);
  if (rest.empty() || rest.starts_with("==") || rest.starts_with("::")) return false;
  const char mark = rest.front();
  rest.remove_prefix(1);
  const Value value = value_at(rest);
  if (mark == ',')
    return name_quoted && value.quoted && !is_plain_word(value.text) && is_secret(value, false);
  if (mark != '=' && mark != ':') return false;
  if (is_secret(value, plain_words)) return true;
  const std::size_t equals = rest.find_first_of("=\n,;\"'");
  return mark == ':' && equals != Name::npos && rest.substr(equals).starts_with('=') &&
         !rest.substr(equals).starts_with("==") &&
         is_secret(value_at(rest.substr(equals + 1)), plain_words);
}

// postgres://shop:hunter2@db/shop
bool has_password_in_address(Name text) {
  for (std::size_t at = 0; (at = text.find("://", at)) != Name::npos;) {
    at += 3;
    const Name host = text.substr(at, text.substr(at).find_first_of(" \t\r\n/\"'`<>"));
    const std::size_t end = host.rfind('@');
    const std::size_t colon = host.find(':');
    if (end == Name::npos || colon >= end) continue;
    const Name word = host.substr(colon + 1, end - colon - 1);
    if (word != host.substr(0, colon) && is_secret({word, true}, false)) return true;
  }
  return false;
}

// Files whose values stand without quotation marks.
bool has_plain_words(Name name) {
  constexpr auto kPlain = std::to_array<Name>(
      {".yml", ".yaml", ".toml", ".ini", ".cfg", ".conf", ".cnf", ".properties", ".env"});
  const std::string lower = ascii_lower(name);
  return std::ranges::any_of(kPlain, [&](Name ending) { return lower.ends_with(ending); });
}

}  // namespace

bool name_looks_secret(std::string_view name) {
  const std::string lower = ascii_lower(name);
  const auto ends = [&](Name ending) { return lower.ends_with(ending); };
  const auto begins = [&](Name lead) { return lower.starts_with(lead); };
  return std::ranges::any_of(kEndings, ends) || std::ranges::any_of(kBeginnings, begins) ||
         std::ranges::find(kNames, Name(lower)) != kNames.end() || has_secret_word(name);
}

bool text_looks_secret(std::string_view text, std::string_view name) {
  if (text.contains("PRIVATE KEY-----") || has_token(text) || has_password_in_address(text))
    return true;
  const bool plain_words = has_plain_words(name);
  const std::string lower = ascii_lower(text);
  return std::ranges::any_of(kSetTo, [&](Name word) {
    for (std::size_t at = 0; (at = lower.find(word, at)) != std::string::npos;) {
      at += word.size();
      if (sets_secret(text.substr(at), plain_words)) return true;
    }
    return false;
  });
}

}  // namespace fm
