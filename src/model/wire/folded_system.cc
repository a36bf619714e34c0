#include "model/wire/folded_system.h"

#include <iterator>
#include <string_view>
#include <utility>

namespace fm {
namespace {

constexpr std::string_view kBetween = "\n\n";

void add(ModelMessage& to, const ModelMessage& more) {
  if (!to.text.empty() && !more.text.empty()) to.text += kBetween;
  const std::size_t begin = to.text.size();
  to.text.append_all(more.text);
  for (const std::size_t end : more.stable_ends) to.stable_ends.push_back(begin + end);
  to.images.insert(to.images.end(), more.images.begin(), more.images.end());
}

}  // namespace

std::vector<ModelMessage> folded_system(const std::vector<ModelMessage>& messages) {
  ModelMessage first;
  for (const ModelMessage& message : messages)
    if (message.role == Role::kSystem) add(first, message);
  std::vector<ModelMessage> folded;
  if (!first.text.empty()) folded.push_back(std::move(first));
  for (const ModelMessage& message : messages) {
    if (message.role == Role::kSystem) continue;
    if (message.role == Role::kUser && !folded.empty() && folded.back().role == Role::kUser)
      add(folded.back(), message);
    else
      folded.push_back(message);
  }
  return folded;
}

}  // namespace fm
