#include "cli/session/speaking_model.h"

#include <utility>

namespace fm::cli {
namespace {

// Nothing is to be seen before it is known who speaks.
ChosenModel choose_model(Service& service, Loop& loop) {
  std::optional<ChosenModel> chosen;
  bool waits = false;
  service.choose_model([&](ChosenModel model) {
    chosen = std::move(model);
    if (waits) loop.stop();
  });
  waits = true;
  if (!chosen) loop.run();
  return std::move(*chosen);
}

}  // namespace

std::string first_of(const std::string& said, const std::string& configured,
                     const std::string& usual) {
  if (!said.empty()) return said;
  return configured.empty() ? usual : configured;
}

SpeakingModel speaking_model(const std::string& said, OpenedService& opened, Loop& loop) {
  SpeakingModel speaks{.model = first_of(said, opened.model, ""), .chosen = std::nullopt};
  if (!speaks.model.empty()) return speaks;
  const ChosenModel chosen = choose_model(*opened.service, loop);
  speaks.model = chosen.model;
  speaks.chosen = notice_of(chosen);
  speaks.failure = chosen.failure;
  return speaks;
}

}  // namespace fm::cli
