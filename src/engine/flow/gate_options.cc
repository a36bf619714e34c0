#include "engine/flow/gate_options.h"

#include <algorithm>
#include <charconv>

namespace fm {
namespace {

constexpr std::size_t kLongestId = 64;

std::string id_of(std::string_view label) {
  std::string id;
  bool gap = false;
  for (const char c : label) {
    const bool upper = c >= 'A' && c <= 'Z';
    if (!upper && !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9')) {
      gap = true;
      continue;
    }
    if (id.size() + 2 > kLongestId) break;
    if (gap && !id.empty()) id += '-';
    gap = false;
    id += upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return id;
}

std::optional<std::size_t> place_of(std::span<const std::string> texts, std::string_view text) {
  const auto found = std::ranges::find(texts, text);
  if (found == texts.end()) return std::nullopt;
  return static_cast<std::size_t>(found - texts.begin());
}

}  // namespace

std::vector<std::string> derived_option_ids(std::span<const std::string> labels) {
  std::vector<std::string> ids;
  for (const std::string& label : labels) {
    const std::string number = std::to_string(ids.size() + 1);
    std::string id = id_of(label);
    if (id.empty()) id = "option-" + number;
    while (place_of(ids, id)) id = id.substr(0, kLongestId - number.size() - 1) + "-" + number;
    ids.push_back(std::move(id));
  }
  return ids;
}

std::vector<std::string> option_ids_or_derived(std::span<const std::string> labels,
                                               std::vector<std::string> ids) {
  return ids.size() == labels.size() ? std::move(ids) : derived_option_ids(labels);
}

std::optional<std::size_t> find_option(std::span<const std::string> labels,
                                       std::span<const std::string> ids, std::string_view said) {
  if (const auto by_id = place_of(ids, said)) return by_id;
  if (const auto by_label = place_of(labels, said)) return by_label;
  std::size_t number = 0;
  const auto [end, failed] = std::from_chars(said.data(), said.data() + said.size(), number);
  if (failed != std::errc() || end != said.data() + said.size()) return std::nullopt;
  if (number < 1 || number > labels.size()) return std::nullopt;
  return number - 1;
}

std::optional<std::size_t> find_stored_option(std::span<const std::string> labels,
                                              std::span<const std::string> ids,
                                              std::string_view stored) {
  if (const auto by_id = place_of(ids, stored)) return by_id;
  if (const auto by_label = place_of(labels, stored)) return by_label;
  if (const auto by_older_id = place_of(derived_option_ids(labels), stored)) return by_older_id;
  return place_of(ids, id_of(stored));
}

}  // namespace fm
