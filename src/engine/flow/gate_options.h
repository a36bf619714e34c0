// The answers that a gate offers. Pure.
//
// A label is what people read, an id is what flows compare and what gate.answered holds, so that a
// label can be reworded or translated. Gates that were stored without ids have those that their
// labels give by derived_option_ids(): it must give the same in every release. Ids are in no
// digest: a question that waits stays the same question.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fm {

// Letters a to z and digits of the label, in lower case, joined by "-", at most 64: "Approve, in a
// room" is approve-in-a-room. What has none of these is "option-N", and an id that is taken gets
// "-N", where N is its place from 1.
std::vector<std::string> derived_option_ids(std::span<const std::string> labels);

// `ids` where there is one for each label, else the derived ones.
std::vector<std::string> option_ids_or_derived(std::span<const std::string> labels,
                                               std::vector<std::string> ids);

// Which option a person means: by its id, its label or its number from 1, in this order. Exactly
// so: "approve?" is none of them.
std::optional<std::size_t> find_option(std::span<const std::string> labels,
                                       std::span<const std::string> ids, std::string_view said);

// Which option a stored answer is. Older releases stored labels, and ids of older gates were
// derived from the labels of their time.
std::optional<std::size_t> find_stored_option(std::span<const std::string> labels,
                                              std::span<const std::string> ids,
                                              std::string_view stored);

}  // namespace fm
