// Memory: what the finished projects of a folder leave to the teams after them (C-52).
//
// Nothing is stored for it. A project is remembered that ended in success, was more than a quick
// question, and was not deleted from the memory; all of it stands in the log of its room. Pure but
// for folder_memory(), which blocks on the store and passes over a room that cannot be read
// (`folkmoot store check` tells of it). Texts in the values may be anybody's.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/service_answers.h"
#include "base/json.h"
#include "engine/log/journal_reader.h"

namespace fm {

bool is_remembered(const Project& project);

// Newest first.
std::vector<MemoryEntry> room_memory(const RoomView& room);

inline constexpr std::size_t kEveryRoom = static_cast<std::size_t>(-1);

// Of the folder's `rooms` newest rooms in which people talk, newest first. `seen` is one that is
// read already; may be null.
Result<std::vector<MemoryEntry>> folder_memory(JournalReader& reader, std::string_view folder,
                                               std::size_t rooms = kEveryRoom,
                                               const RoomView* seen = nullptr);

// Nothing is remembered under that id.
Error memory_unknown(std::string_view project);

inline constexpr std::size_t kMemoryBytes = 3 * 1024;

// For the preamble of a later team: the five newest, each with its share of kMemoryBytes. Markdown;
// empty where nothing is remembered.
std::string memory_digest(const std::vector<MemoryEntry>& newest_first);

// One entry as a document, for people.
std::string memory_markdown(const MemoryEntry& entry);

// For programs (docs/events.md): all keys, what is not there is null.
JsonObject memory_json(const MemoryEntry& entry);

}  // namespace fm
