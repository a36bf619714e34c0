#include "team/folder/secret_looking.h"

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
         lower.contains("your") || lower.contains("placeholder");
}

// password = "hunter2!", API_KEY: abcdef123: a literal, in quotation marks or alone on its line.
bool sets_secret(Name line) {
  const std::size_t mark = line.find_first_of("=:");
  if (mark == Name::npos || mark == 0) return false;
  std::string name = ascii_lower(trim(line.substr(0, mark)));
  std::erase_if(name, [](char c) { return c == '"' || c == '\'' || c == '`'; });
  name.erase(0, name.find_last_of(" .-$") == name.npos ? 0 : name.find_last_of(" .$") + 1);
  const bool meant = std::ranges::any_of(kSetTo, [&](Name word) { return name.ends_with(word); });
  if (!meant) return false;
  Name value = trim(line.substr(mark + 1));
  while (!value.empty() && Name(",;").contains(value.back())) value.remove_suffix(1);
  const bool quoted = value.size() > 2 && (value.front() == '"' || value.front() == '\'') &&
                      value.back() == value.front();
  if (quoted) value = value.substr(1, value.size() - 2);
  constexpr std::size_t kLeast = 6;
  if (value.size() < kLeast || value.contains(' ') || is_stand_in(value)) return false;
  // Alone on its line it must look like one, not like code: token = next_token(text)
  const bool digit = std::ranges::any_of(
      value, [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
  return quoted || (digit && value.find_first_of("()[]{}<>*&\"'") == Name::npos);
}

}  // namespace

bool name_looks_secret(std::string_view name) {
  const std::string lower = ascii_lower(name);
  const auto ends = [&](Name ending) { return lower.ends_with(ending); };
  const auto begins = [&](Name lead) { return lower.starts_with(lead); };
  return std::ranges::any_of(kEndings, ends) || std::ranges::any_of(kBeginnings, begins) ||
         std::ranges::find(kNames, Name(lower)) != kNames.end() || has_secret_word(name);
}

bool text_looks_secret(std::string_view text) {
  if (text.contains("PRIVATE KEY-----") || has_token(text)) return true;
  return std::ranges::any_of(split_lines(text), sets_secret);
}

}  // namespace fm
