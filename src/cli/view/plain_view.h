// The view in plain lines: for pipes, dumb terminals, NO_COLOR and screen readers.
//
// Nothing is drawn twice, nothing moves, nothing is coloured; each event is a line or a paragraph
// that makes sense by itself. Paragraphs are wrapped for a terminal only: in a pipe a line is a
// line, so that it can be searched. With --quiet only the outcome is said.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/terminal/output.h"
#include "cli/terminal/styled_text.h"
#include "cli/view/view.h"

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

  PlainView(const ViewState& view_state, Output& output, Options options);

  void begin(const Opening& opening) override;
  void event(const Event& event, Age age) override;
  void delta(const TurnDelta&) override {}
  void notice(const TurnNotice& notice) override;
  void end(const Ending& ending) override;
  void ask(const std::string& question) override;
  void typing(const std::string&, std::size_t) override {}
  void trouble(const Error& error) override;
  void show(const Layout& layout) override;
  void idle() override;
  void leave() override { away_ = true; }
  void come_back() override;

 private:
  void print(const Lines& lines);
  void paragraph(const Lines& lines);  // with an empty line before it
  void message(const Event& event);
  void turn_started(const Event& event);
  void recap();
  bool tells_turn(std::string_view task) const;
  bool is_own_echo(const Event& event) const;
  void show_gate(const OpenGate& gate);
  void tell(const Event& event);
  void gate_opened(const Event& event);
  void follow_gate();
  void outcome(const Event& event, Age age);
  void fault(const Error& error);
  void idea(const Event& event);

  const ViewState& view_state_;
  Output& output_;
  Options options_;
  std::size_t wrap_;   // columns for prose
  std::size_t table_;  // and for tables
  bool recap_due_ = false;
  Opening opening_;
  bool floor_told_ = false;  // that it is the person's, since somebody else spoke
  bool opened_ = false;
  bool any_ = false;
  bool away_ = false;    // somebody else has the terminal,
  std::string waiting_;  // and this is written after
  std::string stage_;
  std::string asked_;              // the gate that the person saw last
  std::string fault_;              // told since anybody last spoke
  std::vector<std::string> told_;  // messages of errors that a warning may repeat
};

}  // namespace fm::cli
