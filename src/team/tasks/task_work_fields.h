// The fields of an agency's work, as events and kept folds have them: one list a value.
#pragma once

#include "base/json_fields.h"
#include "team/tasks/agent_session.h"
#include "team/tasks/task_work.h"

namespace fm {

template <>
inline constexpr auto kJsonFields<ChangedFile> = json_fields<ChangedFile>(
    always("path", &ChangedFile::path), if_unusual("added", &ChangedFile::added),
    if_unusual("deleted", &ChangedFile::deleted), if_unusual("binary", &ChangedFile::binary));

template <>
inline constexpr auto kJsonFields<ReviewFinding> = json_fields<ReviewFinding>(
    if_unusual("file", &ReviewFinding::file), if_unusual("line", &ReviewFinding::line),
    if_unusual("severity", &ReviewFinding::severity), always("text", &ReviewFinding::text),
    if_unusual("fix", &ReviewFinding::fix));

template <>
inline constexpr auto kJsonFields<CheckRecord> = json_fields<CheckRecord>(
    always("command", &CheckRecord::command), if_unusual("tree", &CheckRecord::tree),
    if_unusual("on", &CheckRecord::on), always("status", &CheckRecord::status),
    if_unusual("why", &CheckRecord::why), if_unusual("took", &CheckRecord::took),
    if_unusual("output", &CheckRecord::output), if_unusual("room_seq", &CheckRecord::room_seq));

template <>
inline constexpr auto kJsonFields<ReviewRecord> = json_fields<ReviewRecord>(
    always("agent", &ReviewRecord::agent), if_unusual("tree", &ReviewRecord::tree),
    if_unusual("stage", &ReviewRecord::stage),
    always("verdict", &ReviewRecord::verdict, review_verdict_from),
    if_unusual("findings", &ReviewRecord::findings), if_unusual("round", &ReviewRecord::round),
    if_unusual("room_seq", &ReviewRecord::room_seq));

template <>
inline constexpr auto kJsonFields<TaskWork> = json_fields<TaskWork>(
    always("id", &TaskWork::id), if_unusual("digest", &TaskWork::digest),
    always("status", &TaskWork::status, task_status_from),
    if_unusual("skipped", &TaskWork::skipped), if_unusual("stage", &TaskWork::stage),
    if_unusual("round", &TaskWork::round), if_unusual("attempt", &TaskWork::attempt),
    if_unusual("why", &TaskWork::why), if_unusual("lane", &TaskWork::lane),
    if_unusual("base", &TaskWork::base), if_unusual("commit", &TaskWork::commit),
    if_unusual("merged", &TaskWork::merged), if_unusual("tree", &TaskWork::tree),
    if_unusual("files", &TaskWork::files), if_unusual("diff", &TaskWork::diff),
    if_unusual("checks", &TaskWork::checks), if_unusual("reviews", &TaskWork::reviews),
    if_unusual("started_at", &TaskWork::started_at),
    if_unusual("changed_at", &TaskWork::changed_at), if_unusual("room_seq", &TaskWork::room_seq));

template <>
inline constexpr auto kJsonFields<WorktreeSettings> = json_fields<WorktreeSettings>(
    if_unusual("setup", &WorktreeSettings::setup), if_unusual("copy", &WorktreeSettings::copy),
    if_unusual("caches", &WorktreeSettings::caches),
    if_unusual("cleanup", &WorktreeSettings::cleanup));

template <>
inline constexpr auto kJsonFields<SettledWorktree> =
    json_fields<SettledWorktree>(if_unusual("digest", &SettledWorktree::digest),
                                 if_unusual("settings", &SettledWorktree::settings),
                                 if_unusual("room_seq", &SettledWorktree::room_seq));

template <>
inline constexpr auto kJsonFields<Grant> =
    json_fields<Grant>(always("agent", &Grant::agent), always("tool", &Grant::tool),
                       always("pattern", &Grant::pattern));

template <>
inline constexpr auto kJsonFields<AgencyWork> = json_fields<AgencyWork>(
    if_unusual("repository", &AgencyWork::repository), if_unusual("base", &AgencyWork::base),
    if_unusual("branch", &AgencyWork::branch), if_unusual("head", &AgencyWork::head),
    if_unusual("tasks", &AgencyWork::tasks), if_unusual("grants", &AgencyWork::grants),
    if_unusual("settled", &AgencyWork::settled));

template <>
inline constexpr auto kJsonFields<SessionCall> = json_fields<SessionCall>(
    always("id", &SessionCall::id), always("name", &SessionCall::name),
    always("arguments", &SessionCall::arguments), if_unusual("done", &SessionCall::done),
    if_unusual("failed", &SessionCall::failed), if_unusual("result", &SessionCall::result),
    if_unusual("summary", &SessionCall::summary));

template <>
inline constexpr auto kJsonFields<SessionSignature> = json_fields<SessionSignature>(
    if_unusual("opaque", &SessionSignature::opaque), always("value", &SessionSignature::value),
    if_unusual("text", &SessionSignature::text), if_unusual("of", &SessionSignature::of));

template <>
inline constexpr auto kJsonFields<SessionStep> = json_fields<SessionStep>(
    if_unusual("said", &SessionStep::said), if_unusual("written", &SessionStep::written),
    if_unusual("reasoning", &SessionStep::reasoning),
    if_unusual("signatures", &SessionStep::signatures), if_unusual("calls", &SessionStep::calls),
    if_unusual("notes", &SessionStep::notes));

template <>
inline constexpr auto kJsonFields<AgentSession> = json_fields<AgentSession>(
    always("flow", &AgentSession::flow), if_unusual("task", &AgentSession::task),
    if_unusual("agent", &AgentSession::agent), if_unusual("steps", &AgentSession::steps),
    if_unusual("rounds", &AgentSession::rounds));

template <>
inline constexpr auto kJsonFields<AgentSessions> =
    json_fields<AgentSessions>(if_unusual("all", &AgentSessions::all));

}  // namespace fm
