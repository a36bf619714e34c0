#include "app/commands/say.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "app/message_limits.h"
#include "base/sha256.h"
#include "base/text.h"
#include "engine/flow/task_scope.h"
#include "people/message/answer.h"
#include "team/folder/files_named.h"
#include "team/folder/redacted_file.h"
#include "team/room/project_status.h"

namespace fm {
namespace {

constexpr std::size_t kReadAtOnce = 4 * 1024;  // bytes; longer words are read in the pool

// The project that "/switch PROJECT" names; nothing where something else is said.
std::optional<ProjectId> switched_to(std::string_view text) {
  for (const std::string_view command : {"/switch ", "/project switch "})
    if (text.starts_with(command)) return ProjectId{std::string(trim(text.substr(command.size())))};
  return std::nullopt;
}

std::string cleaned(const Redactor& redactor, std::string_view text) {
  return redactor.redact(trim(clean(text).text));
}

bool stands_in_talk(const RoomView& view, const NamedFile& file) {
  return std::ranges::any_of(view.messages, [&](const Message& message) {
    return std::ranges::any_of(message.files, [&](const NamedFile& before) {
      return before.path == file.path && before.text != nullptr && *before.text == *file.text;
    });
  });
}

// What the words name of the folder goes into the log with them, so that every replay shows the
// same (P-24). What stands there already is told by its digest.
JsonArray files_json(std::vector<NamedFile> files, const RoomView& view, const Redactor& redactor) {
  JsonArray list;
  for (NamedFile& named : files) {
    const NamedFile file = redacted(std::move(named), redactor);
    JsonObject one{{"path", file.path}, {"bytes", file.bytes}};
    if (file.text == nullptr) {
      one["why"] = file.why;
    } else {
      one["digest"] = to_hex(sha256(*file.text));
      if (!stands_in_talk(view, file)) one["text"] = *file.text;
    }
    list.push_back(std::move(one));
  }
  return list;
}

Task<void> add_named_files(const CommandParts& parts, RoomId room, std::string text,
                           NewEvent& event) {
  const auto seen = co_await parts.views.of(room);
  if (!seen || (*seen)->folder.empty()) co_return;
  JsonArray files = co_await in_pool(
      parts.pool, [&redactor = parts.redactor, view = *seen, said = std::move(text)] {
        return files_json(files_named(view->folder, said), *view, redactor);
      });
  if (!files.empty()) event.body["files"] = std::move(files);
}

}  // namespace

bool cancels(const Vocabulary& words, std::string_view text) {
  if (text.starts_with("/cancel") || text.starts_with("/reset")) return true;
  return read_answer(words, text).cancels;
}

Task<Result<void>> may_speak(const CommandParts& parts, Channel channel, RoomId room) {
  if (channel.is_terminal()) co_return Result<void>();
  const RoomViewPtr seen = CO_TRY(co_await parts.views.of(room));
  if (std::ranges::find(seen->channels, channel.key) != seen->channels.end())
    co_return Result<void>();
  co_return std::unexpected(channel_unbound(channel, room));
}

Task<Result<ReadyWords>> prepare_words(const CommandParts& parts, Caller caller, RoomId room,
                                       Said words) {
  CO_TRY(check_message(words.text));
  if (words.client_id.empty())  // all of these would have one id, and be read as the first
    co_return fail("client_id_missing", "This message has no id of whoever sent it.",
                   "Nothing would tell it from another one.", "");
  const bool is_long = words.text.size() > kReadAtOnce;
  std::string text;
  if (is_long)
    text = co_await in_pool(parts.pool, [&redactor = parts.redactor, said = words.text] {
      return cleaned(redactor, said);
    });
  else
    text = cleaned(parts.redactor, words.text);
  CO_TRY(co_await may_speak(parts, caller.channel, room));
  if (const auto to = switched_to(text)) {
    const RoomViewPtr seen = CO_TRY(co_await parts.views.of(room));
    CO_TRY(choose_project(seen->projects, *to));
  }
  ReadyWords ready;
  // What is wrong with the person's language files is told when they are needed to go on.
  if (const auto vocabulary = co_await parts.words.get()) {
    if (is_long)
      ready.stops =
          co_await in_pool(parts.pool, [said = *vocabulary, text] { return cancels(*said, text); });
    else
      ready.stops = cancels(**vocabulary, text);
  }
  // An ideation is steered between its turns (I-13); in a conversation a cancellation cuts in.
  if (ready.stops) {
    const auto seen = co_await parts.views.of(room);
    const FlowRecord* flow = seen ? (*seen)->latest_flow() : nullptr;
    ready.stops = flow != nullptr && flow->name == "chat";
  }
  ready.event = message_of(caller, text, words.client_id, room, parts.loop.clock().now());
  if (!caller.channel.is_terminal()) ready.event.body["channel"] = caller.channel.key;
  if (text.starts_with('/'))
    ready.event.body["marker"] = "command";
  else if (may_name_files(text))
    co_await add_named_files(parts, room, text, ready.event);
  co_return ready;
}

}  // namespace fm
