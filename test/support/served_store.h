// ServedStore: a real store with the rehearsal in the models' place, and its HTTP door, in this
// process. For tests of what a browser asks.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/wiring/open.h"
#include "server/http_server.h"
#include "test/support/http_talk.h"
#include "test/support/scratch_folder.h"

namespace fm::testing {

class ServedStore {
 public:
  ServedStore();

  void begin();  // opens the store and listens
  void end();    // as a process ends; begin() goes on with the same store

  // Signed in as `name`; another one is another browser.
  std::string sign_in(const std::string& name = "ada");

  // In the session of `cookie`, on a connection of its own.
  HttpSaid get(std::string_view target);
  HttpSaid post(std::string_view target, const JsonObject& body,
                const std::map<std::string, std::string>& headers = {});
  HttpSaid ask(std::string_view method, std::string_view target,
               std::map<std::string, std::string> headers = {}, std::string_view body = {});
  // As it is written, in no session.
  HttpSaid ask_as_stranger(std::string_view method, std::string_view target,
                           std::map<std::string, std::string> headers = {},
                           std::string_view body = {});

  std::string host() const;
  int port() const;
  // A conversation with the rehearsal in a room of its own; its id.
  std::string conversation(const std::string& title);
  // Says it and waits until the room rests.
  void say(const std::string& room, const std::string& text);
  void rest(const std::string& room);
  // The room as soon as it is so.
  Json room_when(const std::string& room, const std::function<bool(const Json&)>& is_so);
  std::string folder() const { return scratch.path().string(); }

  ScratchFolder scratch;
  const SystemClock clock;
  const std::unique_ptr<Loop> loop = make_loop(clock);
  std::unique_ptr<OwnerService> service;
  std::unique_ptr<server::HttpServer> server;
  std::string cookie;  // of whoever asks
  // Of the next begin(): who may decide nothing.
  std::function<std::optional<Error>(const server::WebPeer&)> refuse = {};
};

}  // namespace fm::testing
