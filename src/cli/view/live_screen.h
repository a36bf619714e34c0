// LiveScreen: the live view as values. Events go in, lines come out; no terminal is touched.
//
// There are two kinds of lines. Settled ones are said for good: they go into the terminal's
// scrollback and are never touched again. Living ones stand at the bottom and may change with each
// frame: the words that are growing now, who else is at work, who waits and why, the status, what
// the person types. Of several who speak at once the first grows in full and keeps its place until
// it is over; the others have a line each with their newest words, so that nothing jumps (C-3).
// Together they never exceed the screen's height. A speech that grows beyond it settles line by
// line from its top; other lines that would come in between are held until it is over.
// Not durable: everything here can be made again from the story.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/terminal/styled_text.h"
#include "cli/view/speech.h"
#include "cli/view/view.h"

namespace fm::cli {

struct Frame {
  Lines settled;           // new since the last frame
  Lines living;            // the whole bottom; empty when nothing lives
  std::size_t cursor = 0;  // its column,
  std::size_t above = 0;   // and how many lines its line is above the last living one
};

class LiveScreen {
 public:
  static constexpr std::size_t kMeasure = 100;  // longer lines of prose are hard to read

  struct Options {
    Charset charset = Charset::kUtf8;
    std::string me;  // whose words are "You"
  };

  // `story` outlives the screen and is up to date before each call.
  LiveScreen(const ViewState& view_state, Options options)
      : view_state_(view_state), options_(std::move(options)) {}

  void resize(std::size_t columns, std::size_t rows);

  // So many of the last frame's living lines have left the screen at its top, because it became
  // smaller: they are said for good.
  void scrolled_off(std::size_t lines);

  void begin(const Opening& opening);
  void event(const Event& event, Age age);
  void delta(const TurnDelta& delta);
  void notice(const TurnNotice& notice);
  void ask(std::string question) { question_ = std::move(question); }
  void typing(std::string text, std::size_t cursor);
  void trouble(const Error& error);
  void show(const Layout& layout);
  void idle() { idle_ = true; }
  void end(const Ending& ending);

  Frame frame(Millis elapsed);

  bool is_anyone_at_work() const;

 private:
  // Blocks are parted by an empty line, but for rows of one table and notes in a row.
  enum class Block { kNone, kHead, kSpeech, kVote, kNewIdeas, kScores, kNote, kOther };
  struct Held {
    Block block;
    Lines lines;
    std::string speaker;
  };

  void settle(Block block, Lines lines, std::string speaker = {});
  void put(Block block, Lines lines, std::string speaker = {});
  void release_held();
  void note(const Lines& lines) { settle(Block::kNote, lines); }

  void turn_started(const Event& event);
  void earlier_turn(const Event& event);
  void turn_ended(const Event& event);
  void message_posted(const Event& event);
  void new_idea(const Event& event);
  void score_row(const Event& event);
  void tell(const Event& event);
  void gate_opened(const Event& event);
  void follow_gate();
  void show_gate(const OpenGate& gate);
  void recap();
  void warn(const Error& error);
  void fault(const Error& error);

  Preview& preview(const std::string& turn);
  Preview* front();  // whose words are shown; null when nobody's
  Speech speech_of(const Preview& preview) const;
  const Preview* first_at_work();  // whom the status is about
  bool converses() const { return opening_.mode == Mode::kConversation; }
  bool continues(const Speech& speech) const;
  Block block_of(const Speech& speech) const;
  Lines growing_lines(std::size_t room);
  Lines waiting_lines(Millis elapsed);
  Lines team_lines(Millis elapsed);
  Line waiting_line(Line line, Preview& one, Millis elapsed) const;
  Line team_line(Preview& one, Millis elapsed) const;
  Line status(Millis elapsed);
  void add_input(Lines& below, Frame& frame) const;
  std::size_t line_columns() const { return columns_ - 1; }  // the last column stays free
  std::size_t text_columns() const { return std::min(line_columns(), kMeasure); }

  const ViewState& view_state_;
  Options options_;
  std::size_t columns_ = 80;
  std::size_t rows_ = 24;

  Lines settled_;
  Block last_ = Block::kNone;
  std::string last_speaker_;
  std::string stage_;
  bool table_follows_ = false;     // the last speech ends in words that a table of ideas goes with
  std::vector<std::string> told_;  // messages of errors that a warning may repeat
  std::vector<Held> held_;
  std::vector<Preview> previews_;
  std::string front_;           // the turn whose words are shown; it keeps its place
  std::size_t grown_head_ = 0;  // of the last frame: lines above the growing words,
  Lines grown_;                 // and these

  std::vector<std::string> done_;     // who has spoken since anybody began
  std::size_t not_listed_ = 0;        // of those at work, in the last frame
  std::optional<Millis> busy_since_;  // in the view's time
  std::string asked_;                 // the gate that the person saw last
  std::string fault_;                 // told since anybody last spoke

  Opening opening_;
  bool idle_ = false;  // nobody goes on by themselves
  bool recap_due_ = false;
  bool opened_ = false;
  bool ended_ = false;
  std::string question_;
  std::string typed_;
  std::size_t typed_cursor_ = 0;
};

}  // namespace fm::cli
