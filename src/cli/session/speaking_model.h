// Which model speaks: the one that was named, the configured one, or the first that works (P-34).
//
// The same for every command that begins or goes on with talk. Asking providers takes a moment, in
// which the loop runs. Loop thread.
#pragma once

#include <optional>
#include <string>

#include "cli/context/context.h"

namespace fm::cli {

// What the person did not say is as configured, and then as usual.
std::string first_of(const std::string& said, const std::string& configured,
                     const std::string& usual);

struct SpeakingModel {
  std::string model;
  std::optional<Error> chosen;        // nobody named one: what is said of the choice
  std::optional<Error> failure = {};  // none that is set up answers: nothing new can begin
};

SpeakingModel speaking_model(const std::string& said, OpenedService& opened, Loop& loop);

}  // namespace fm::cli
