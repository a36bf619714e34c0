// What each release left in test/journals (its README says what is in it).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fm::testing {

std::filesystem::path journals_folder();

// The whole stores, packed, by name.
std::vector<std::filesystem::path> stored_stores();

// The bytes of a store's file. Throws where it is none.
std::string unpacked(const std::filesystem::path& store);

}  // namespace fm::testing
