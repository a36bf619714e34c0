#include "server/wire/greeting.h"

#include "base/json_fields.h"
#include "base/version.h"

namespace fm {

template <>
inline constexpr auto kJsonFields<server::OwnersGreeting> =
    json_fields<server::OwnersGreeting>(always("wire", &server::OwnersGreeting::wire),
                                        always("program", &server::OwnersGreeting::program),
                                        always("pid", &server::OwnersGreeting::pid),
                                        always("command", &server::OwnersGreeting::command));

template <>
inline constexpr auto kJsonFields<server::Principal> = json_fields<server::Principal>(
    always("kind", &server::Principal::kind), always("name", &server::Principal::name));

template <>
inline constexpr auto kJsonFields<server::ClientsGreeting> = json_fields<server::ClientsGreeting>(
    always("principal", &server::ClientsGreeting::principal),
    always("folder", &server::ClientsGreeting::folder),
    always("user_folder", &server::ClientsGreeting::user_folder),
    always("flags", &server::ClientsGreeting::flags),
    always("environment", &server::ClientsGreeting::environment),
    always("words_per_second", &server::ClientsGreeting::rehearsal_words_per_second),
    always("record", &server::ClientsGreeting::record),
    always("replay", &server::ClientsGreeting::replay));

namespace server {
namespace {

std::unexpected<Error> broken() {
  return fail("link_broken", "The other process sent something that is no greeting.", "",
              "End it, or use another store with --store.");
}

template <class Greeting>
std::string message_of(std::string_view key, const Greeting& greeting) {
  JsonObject message;
  message[key] = fields_to_json(greeting);
  return canonical(message);
}

template <class Greeting>
Result<Greeting> greeting_in(std::string_view message, std::string_view key) {
  const auto json = parse_json(message);
  if (!json) return broken();
  if (const Json* why = find_at(*json, "refused")) return std::unexpected(error_from_json(*why));
  const Json* greeting = find_at(*json, key);
  if (greeting == nullptr || !greeting->is_object()) return broken();
  return fields_from_json<Greeting>(*greeting);
}

}  // namespace

std::string to_message(const OwnersGreeting& greeting) { return message_of("owner", greeting); }
std::string to_message(const ClientsGreeting& greeting) { return message_of("client", greeting); }

Result<OwnersGreeting> read_owners_greeting(std::string_view message) {
  OwnersGreeting greeting = TRY(greeting_in<OwnersGreeting>(message, "owner"));
  if (greeting.wire == kWireVersion && greeting.program == kVersion) return greeting;
  return fail("owner_version", "The store is in use by another version of Folkmoot.",
              "Process " + std::to_string(greeting.pid) + " owns it: " + greeting.command +
                  ". It is version " + greeting.program + ", this one is " + kVersion + ".",
              "Wait until it is done or end it, then run this again; or use that version.");
}

Result<ClientsGreeting> read_clients_greeting(std::string_view message) {
  ClientsGreeting greeting = TRY(greeting_in<ClientsGreeting>(message, "client"));
  if (greeting.principal.kind == "person") return greeting;
  return fail("principal_refused", "Only a person's terminal is let in here.",
              "It was said that this is started by \"" + greeting.principal.kind + "\".",
              "Nothing; what an agent says decides nothing.");
}

std::string admission() { return canonical(JsonObject{{"admitted", true}}); }
std::string refusal(const Error& why) { return canonical(JsonObject{{"refused", to_json(why)}}); }

Result<void> read_admission(std::string_view message) {
  const auto json = parse_json(message);
  if (!json) return broken();
  if (const Json* why = find_at(*json, "refused")) return std::unexpected(error_from_json(*why));
  if (!bool_at(*json, "admitted")) return broken();
  return {};
}

}  // namespace server
}  // namespace fm
