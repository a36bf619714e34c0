#include "cli/context/report_error.h"

#include <algorithm>
#include <array>

#include "base/json.h"
#include "base/text.h"

namespace fm::cli {
namespace {

constexpr std::size_t kLimit = 1'990;
constexpr std::size_t kMessage = 600;
constexpr std::size_t kPart = 500;

// Mistakes in what was typed; all others are failures of what was tried.
constexpr auto kUsageCodes =
    std::to_array<std::string_view>({"usage_invalid",      "serve_open",
                                     "public_url_invalid", "name_invalid",
                                     "topic_empty",        "topic_too_long",
                                     "id_invalid",         "preset_unknown",
                                     "team_unknown",       "room_unknown",
                                     "room_ambiguous",     "agent_unknown",
                                     "model_name_invalid", "model_unknown",
                                     "path_invalid",       "limits_invalid",
                                     "nothing_to_resume",  "ideas_format_unknown",
                                     "screenplay_unknown", "message_empty",
                                     "project_unknown",    "brief_unknown",
                                     "gate_unknown",       "gate_option",
                                     "panel_no_moderator", "discussion_unfinished",
                                     "not_an_ideation",    "rounds_none",
                                     "memory_unknown",     "memory_ambiguous",
                                     "channel_invalid",    "channel_not_here",
                                     "channel_unbound",    "demo_unknown",
                                     "text_too_large",     "command_unknown",
                                     "command_alone",      "command_not_here",
                                     "editor_not_here"});

std::string short_of(std::string_view text, std::size_t bytes) {
  const std::string_view kept = cut_bytes(text, bytes);
  return std::string(kept) + (kept.size() < text.size() ? "..." : "");
}

void add(std::string& out, std::string_view first, std::string_view text, std::size_t columns,
         Charset charset) {
  const std::string rest(first.size(), ' ');
  const std::size_t room = columns > first.size() + 20 ? columns - first.size() : 60;
  for (const std::string& row : wrap(shown(text, charset), room)) {
    out.append(first).append(row).append("\n");
    first = rest;
  }
}

}  // namespace

int status_of(const Error& error) {
  if (error.code == "store_in_use" || error.code == "owner_version") return kInUse;
  return std::ranges::find(kUsageCodes, error.code) != kUsageCodes.end() ? kUsage : kFailed;
}

std::string error_text(const Error& error, std::size_t columns, Charset charset) {
  std::string out;
  add(out, "folkmoot: ", short_of(error.message, kMessage), columns, charset);
  if (!error.cause.empty()) add(out, "  ", short_of(error.cause, kPart), columns, charset);
  if (!error.cure.empty()) add(out, "  ", short_of(error.cure, kPart), columns, charset);
  if (out.size() > kLimit) out = short_of(out, kLimit - 5) + "\n";
  return out;
}

std::string error_json(const Error& error, std::string_view word) {
  // Escapes can make a text six times as long: shorten until the line fits.
  for (std::size_t limit = kMessage;; limit /= 2) {
    const Error cut{.code = short_of(error.code, 64),
                    .message = short_of(to_utf8(error.message), limit),
                    .cause = short_of(to_utf8(error.cause), limit),
                    .cure = short_of(to_utf8(error.cure), limit)};
    JsonObject line;
    line[word] = to_json(cut);
    std::string out = canonical(Json(std::move(line))) + "\n";
    if (out.size() <= kLimit || limit == 0) return out;
  }
}

}  // namespace fm::cli
