// TestConversation scripts: a conversation as text: what agents say, what the person does, what
// must be seen. Read by people first.
//
//   # proves C-20
//   AGENT TASK [xN]: text           what the model answers; more text on indented lines. Other
//   turns
//                                   get the words of test/support/conversation_lines.cc
//   AGENT TASK fails KIND [xN]      AGENT TASK hangs    it never answers
//   AGENT TASK calls TOOL [xN]: {"path": "a.txt"}      the model calls a tool
//   folder PATH: text               a file of the room's folder; more of it on indented lines
//   folder PATH links TARGET        folder PATH fills 50      a link; a file of 50 MB
//   rehearsal                       the packaged rehearsal answers instead
//   team NAME                       file teams/x.yaml   (lines below, indented: the file's text)
//   understands                     a model reads what the person says: AGENT understand: {...}
//   models scripted:a               budget project turns=4
//   person: words                   answer GATE-TYPE: option [| reason]
//   person during AGENT TASK: words          interrupt during AGENT TASK
//   crash during AGENT TASK                  the process ends before the answer, another goes on
//   wait MINUTES                    restart
//   enter own room                  what follows is said and seen there (C-53)
//   leave own room                  in the room that it came from again
//
// What was seen since the person last did something:
//
//   see messages: question question system       kinds, in order, without the person's own
//   see said AGENT: words           or system: a message of it holds the words
//   see not said AGENT: words
//
// And where things stand:
//
//   see phase: discovery            see iteration: 2          see ending: success
//   see intent: build               see projects: 2           see goal: words
//   see questions: 4 asked, 3 answered, 1 open                see agents: leader coder
//   see gate: ready                 see no gate               see warning: CODE
//   see asked AGENT TASK: 2         calls of the model        see no warnings
//   see prompt AGENT TASK: words    in what was sent last     see no prompt AGENT TASK: words
//   see brief REVISION: words       see briefs: 2             see vote AGENT: agree
//   see came from: approval         see selected              see route AGENT
//   see looked AGENT: a.txt, lib/   in its last turn; empty: at nothing
//   see one list of tools           all that was sent with the talk had the same, byte for byte
//   see checkpoint GATE-TYPE FIELD: words    in what the newest gate of the type shows
//
// Every script sees, too, that phases changed along the table alone, each announced, and that
// nothing was told, sent to a model or written before its commit (outside.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "test/support/discussion.h"

namespace fm::testing {

struct TalkRun {
  std::vector<std::string> failures;  // "file:line: what was expected and what was seen"
  int seen = 0;
  std::vector<std::string> faulty_changes;  // of phases (conversation_seen.h); failures too
  std::size_t changes = 0;                  // of phases
  std::vector<std::int64_t> commits;        // the disk's operations that made something durable
  int crashes = 0;
  std::int64_t cuts = 0;             // of unsynced writes, that were looked at
  std::size_t told = 0;              // lines that watchers were told
  std::size_t quoted = 0;            // lines that a model was sent again
  std::vector<std::string> prompts;  // in the order in which models were asked
  std::string story;                 // of the room, where something failed
};

struct TalkOptions {
  std::uint64_t seed = 0;
  EngineOptions::Evict evict = EngineOptions::Evict::kWhenDeferred;
  // The process ends at that operation of the disk, comes again, and goes on; 0: it does not.
  std::int64_t crash_at = 0;
  When crash_when = When::kAfter;
  CrashMode mode = CrashMode::kCrash;
  // With kLostSuffix: how many unsynced writes are kept, below 0 as the seed says; and how many of
  // the cuts are looked at, of which one is gone on from.
  std::int64_t keep = -1;
  std::int64_t most_cuts = 3;
  // The packaged rehearsal speaks in place of the script's agents, so that only where things stand
  // is looked at: phase, ending, gate, intent, projects.
  bool rehearsed = false;
  bool wired = false;  // models are asked over an OpenAI server's protocol (openai_wire.h)
};

TalkRun run_talk(const std::string& path, const std::string& text, const TalkOptions& options = {});

// The scripts in test/flows/conversation/, sorted: path and text.
std::vector<std::pair<std::string, std::string>> talk_scripts();

}  // namespace fm::testing
