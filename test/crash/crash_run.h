// One run of the toy flow that is cut off somewhere, and what must hold afterwards.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "test/support/toy_flow.h"

namespace fm::testing {

struct Tally {
  int tried = 0;
  int recovered = 0;
  int repeats = 0;  // effects done again that were in flight; they are paid for, and counted
};

// Checks what a crash left behind, before anything runs again: all that was told to anybody is in
// the store, byte for byte, and so is the chain. Returns the places of completed effects.
std::set<std::string> check_survivors(World& world);

// Checks the ledger after the recovery: nothing that was completed was done again, every `once`
// effect at most once, and no more repeats than effects were in flight. Returns the repeats.
int check_ledger(const World& world, int crashed_process, const std::set<std::string>& completed);

// The result of a run without a crash.
std::string undisturbed(Options options);

// Arms a crash with `arm`, plays, lets the process die, recovers and checks everything. With
// `again`, the recovery is cut off as well, that many disk operations in.
void try_crash(Options options, CrashMode mode, const std::function<void(World&)>& arm, int again,
               const std::string& expected, Tally& tally);

}  // namespace fm::testing
