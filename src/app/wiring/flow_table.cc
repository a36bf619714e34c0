#include "app/wiring/flow_table.h"

#include <array>

#include "flows/agency/agency.h"
#include "flows/agency/building.h"
#include "flows/agency/coding.h"
#include "flows/conversation/conversation_flow.h"
#include "flows/ideation/ideation.h"

namespace fm {
namespace {

struct FlowRow {
  const char* name;
  FlowDefinition (*definition)();
};
constexpr std::array kFlows = std::to_array<FlowRow>({
    {"agency", agency_flow},
    {"builder", builder_flow},
    {"chat", conversation_flow},
    {"coding", coding_flow},
    {"ideation", ideation_flow},
});

}  // namespace

std::map<std::string, FlowDefinition> flow_table() {
  std::map<std::string, FlowDefinition> flows;
  for (const FlowRow& row : kFlows) {
    flows[row.name] = row.definition();
    FM_CHECK(flows[row.name].name == row.name, "a flow is registered under its own name");
  }
  return flows;
}

}  // namespace fm
