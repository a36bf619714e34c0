#include "cli/session/open_conversation.h"

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
