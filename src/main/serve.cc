#include "main/serve.h"

#include <cstdlib>
#include <utility>

#include "app/config/config.h"
#include "app/deciding.h"
#include "app/queries/teams_here.h"
#include "app/store.h"
#include "base/version.h"
#include "main/wiring.h"
#include "server/http/embedded_page.h"
#include "server/http_server.h"

namespace fm {
namespace {

using cli::OpenedService;
using cli::ServeLink;
using cli::ServeRequest;

std::string sessions_file(const std::string& store) { return store + "/web.json"; }

class ServingHere final : public cli::Serving {
 public:
  explicit ServingHere(std::unique_ptr<server::HttpServer> server) : server_(std::move(server)) {}
  std::string url() const override { return server_->url(); }
  bool has_page() const override { return server_->has_page(); }
  Result<ServeLink> link() override {
    const auto link = TRY(server_->link());
    return ServeLink{.url = link.url, .ends_at = link.ends_at};
  }
  void leave() override { server_->leave(); }

 private:
  const std::unique_ptr<server::HttpServer> server_;
};

}  // namespace

Result<std::unique_ptr<cli::Serving>> serve(const ServeRequest& request,
                                            const OpenedService& opened, Loop& loop) {
  const Config config = TRY(load_config(request.globals, request.folder));
  const std::string user = user_config_folder([](const char* name) { return std::getenv(name); });
  const char* token = std::getenv("FOLKMOOT_SERVE_TOKEN");
  const std::string store = TRY(store_folder(config.value("store")));
  server::ServeOptions options{
      .host = request.host,
      .port = request.port,
      .public_url = request.public_url,
      .token = token == nullptr ? "" : token,
      .me = opened.me,
      .sessions = sessions_file(store),
      .page = server::embedded_page(),
      .refuse =
          [store](const server::WebPeer& peer) {
            return refuse_agent(TcpEnds{.their_address = peer.address,
                                        .their_port = peer.port,
                                        .our_port = peer.our_port},
                                store);
          },
      .facts = {
          .version = kVersion,
          .folder = request.folder,
          .team = opened.team,
          .preset = opened.preset,
          .model = opened.model,
          .agents = [user](const std::string& team,
                           const std::string& folder) { return team_agents(user, folder, team); },
          .teams = [user](const std::string& folder) { return teams_here(user, folder); }}};
  return std::make_unique<ServingHere>(
      TRY(server::HttpServer::open(loop, *opened.service, std::move(options))));
}

Result<ServeLink> serve_link(const cli::Globals& globals, const std::string& folder) {
  const Config config = TRY(load_config(globals, folder));
  const std::string store = TRY(store_folder(config.value("store")));
  if (auto refused = refuse_agent_here(store)) return std::unexpected(*refused);
  std::string me = config.value("me");
  if (me.empty()) me = login_name();
  const SystemClock clock;
  server::WebSessions sessions(sessions_file(store), clock);
  const auto link = TRY(sessions.new_link(me));
  return ServeLink{.url = link.url, .ends_at = link.ends_at};
}

}  // namespace fm
