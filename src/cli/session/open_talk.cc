#include "cli/session/open_talk.h"

#include <utility>

#include "cli/context/find_room.h"
#include "cli/context/wait_for.h"
#include "cli/session/speaking_model.h"

namespace fm::cli {

Result<OpenedTalk> open_talk(const TalkRequest& request, Context& context) {
  OpenRequest to_open = context.to_open(request.command);
  to_open.record = context.absolute(request.record);
  to_open.replay = context.absolute(request.replay);
  OpenedTalk talk{.opened = TRY(context.backend.open(to_open, context.loop)), .started = {}};
  Service& service = *talk.opened.service;

  ConverseRequest wanted;
  wanted.folder = context.folder;
  wanted.new_title = request.new_title;
  if (!request.room.empty()) {
    const auto rooms = TRY(all_rooms(service, context.loop));
    wanted.room = TRY(find_room(rooms, request.room)).id.value;
  }
  wanted.team = request.team;  // the configured one is for other ways of working
  SpeakingModel speaks = speaking_model(request.model, talk.opened, context.loop);
  wanted.model = std::move(speaks.model);
  wanted.model_is_chosen = speaks.chosen.has_value();
  talk.started = TRY(wait_for<Started>(context.loop, [&](auto done) {
    service.converse(caller_of(talk.opened), std::move(wanted), std::move(done));
  }));
  if (speaks.chosen && !talk.started.continued)
    talk.started.notices.insert(talk.started.notices.begin(), *std::move(speaks.chosen));
  return talk;
}

}  // namespace fm::cli
