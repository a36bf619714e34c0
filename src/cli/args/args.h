// The command line as values: what was asked for, and nothing about how it was written.
//
// parse_args() is the only way in. A mistake is an Error with code usage_invalid that says what was
// wrong, what was probably meant, and what to type. CLI11 is behind args.cc alone. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "cli/args/json_mode.h"

namespace fm::cli {

// Options that every command takes, before or after its name.
struct Globals {
  std::string store;
  std::string as;
  JsonMode json = JsonMode::kNo;
  bool no_color = false;
  bool quiet = false;
};

struct IdeateArgs {
  std::string topic;                // "-": standard input
  std::string preset, team, model;  // empty: the configured or usual one
  std::optional<int> rounds;
  std::optional<int> min_ideas;
  std::optional<bool> deep_dive;
  std::optional<int> min_score_hundredths;
  std::optional<int> panel;
  std::string continues;  // the beginning of a room's name: more rounds there, and no topic
  std::string out;
  std::string ideas;
  bool force_new = false;
  bool plain = false;
  std::string record, replay;  // cassettes
};

struct ResumeArgs {
  std::string room;  // empty: the newest unfinished one of this folder
  bool force = false;
  bool anew = false;  // what cannot go on is begun anew from what was heard
  bool plain = false;
  std::string record, replay;
};

struct RoomListArgs {
  bool all = false;  // not only this folder's
};
struct RoomShowArgs {
  std::string room;          // empty: the newest of this folder
  std::optional<int> after;  // only what came after this event; for programs
};
struct RoomExportArgs {
  std::string room;
  std::string out;  // empty: standard output
};

// By which channels a room is spoken in (C-51).
struct RoomBindArgs {
  std::string room;     // the beginning of its name
  std::string channel;  // empty: those that are bound are listed
};
struct RoomUnbindArgs {
  std::string room;
  std::string channel;
};
struct RoomMoveArgs {
  std::string room;  // the beginning of its name; it becomes one of this folder
};
struct SessionMigrateArgs {
  std::vector<std::string> keys;  // "-" alone: standard input
  std::string room;               // the beginning of its name; empty: this folder's
};

enum class CatalogAction { kList, kShow, kCheck };
struct CatalogArgs {
  CatalogAction action = CatalogAction::kList;
  std::string name;
};
struct AgentsArgs : CatalogArgs {
  bool start = false;  // check: coding agents are started too
};
struct TeamsArgs : CatalogArgs {};

struct IntentArgs {
  std::string text;  // "-": standard input
};
struct ReadArgs {
  std::string what;                  // one of readable_kinds()
  std::string file;                  // empty or "-": standard input
  std::string ideas, roster, tools;  // files with what the answer may name; empty: the usual
  std::string task;
  std::string form;  // of tool calls; empty: text
  bool cut_off = false;
  std::string context;  // of a message: the file with {context, text}; "-": standard input
  bool by_model = false;
  std::string model;  // that reads it; empty: the one that is configured
};

struct ModelsArgs {
  std::string name;  // of a provider or a model; empty: all
  bool check = false;
};
struct CostsArgs {
  std::string by;    // day, room, agent, model, task; empty: by day and by model
  std::string room;  // the beginning of its name; empty: all
  int days = 0;      // only the last ones; 0: all
};

// `folkmoot` alone: talk in the room of the folder (P-80).
struct ConversationArgs {
  std::string room;         // the beginning of its name; empty: this folder's
  std::string new_title;    // of a room that is made; empty: none is
  std::string team, model;  // empty: the configured or usual one
  bool plain = false;
  std::string record, replay;

  bool operator==(const ConversationArgs&) const = default;
};
struct SayArgs {
  std::string text;  // "-": standard input
  std::string room;  // the beginning of its name; empty: this folder's, or the channel's
  std::optional<std::string> channel;  // that it is said by; none: the terminal
  std::string team, model;
  bool plain = false;
  std::string record, replay;
};

// A conversation that is written out whole, played in a room of its own (P-34).
struct DemoArgs {
  std::string name;  // empty: they are listed
  bool plain = false;
};

struct GateListArgs {
  std::string room;  // empty: all of this folder
};
struct GateAnswerArgs {
  std::string gate;
  std::string option;  // its number or its words; empty: not said
  std::string reason;
};

inline constexpr int kUsualLogLines = 20;  // C-50

// Which project is meant.
struct ProjectTarget {
  std::string room;     // the beginning of its name; empty: this folder's newest with a project
  std::string project;  // empty: the active one
};
struct ProjectStatusArgs {
  ProjectTarget of;
};
struct ProjectLogArgs {
  ProjectTarget of;
  int lines = kUsualLogLines;
};
struct ProjectBriefArgs {
  ProjectTarget of;
  std::optional<int> revision;  // none: the one that counts
  std::optional<int> compare;   // with this one; none: no comparison
};
struct ProjectListArgs {
  std::string room;
};
struct ProjectHistoryArgs {
  ProjectTarget of;
};
struct ProjectNewArgs {
  std::string goal;
  std::string room;
};
struct ProjectSwitchArgs {
  std::string project;
  std::string room;
};
struct ProjectResetArgs {
  ProjectTarget of;
  bool yes = false;  // without it the person is asked
};

// What finished projects of this folder came to (C-52).
struct MemoryListArgs {
  std::string room;  // the beginning of its name; empty: all of this folder
};
struct MemoryShowArgs {
  std::string project;
  std::string room;
};
struct MemoryDeleteArgs {
  std::string project;
  std::string room;
  bool yes = false;  // without it the person is asked
};

// The work of an agency.

// The rules that agents' tools are held to, or why one call is allowed or not (P-61).
struct PolicyShowArgs {
  ProjectTarget of;
};
struct PolicyWhyArgs {
  ProjectTarget of;
  std::string agent = "builder";
  std::string tool;
  std::vector<std::string> words;  // a command, a path or an address
  bool sandboxed = true;
};
// What was built, taken into the person's own branch, or along in another way (S-11).
struct MergeArgs {
  ProjectTarget of;
  std::string patch;  // the file to write; empty: none is wanted
  bool push = false;  // the lines for it are printed; nothing is pushed
};
struct RewindArgs {
  ProjectTarget of;
  std::string task;
  std::optional<int> step;  // none: the steps are listed; 0: as the task began
};
// The short way from a wish to a plan and its work.
struct BuildArgs {
  std::string wish;         // "-": standard input
  std::string team, model;  // empty: the configured or usual one
  bool plain = false;
  std::string record, replay;
};
// The same for scripts, where nobody can be asked.
struct RunArgs {
  std::string goal;         // "-": standard input
  std::string team, model;  // empty: the configured or usual one
  bool yes = false;         // to the brief, the plan and the result (S-13)
  bool merge = false;       // and the result comes into the branch that is checked out
  std::string record, replay;
};

struct StoreCheckArgs {
  bool accept = false;  // goes on from where the store ends
};
struct StoreRebuildArgs {};

inline constexpr int kServePort = 8470;

// The store's HTTP door, for a browser (P-70).
struct ServeArgs {
  std::string host = "127.0.0.1";
  int port = kServePort;  // 0: any that is free
  std::string public_url;
  bool open = false;  // in the browser
};
struct ServeLinkArgs {};
struct ConfigShowArgs {};
struct DoctorArgs {};
struct VersionArgs {};
struct HelpArgs {
  std::string about;  // a command's name: "ideate", "room list"; empty: all
};

using Command =
    std::variant<HelpArgs, VersionArgs, IdeateArgs, ResumeArgs, RoomListArgs, RoomShowArgs,
                 RoomExportArgs, RoomBindArgs, RoomUnbindArgs, RoomMoveArgs, SessionMigrateArgs,
                 AgentsArgs, TeamsArgs, IntentArgs, ReadArgs, ModelsArgs, CostsArgs,
                 ConversationArgs, SayArgs, DemoArgs, GateListArgs, GateAnswerArgs,
                 ProjectStatusArgs, ProjectLogArgs, ProjectBriefArgs, ProjectListArgs,
                 ProjectHistoryArgs, ProjectNewArgs, ProjectSwitchArgs, ProjectResetArgs,
                 MemoryListArgs, MemoryShowArgs, MemoryDeleteArgs, PolicyShowArgs, PolicyWhyArgs,
                 MergeArgs, RewindArgs, BuildArgs, RunArgs, StoreCheckArgs, StoreRebuildArgs,
                 ConfigShowArgs, DoctorArgs, ServeArgs, ServeLinkArgs>;

struct Invocation {
  Globals globals;
  Command command;
};

// `arguments` without the program's name.
Result<Invocation> parse_args(const std::vector<std::string>& arguments);

// How errors are to be told, even when the arguments cannot be read.
JsonMode json_mode_in(const std::vector<std::string>& arguments);

std::vector<std::string> command_names();  // of all commands: "room list"

}  // namespace fm::cli
