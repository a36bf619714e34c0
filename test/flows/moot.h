// Moot: a discussion as a text script: what is set up, what the agents say, what the person does,
// and what must be seen. Read by people first.
//
//   # proves I-2
//   topic a tool library            preset extended          set rounds=1 min_score=7.5
//   file teams/ideation.yaml        (lines below, indented: the file's text)
//   context 6000                    (tokens that each model holds)   context scripted:a 6000
//   AGENT TASK [ROUND]: text        what the model answers; more text on indented lines
//   AGENT TASK [ROUND] fails KIND [xN]
//   AGENT TASK [ROUND] [xN]: text   the first N times
//   on MODEL AGENT TASK ...: text   the same, of one model of a chain only
//   tokens IN OUT                   that each line after this one takes
//   models scripted:a, scripted:b   price scripted:a IN OUT     (dollars for a million tokens)
//   budget room usd=0.5 turns=3     or day, project
//   person during AGENT TASK [ROUND]: words
//   interrupt during AGENT TASK [ROUND]
//   start
//   continue rounds=2 panel=3       more rounds for the finished discussion
//   person: words                   answer GATE-TYPE: option
//   see turns: leader/kickoff, researcher/research 1
//   see kinds: kickoff, ideation    of the agents' messages
//   see end: success                error CODE, cancellation, or waiting
//   see idea idea-1 r2: Title       see score idea-1: 8.50      see unscored idea-2
//   see spread idea-1: 2.50         see flags idea-1: contested pinned       none: no flag
//   see merged idea-2 into idea-1   see selected: idea-1 by score below_threshold leader idea-2
//   see warning: CODE               see no warnings
//   see asked AGENT TASK [ROUND]: 2 see prompt AGENT TASK [ROUND]: words in what was sent
//   see no prompt AGENT TASK [ROUND]: words                     see gate: paused
//   see model AGENT TASK [ROUND]: scripted:b      who spoke     see cost: 12345     (micro-dollars)
//
// Answers without a line come from the packaged rehearsal.
#pragma once

#include <string>
#include <vector>

namespace fm::testing {

struct MootRun {
  std::vector<std::string> failures;  // "file:line: what was expected and what was seen"
  int seen = 0;                       // expectations that were checked
};

MootRun run_moot(const std::string& path, const std::string& text);

}  // namespace fm::testing
