// The view in plain lines: for pipes, dumb terminals, NO_COLOR and screen readers.
//
// Nothing is drawn twice, nothing moves, nothing is coloured; each event is a line or a paragraph
// that makes sense by itself. Paragraphs are wrapped for a terminal only: in a pipe a line is a
// line, so that it can be searched. With --quiet only the outcome is said.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/ink.h"
#include "cli/output.h"
#include "cli/view.h"

namespace fm::cli {

enum class Say { kEverything, kOutcome };

class PlainView final : public View {
 public:
  struct Options {
    Charset charset = Charset::kUtf8;
    std::size_t columns = 0;  // 0: not wrapped
    std::string me;
    Say say = Say::kEverything;
  };

  PlainView(const Story& story, Output& output, Options options);

  void begin(const Opening& opening) override;
  void event(const Event& event, Age age) override;
  void delta(const TurnDelta&) override {}
  void notice(const TurnNotice& notice) override;
  void end(const Ending& ending) override;
  void ask(const std::string& question) override;
  void typing(const std::string&, std::size_t) override {}
  void trouble(const Error& error) override;

 private:
  void print(const Lines& lines);
  void paragraph(const Lines& lines);  // with an empty line before it
  void message(const Event& event);
  void turn_started(const Event& event);
  void recap();
  void show_gate(const OpenGate& gate);
  void idea(const Event& event);

  const Story& story_;
  Output& output_;
  Options options_;
  std::size_t wrap_;   // columns for prose
  std::size_t table_;  // and for tables
  RoomSeq earlier_;    // the last event of what was before
  bool recap_due_ = false;
  bool interactive_ = false;
  bool opened_ = false;
  bool any_ = false;
  std::string stage_;
  std::vector<std::string> told_;  // messages of errors that a warning may repeat
};

}  // namespace fm::cli
