// The live view: a LiveScreen on a real terminal.
//
// Draws at most twenty times a second, once a second while somebody is at work (the time passes),
// and not at all while the terminal takes nothing (Ctrl-S): what settled meanwhile is kept and
// comes with the next frame. Loop thread.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "cli/terminal/output.h"
#include "cli/terminal/terminal.h"
#include "cli/view/live_screen.h"
#include "cli/view/painter.h"
#include "cli/view/view.h"
#include "loop/loop.h"

namespace fm::cli {

class LiveView final : public View {
 public:
  // `size` reads the window's size anew.
  LiveView(const ViewState& view_state, Loop& loop, Output& output, const Terminal& terminal,
           std::function<Size()> size, std::string me);

  void begin(const Opening& opening) override;
  void event(const Event& event, Age age) override;
  void delta(const TurnDelta& delta) override;
  void notice(const TurnNotice& notice) override;
  void end(const Ending& ending) override;
  void ask(const std::string& question) override;
  void typing(const std::string& text, std::size_t cursor) override;
  void trouble(const Error& error) override;
  void show(const Layout& layout) override;
  void idle() override;
  void drained() override;
  void resized() override { draw_soon(); }
  void leave() override;
  void come_back() override;

 private:
  void adopt_size();
  void draw_soon();
  void draw_if_ready();
  void draw();

  Loop& loop_;
  Output& output_;
  LiveScreen screen_;
  Painter painter_;
  std::function<Size()> read_size_;
  Size size_;
  Millis started_;
  Millis drawn_{-1000};
  bool away_ = false;
  bool due_ = false;  // a frame was left out because the terminal stood still
  std::unique_ptr<Timer> frame_;
  std::unique_ptr<Timer> tick_;
};

}  // namespace fm::cli
