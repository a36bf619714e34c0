#include "tool/policy/policy_request.h"

#include <variant>

#include "net/url.h"

namespace fm {
namespace {

struct Filler {
  PolicyRequest& request;
  void operator()(const ReadFile& action) const { request.path = action.path; }
  void operator()(const ListFiles& action) const { request.path = action.path; }
  void operator()(const SearchText& action) const { request.path = action.path; }
  void operator()(const WriteFile& action) const { request.path = action.path; }
  void operator()(const EditFile& action) const { request.path = action.path; }
  void operator()(const RunCommand& action) const { request.command = action.command; }
  void operator()(const GitDiff& action) const { request.path = action.path; }
  void operator()(const GitLog& action) const { request.path = action.path; }
  void operator()(const FetchPage& action) const {
    const auto url = parse_url(action.url);
    request.host = url ? url->host : action.url;  // no rule knows a host of that name
  }
};

}  // namespace

void ask_for(PolicyRequest& request, const ToolAction& action) {
  request.tool = tool_name(action);
  std::visit(Filler{request}, action);
}

}  // namespace fm
