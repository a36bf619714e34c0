#include "base/yaml/yaml_words.h"

#include <array>

namespace fm {
namespace {

// yaml-cpp's words, and ours for them: what a person can act on.
struct Known {
  std::string_view theirs;
  std::string_view what;
  std::string_view cure;
};

constexpr auto kKnown = std::to_array<Known>({
    {"illegal map value", "A `: ` stands where no new key can begin.",
     "Put the whole value in quotes, or begin the key on a line of its own."},
    {"end of map flow not found", "A `{` is never closed.",
     "Close it with `}`, or put the text in quotes."},
    {"end of sequence flow not found", "A `[` is never closed.",
     "Close it with `]`, or put the text in quotes."},
    {"end of map not found", "This line does not belong to the keys above it.",
     "Indent it like the lines above, and end every key with `: `."},
    {"end of sequence not found", "This line does not belong to the list above it.",
     "Begin every entry with `- `, all indented alike."},
    {"illegal tab when looking for indentation", "A tab is used to indent.", "Use spaces."},
    {"illegal EOF in scalar", "A quotation mark is never closed.", "Close it."},
    {"illegal document indicator in scalar", "A quotation mark is never closed.", "Close it."},
    {"the referenced anchor is not defined", "An alias (*name) has no anchor (&name).",
     "Put the text in quotes if no alias is meant."},
    {"alias not found after *", "A value begins with `*`.", "Put it in quotes."},
    {"anchor not found after &", "A value begins with `&`.", "Put it in quotes."},
    {"illegal block entry", "A `- ` stands where no list can begin.",
     "Begin the list on a line of its own, or put the text in quotes."},
    {"unknown token", "A value begins with a character that YAML keeps for itself.",
     "Put the value in quotes."},
});

}  // namespace

YamlWords yaml_words(std::string_view parser_message) {
  for (const Known& known : kKnown)
    if (parser_message.starts_with(known.theirs))
      return {std::string(known.what), std::string(known.cure)};
  return {"This is not valid YAML: " + std::string(parser_message) + ".",
          "Correct the line, or put the value in quotes."};
}

}  // namespace fm
