#include "cli/session/open_conversation.h"

#include <optional>
#include <utility>

#include "cli/context/find_room.h"
#include "cli/context/wait_for.h"
#include "cli/session/speaking_model.h"

namespace fm::cli {

Result<OpenedConversation> open_conversation(const OpeningRequest& request, Context& context) {
  OpenRequest to_open = context.to_open(request.command);
  to_open.record = context.absolute(request.record);
  to_open.replay = context.absolute(request.replay);
  OpenedConversation conversation{.opened = TRY(context.backend.open(to_open, context.loop)),
                                  .started = {}};
  Service& service = *conversation.opened.service;

  ConversationRequest wanted;
  wanted.folder = context.folder;
  wanted.new_title = request.new_title;
  if (!request.room.empty()) {
    const auto rooms = TRY(all_rooms(service, context.loop));
    wanted.room = TRY(find_room(rooms, request.room)).id.value;
  }
  wanted.team = request.team;  // the configured one is for other ways of working
  SpeakingModel speaks = speaking_model(request.model, conversation.opened, context.loop);
  if (speaks.failure) {
    // Talk that is under way has models of its own, and is heard when they answer again.
    const auto room = TRY(wait_for<std::optional<RoomId>>(context.loop, [&](auto done) {
      service.conversation_room({.folder = wanted.folder, .room = wanted.room}, std::move(done));
    }));
    const bool goes_on = room.has_value() && wanted.new_title.empty() && !speaks.model.empty();
    if (!goes_on) return std::unexpected(*std::move(speaks.failure));
  }
  wanted.model = std::move(speaks.model);
  wanted.model_is_chosen = speaks.chosen.has_value();
  conversation.started = TRY(wait_for<Started>(context.loop, [&](auto done) {
    service.open_conversation(caller_of(conversation.opened), std::move(wanted), std::move(done));
  }));
  if (speaks.chosen && !conversation.started.continued)
    conversation.started.notices.insert(conversation.started.notices.begin(),
                                        *std::move(speaks.chosen));
  return conversation;
}

}  // namespace fm::cli
