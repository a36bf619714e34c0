// `folkmoot` alone (P-80): in a terminal it is the talk of the folder's room, and in a pipe too if
// anything comes through it. Where nobody is and nothing is said it is the help.
#pragma once

#include <functional>

#include "cli/args/args.h"
#include "cli/terminal/terminal.h"

namespace fm::cli {

enum class Waiting { kInput, kNothing };

// Waits until there is something to read, or never will be. Nothing is read.
Waiting await_input(int descriptor);

// `input` is asked only where it decides. Options say what is wanted, wherever they are given.
bool means_help(const ConversationArgs& args, const Descriptors& on,
                const std::function<Waiting()>& input);

}  // namespace fm::cli
