// What a message reads like: prose stays, machine formats become what they mean.
//
// Agents answer in JSON where a flow asks for it, and the report's author answers with a page of
// HTML. In a terminal neither is for reading: JSON becomes its titles or its `key: text` lines, a
// page becomes its size. This is for showing only; what counts is read by reading/ and stored
// whole. It works on text that is still growing. Pure; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fm::cli {

struct Readable {
  std::string prose;                // Markdown without the blocks below
  std::vector<std::string> titles;  // of the objects in JSON blocks, complete ones only
  std::size_t page_bytes = 0;       // of HTML
};

// kLists drops JSON whose objects are shown as a table anyway; kAll writes it out as Markdown.
enum class JsonAs { kLists, kAll };

Readable readable(std::string_view text, JsonAs json);

bool opens_page(std::string_view text);  // of HTML

}  // namespace fm::cli
