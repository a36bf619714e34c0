// ExternalEditor: a text in the person's own editor, as git opens one (C-41, P-80).
//
// VISUAL counts, then EDITOR; it is run by the shell, with a private file as its last argument. It
// shares the terminal and its signals with us: whoever begins one hands the terminal over before,
// and takes it back when told that it is over. What was saved stays in its file until it is
// forgotten, so that a text that nobody takes is not lost. Nothing waits on the loop. Destroying it
// while the editor runs ends the editor and keeps the file. Loop thread.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>

#include "cli/terminal/terminal.h"
#include "loop/loop.h"

namespace fm::cli {

struct EditedText {
  std::string text;
  std::string path;  // where it is, for whoever may read it
};

// The text was taken, or nobody wants it: its file goes.
void forget(const EditedText& edited);

class ExternalEditor {
 public:
  // What was saved. Error: editor_failed; then there is no file.
  using Done = std::function<void(Result<EditedText>)>;

  // Errors: editor_none, editor_failed.
  static Result<std::unique_ptr<ExternalEditor>> begin(Loop& loop, const Environment& env,
                                                       const std::string& text, Done done);
  ~ExternalEditor();
  ExternalEditor(const ExternalEditor&) = delete;
  ExternalEditor& operator=(const ExternalEditor&) = delete;

 private:
  ExternalEditor(Loop& loop, std::string command, std::string file, Done done);
  Result<void> run();
  void ended();

  Loop& loop_;
  std::string command_;
  std::string file_;
  Done done_;
  pid_t child_ = -1;
  int watched_ = -1;  // the child's pidfd
  std::unique_ptr<FdWatch> watch_;
};

}  // namespace fm::cli
