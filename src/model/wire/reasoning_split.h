// ReasoningSplit: takes reasoning that a model wrote into its answer out of the answer (P-22).
//
// Servers that do not know a model's template leave its tags in the text: <think> and its kin,
// channel marks, a closing tag alone (the template had opened it), a block that never closes or is
// closed by another tag of its kin. Text goes in as it streams, however it is cut; text and
// reasoning come out, held back only where a tag may have begun. A closing tag alone means that all
// text before it was reasoning: what was shown of it is void once an answer follows. If none does,
// it was the answer. In code and in backticks tags are text. Linear in the bytes.
#pragma once

#include <bitset>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "model/wire/fence_watch.h"
#include "reading/json/reasoning_tags.h"

namespace fm {

class ReasoningSplit {
 public:
  enum class Part { kText, kReasoning, kTextWasReasoning };
  using OnPart = std::function<void(Part part, std::string_view text)>;

  void feed(std::string_view text, const OnPart& on_part);

  // Whether the answer came to its own end. In one that was cut, the beginning of a tag is none of
  // its words, and the answer behind a closing tag might have followed; calls of tools are one.
  enum class End { kWhole, kCalls, kCut };
  void finish(End end, const OnPart& on_part);

 private:
  enum class Mode { kText, kTag, kHeader, kChannelReasoning };
  enum class Kind { kText, kPerhaps, kOpen, kClose, kChannel, kDropped };
  struct Mark {
    Kind kind = Kind::kText;
    std::size_t length = 0;
    const ReasoningTag* tag = nullptr;
  };

  // What stands at the beginning of `rest`; `is_all` when nothing more comes.
  Mark mark_at(std::string_view rest, bool is_all) const;
  Mark emphasised_at(std::string_view rest, bool is_all) const;
  Mark opening_at(std::string_view rest) const;
  Mark closing_at(std::string_view rest, bool is_all) const;
  Mark channel_at(std::string_view rest) const;
  Mark wrapping_at(std::string_view rest) const;

  void run(bool is_all, End end, const OnPart& on_part);
  // Each takes what is sure from the beginning of `rest`: bytes, 0 when more has to come.
  std::size_t take_text(std::string_view rest, bool is_all, End end, const OnPart& on_part);
  std::size_t take_tag(std::string_view rest, bool is_all, const OnPart& on_part);
  // The open block's end at the beginning of `rest`: its own closing tag, or one of its kin.
  Mark end_of_block(std::string_view rest, bool is_all);
  Mark foreign_end(std::string_view rest, bool is_all);
  std::size_t take_header(std::string_view rest, bool is_all, const OnPart& on_part);
  std::size_t take_channel(std::string_view rest, bool is_all, const OnPart& on_part);
  std::size_t act(const Mark& mark, std::string_view rest);
  std::size_t drop_beginning(std::string_view rest, const OnPart& on_part);
  void say(std::string_view text, const OnPart& on_part);
  void think(std::string_view text, const OnPart& on_part);
  void void_text();
  void drop_void_text(const OnPart& on_part);
  void end_reasoning();
  bool may_begin_mark(char byte) const;
  bool is_shown_in_code(const Mark& mark);

  Mode mode_ = Mode::kText;
  const ReasoningTag* tag_ = nullptr;          // that is open
  const ReasoningTag* foreign_tag_ = nullptr;  // the block that a tag of its kin closed
  std::bitset<kReasoningTags.size()> nested_;  // kin that the open block itself opened
  std::string held_;                           // not decided yet
  std::string lead_;                           // white space before the answer's first word
  std::string header_;                         // of a channel
  std::string_view wrapper_;  // the closing tag of what is wrapped around the answer
  std::string before_;        // the last bytes of the text
  std::string start_;         // its first ones
  std::string thought_;       // the last bytes of the open block
  FenceWatch fences_;
  bool has_void_ = false;       // the text before a closing tag alone, until an answer follows
  bool opens_in_code_ = false;  // an opening tag was shown in indented code
  bool has_split_ = false;      // some reasoning was taken out
  bool has_channels_ = false;   // channel marks were seen: their ends are marks as well
  bool is_blank_ = true;        // no word of the answer yet
  bool is_behind_ = true;       // only spaces since the start, or since the last reasoning
};

}  // namespace fm
