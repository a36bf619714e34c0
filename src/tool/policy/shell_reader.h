// Reads one shell text into simple commands (shell_words.h): the grammar. What runs other commands
// is looked into by shell_within.h. Each text that is found inside of another (a substitution, the
// argument of sh -c) is read by a reader of its own, one deeper.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tool/policy/shell_words.h"

namespace fm {

class ShellReader {
 public:
  explicit ShellReader(ShellCommands& found, int depth = 0) : found_(found), depth_(depth) {}
  void read(std::string_view text);

 private:
  void read_list();
  void word();
  void end_word();
  void end_command();
  void give(SimpleCommand command);
  void operators();
  void redirection();
  void here_document(bool strips_tabs);
  void take_here_documents();
  bool keyword(const ShellWord& word);

  void single_quoted();
  void double_quoted();
  void escape();
  void dollar(bool is_quoted);
  void braces();
  void backticks();
  void parenthesis();  // $( at its "("
  std::string_view inside_parentheses();
  void expansions_in(std::string_view body);

  void inner(std::string_view text);
  void unsure(std::string words);
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool is_end() const { return at_ >= text_.size(); }

  struct Here {
    std::string end;
    bool strips_tabs = false;
    bool is_quoted = false;
  };

  ShellCommands& found_;
  int depth_;
  std::string_view text_;
  std::size_t at_ = 0;

  SimpleCommand command_;
  ShellWord word_;
  bool has_word_ = false;    // also an empty one: ''
  bool was_quoted_ = false;  // a part of it
  std::size_t word_begin_ = 0;
  ShellRedirection* target_of_ = nullptr;
  int for_words_ = 0;  // of a `for`, up to its end; zero: none
  std::vector<Here> heres_;
};

}  // namespace fm
