// The commands, one source file each (cmd_*.cc). Each does its work and gives the exit status.
#pragma once

#include "cli/context/context.h"

namespace fm::cli {

int run(const HelpArgs& args, Context& context);
int run(const VersionArgs& args, Context& context);
int run(const IdeateArgs& args, Context& context);
int run(const ResumeArgs& args, Context& context);
int run(const RoomListArgs& args, Context& context);
int run(const RoomShowArgs& args, Context& context);
int run(const RoomExportArgs& args, Context& context);
int run(const RoomBindArgs& args, Context& context);
int run(const RoomUnbindArgs& args, Context& context);
int run(const RoomMoveArgs& args, Context& context);
int run(const SessionMigrateArgs& args, Context& context);
int run(const AgentsArgs& args, Context& context);
int run(const TeamsArgs& args, Context& context);
int run(const IntentArgs& args, Context& context);
int run(const ReadArgs& args, Context& context);
int run(const ModelsArgs& args, Context& context);
int run(const CostsArgs& args, Context& context);
int run(const ConversationArgs& args, Context& context);
int run(const SayArgs& args, Context& context);
int run(const DemoArgs& args, Context& context);
int run(const GateListArgs& args, Context& context);
int run(const GateAnswerArgs& args, Context& context);
int run(const ProjectStatusArgs& args, Context& context);
int run(const ProjectLogArgs& args, Context& context);
int run(const ProjectBriefArgs& args, Context& context);
int run(const ProjectListArgs& args, Context& context);
int run(const ProjectHistoryArgs& args, Context& context);
int run(const ProjectNewArgs& args, Context& context);
int run(const ProjectSwitchArgs& args, Context& context);
int run(const ProjectResetArgs& args, Context& context);
int run(const MemoryListArgs& args, Context& context);
int run(const MemoryShowArgs& args, Context& context);
int run(const MemoryDeleteArgs& args, Context& context);
int run(const PolicyShowArgs& args, Context& context);
int run(const PolicyWhyArgs& args, Context& context);
int run(const MergeArgs& args, Context& context);
int run(const RewindArgs& args, Context& context);
int run(const BuildArgs& args, Context& context);
int run(const RunArgs& args, Context& context);
int run(const StoreCheckArgs& args, Context& context);
int run(const StoreRebuildArgs& args, Context& context);
int run(const ConfigShowArgs& args, Context& context);
int run(const DoctorArgs& args, Context& context);
int run(const ServeArgs& args, Context& context);
int run(const ServeLinkArgs& args, Context& context);

}  // namespace fm::cli
