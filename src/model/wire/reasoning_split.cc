#include "model/wire/reasoning_split.h"

#include <algorithm>
#include <array>
#include <utility>

#include "model/wire/reasoning_marks.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

constexpr std::size_t kLongestHeader = 256;
constexpr std::size_t kTailBytes = 8;
constexpr std::string_view kFirstBytes = "<[&\xE2";
constexpr std::size_t kTellingStart = 5;  // "</thi" is no other word's beginning

constexpr std::string_view kMessage = "<|message|>";
constexpr std::array<std::string_view, 2> kHeaders{"<|start|>", "<|channel|>"};
constexpr std::array<std::string_view, 3> kEnds{"<|end|>", "<|return|>", "<|call|>"};

// gpt-oss without the brackets of its marks: "analysisWe need ...assistantfinalHello".
constexpr std::string_view kBareReasoning = "analysis";
constexpr std::string_view kBareFinal = "assistantfinal";

// What some models wrap around the answer that follows their reasoning.
constexpr std::array kWrappers{
    ReasoningTag{"<answer>", "</answer>"},
    ReasoningTag{"<|start_response|>", "<|end_response|>"},
    ReasoningTag{"<|begin_of_solution|>", "<|end_of_solution|>"},
};

void keep_tail(std::string& tail, std::string_view text) {
  tail += text.substr(text.size() - std::min(text.size(), kTailBytes));
  if (tail.size() > kTailBytes) tail.erase(0, tail.size() - kTailBytes);
}

// What is found in one piece of the stream is given on in as few pieces as can be.
class Joined {
 public:
  using Part = ReasoningSplit::Part;
  explicit Joined(const ReasoningSplit::OnPart& on_part)
      : on_part_(on_part), take_([this](Part part, std::string_view text) { add(part, text); }) {}
  Joined(const Joined&) = delete;
  const ReasoningSplit::OnPart& take() const { return take_; }
  void give() {
    if (text_.empty()) return;
    const std::string text = std::exchange(text_, {});
    on_part_(part_, text);
  }

 private:
  void add(Part part, std::string_view text) {
    if (part == Part::kTextWasReasoning || part != part_) give();
    part_ = part;
    if (part == Part::kTextWasReasoning) return on_part_(part, {});
    text_ += text;
  }

  const ReasoningSplit::OnPart& on_part_;
  ReasoningSplit::OnPart take_;
  Part part_ = Part::kText;
  std::string text_;
};

}  // namespace

void ReasoningSplit::feed(std::string_view text, const OnPart& on_part) {
  held_ += text;
  Joined joined(on_part);
  run(false, End::kWhole, joined.take());
  joined.give();
}

void ReasoningSplit::finish(End end, const OnPart& on_part) {
  Joined joined(on_part);
  run(true, end, joined.take());
  if (mode_ == Mode::kHeader) think(header_, joined.take());
  if (end != End::kWhole) drop_void_text(joined.take());
  if (!has_split_ && !lead_.empty()) joined.take()(Part::kText, lead_);
  lead_.clear();
  joined.give();
}

void ReasoningSplit::run(bool is_all, End end, const OnPart& on_part) {
  std::size_t at = 0;
  while (at < held_.size()) {
    const std::string_view rest = std::string_view(held_).substr(at);
    std::size_t taken = 0;
    switch (mode_) {
      case Mode::kText:
        taken = take_text(rest, is_all, end, on_part);
        break;
      case Mode::kTag:
        taken = take_tag(rest, is_all, on_part);
        break;
      case Mode::kHeader:
        taken = take_header(rest, is_all, on_part);
        break;
      case Mode::kChannelReasoning:
        taken = take_channel(rest, is_all, on_part);
        break;
    }
    if (taken == 0) break;
    at += taken;
  }
  held_.erase(0, at);
}

bool ReasoningSplit::may_begin_mark(char byte) const {
  return kFirstBytes.find(byte) != std::string_view::npos ||
         (byte == '*' && (is_behind_ || fences_.is_line_blank())) ||
         (ascii_lower(byte) == 'a' && start_.starts_with(kBareReasoning));
}

std::size_t ReasoningSplit::take_text(std::string_view rest, bool is_all, End end,
                                      const OnPart& on_part) {
  std::size_t length = 1;
  if (may_begin_mark(rest[0]) && !fences_.is_inside()) {
    const Mark mark = mark_at(rest, is_all);
    if (mark.kind == Kind::kPerhaps && !is_all) return 0;
    if (mark.kind == Kind::kPerhaps && end == End::kCut) return drop_beginning(rest, on_part);
    const bool is_mark = mark.kind != Kind::kText && mark.kind != Kind::kPerhaps;
    if (is_mark && !is_shown_in_code(mark)) return act(mark, rest);
  }
  const bool is_start = start_.size() < kBareReasoning.size();
  const auto may_stop = [&](char byte) { return byte == '*' || may_begin_mark(byte); };
  while (!is_start && length < rest.size() && !may_stop(rest[length])) ++length;
  say(rest.substr(0, length), on_part);
  return length;
}

// A closing tag in indented code counts all the same unless its opening tag was shown there:
// reasoning may end in an indented list.
bool ReasoningSplit::is_shown_in_code(const Mark& mark) {
  if (!fences_.is_indented()) return false;
  if (mark.kind == Kind::kOpen) opens_in_code_ = true;
  return mark.kind == Kind::kOpen || (mark.kind == Kind::kClose && opens_in_code_);
}

// What stands at the end of an answer that was cut is no word of it.
std::size_t ReasoningSplit::drop_beginning(std::string_view rest, const OnPart& on_part) {
  if (rest.starts_with("</") && rest.size() >= kTellingStart) void_text();
  drop_void_text(on_part);
  think(rest, on_part);
  return rest.size();
}

std::size_t ReasoningSplit::act(const Mark& mark, std::string_view rest) {
  switch (mark.kind) {
    case Kind::kOpen:
      mode_ = Mode::kTag;
      tag_ = mark.tag;
      has_split_ = true;
      thought_.clear();
      nested_.reset();
      break;
    case Kind::kClose:
      void_text();
      break;
    case Kind::kChannel:
      mode_ = Mode::kHeader;
      header_ = rest.substr(0, mark.length);
      has_channels_ = true;
      break;
    case Kind::kDropped:
      if (mark.tag != nullptr) wrapper_ = mark.tag->close;
      break;
    case Kind::kText:
    case Kind::kPerhaps:
      break;
  }
  return mark.length;
}

ReasoningSplit::Mark ReasoningSplit::mark_at(std::string_view rest, bool is_all) const {
  if (before_.ends_with('`')) return {};
  if (rest.starts_with('*')) return emphasised_at(rest, is_all);
  Mark perhaps;
  for (const Mark mark :
       {channel_at(rest), opening_at(rest), closing_at(rest, is_all), wrapping_at(rest)}) {
    if (mark.kind == Kind::kPerhaps) perhaps = mark;
    if (mark.kind != Kind::kText && mark.kind != Kind::kPerhaps) return mark;
  }
  return perhaps;
}

// **<think>**
ReasoningSplit::Mark ReasoningSplit::emphasised_at(std::string_view rest, bool is_all) const {
  const std::size_t run = emphasis_at(rest);
  if (run == 0) return {};
  if (run == rest.size()) return {.kind = Kind::kPerhaps};
  Mark found = opening_at(rest.substr(run));
  if (found.kind != Kind::kOpen) return found.kind == Kind::kPerhaps ? found : Mark{};
  found.length += run;
  const std::string_view after = rest.substr(found.length);
  if (after.size() < run && emphasis_at(after) == after.size() && !is_all)
    return {.kind = Kind::kPerhaps};
  if (emphasis_at(after) == run) found.length += run;
  return found;
}

// A tag in the middle of a sentence is spoken of, not used.
ReasoningSplit::Mark ReasoningSplit::opening_at(std::string_view rest) const {
  const bool is_place = is_behind_ || fences_.is_line_blank() || before_.ends_with('}') ||
                        before_.ends_with(']') || ends_sentence(before_);
  Mark found;
  if (!is_place) return found;
  for (const ReasoningTag& tag : kReasoningTags) {
    const TagMatch match = match_tag(rest, tag.open);
    if (match.fit == MarkFit::kPerhaps) found.kind = Kind::kPerhaps;
    if (match.fit == MarkFit::kYes && match.is_empty)
      return {.kind = Kind::kDropped, .length = match.length};
    if (match.fit == MarkFit::kYes)
      return {.kind = Kind::kOpen, .length = match.length, .tag = &tag};
  }
  return found;
}

ReasoningSplit::Mark ReasoningSplit::closing_at(std::string_view rest, bool is_all) const {
  Mark found;
  if (start_.starts_with(kBareReasoning)) {
    const TagMatch match = match_tag(rest, kBareFinal);
    if (match.fit == MarkFit::kYes) return {.kind = Kind::kClose, .length = match.length};
    if (match.fit == MarkFit::kPerhaps) found.kind = Kind::kPerhaps;
  }
  for (const ReasoningTag& tag : kReasoningTags) {
    const TagMatch match = match_tag(rest, tag.close);
    if (match.fit == MarkFit::kPerhaps) found.kind = Kind::kPerhaps;
    if (match.fit != MarkFit::kYes) continue;
    const std::string_view after = rest.substr(match.length);
    const MarkFit fit = &tag == foreign_tag_ ? MarkFit::kYes : closes(before_, after, is_all);
    if (fit == MarkFit::kPerhaps) return {.kind = Kind::kPerhaps};
    if (fit == MarkFit::kNo) return {};
    const TagMatch stars = emphasis_end(before_, after, is_all);
    if (stars.fit == MarkFit::kPerhaps) return {.kind = Kind::kPerhaps};
    return {.kind = Kind::kClose, .length = match.length + stars.length};
  }
  return found;
}

ReasoningSplit::Mark ReasoningSplit::channel_at(std::string_view rest) const {
  Mark found;
  for (const std::string_view word : kHeaders) {
    const TagMatch match = match_tag(rest, word);
    if (match.fit == MarkFit::kYes) return {.kind = Kind::kChannel, .length = match.length};
    if (match.fit == MarkFit::kPerhaps) found.kind = Kind::kPerhaps;
  }
  if (!has_channels_) return found;
  for (const std::string_view word : kEnds) {
    const TagMatch match = match_tag(rest, word);
    if (match.fit == MarkFit::kYes) return {.kind = Kind::kDropped, .length = match.length};
    if (match.fit == MarkFit::kPerhaps) found.kind = Kind::kPerhaps;
  }
  return found;
}

ReasoningSplit::Mark ReasoningSplit::wrapping_at(std::string_view rest) const {
  Mark found;
  const auto look = [&](std::string_view word, const ReasoningTag* tag) {
    const TagMatch match = match_tag(rest, word);
    if (match.fit == MarkFit::kYes)
      found = {.kind = Kind::kDropped, .length = match.length, .tag = tag};
    if (match.fit == MarkFit::kPerhaps) found.kind = Kind::kPerhaps;
  };
  if (!wrapper_.empty()) look(wrapper_, nullptr);
  if (has_split_ && is_blank_)
    for (const ReasoningTag& tag : kWrappers)
      if (found.kind != Kind::kDropped) look(tag.open, &tag);
  return found;
}

std::size_t ReasoningSplit::take_tag(std::string_view rest, bool is_all, const OnPart& on_part) {
  const std::size_t length = std::min(rest.find_first_of(kFirstBytes), rest.size());
  if (length > 0) {
    think(rest.substr(0, length), on_part);
    return length;
  }
  const Mark mark = end_of_block(rest, is_all);
  switch (mark.kind) {
    case Kind::kPerhaps:
      return is_all ? rest.size() : 0;  // the answer ends within the tag
    case Kind::kClose:
      end_reasoning();
      break;
    default:
      think(rest.substr(0, mark.length), on_part);
      break;
  }
  return mark.length;
}

ReasoningSplit::Mark ReasoningSplit::end_of_block(std::string_view rest, bool is_all) {
  const TagMatch own = match_tag(rest, tag_->close);
  if (own.fit == MarkFit::kPerhaps) return {.kind = Kind::kPerhaps};
  if (own.fit == MarkFit::kNo) return foreign_end(rest, is_all);
  const std::string_view after = rest.substr(own.length);
  if (thought_.ends_with('`') && after.empty() && !is_all) return {.kind = Kind::kPerhaps};
  // Reasoning that speaks of its own tag.
  if (thought_.ends_with('`') && after.starts_with('`')) return {.length = 1};
  const TagMatch stars = emphasis_end(thought_, after, is_all);
  if (stars.fit == MarkFit::kPerhaps) return {.kind = Kind::kPerhaps};
  return {.kind = Kind::kClose, .length = own.length + stars.length};
}

// Kin that the reasoning opened itself are a part of it, and so is what it only speaks of.
ReasoningSplit::Mark ReasoningSplit::foreign_end(std::string_view rest, bool is_all) {
  Mark found{.length = 1};
  for (std::size_t i = 0; i < kReasoningTags.size(); ++i) {
    const ReasoningTag& tag = kReasoningTags[i];
    if (&tag == tag_) continue;
    const TagMatch opening = match_tag(rest, tag.open);
    const TagMatch match = match_tag(rest, tag.close);
    if (opening.fit == MarkFit::kYes) nested_.set(i);
    if (opening.fit == MarkFit::kPerhaps || match.fit == MarkFit::kPerhaps)
      found.kind = Kind::kPerhaps;
    if (match.fit != MarkFit::kYes || thought_.ends_with('`')) continue;
    if (nested_.test(i)) {
      nested_.reset(i);
      return {.length = match.length};
    }
    const MarkFit fit = closes(thought_, rest.substr(match.length), is_all);
    if (fit == MarkFit::kPerhaps) return {.kind = Kind::kPerhaps};
    if (fit == MarkFit::kNo) continue;
    foreign_tag_ = tag_;
    return {.kind = Kind::kClose, .length = match.length};
  }
  return found;
}

std::size_t ReasoningSplit::take_header(std::string_view rest, bool is_all, const OnPart& on_part) {
  const std::size_t length = rest.starts_with('<') ? 1 : std::min(rest.find('<'), rest.size());
  const TagMatch match = match_tag(rest, kMessage);
  if (match.fit == MarkFit::kPerhaps && !is_all) return 0;
  if (match.fit != MarkFit::kYes) {
    header_ += rest.substr(0, length);
    if (header_.size() <= kLongestHeader) return length;
    mode_ = Mode::kText;  // no header after all
    say(header_, on_part);
    return length;
  }
  switch (channel_of(header_)) {
    case AnswerChannel::kReasoning:
      mode_ = Mode::kChannelReasoning;
      has_split_ = true;
      break;
    case AnswerChannel::kToolCall:  // for the reader of calls that are written into the text
      mode_ = Mode::kText;
      say(header_ + std::string(kMessage), on_part);
      break;
    case AnswerChannel::kAnswer:
      end_reasoning();
      break;
  }
  return match.length;
}

std::size_t ReasoningSplit::take_channel(std::string_view rest, bool is_all,
                                         const OnPart& on_part) {
  const std::size_t length = std::min(rest.find('<'), rest.size());
  if (length > 0) {
    think(rest.substr(0, length), on_part);
    return length;
  }
  const Mark mark = channel_at(rest);
  if (mark.kind == Kind::kPerhaps) return is_all ? rest.size() : 0;
  if (mark.kind == Kind::kText) {
    think(rest.substr(0, 1), on_part);
    return 1;
  }
  end_reasoning();
  return act(mark, rest);
}

void ReasoningSplit::say(std::string_view text, const OnPart& on_part) {
  for (const char byte : text) {
    fences_.take(byte);
    if (!is_ascii_space(byte)) is_behind_ = false;
    if (start_.size() < kBareReasoning.size() && (!start_.empty() || !is_ascii_space(byte)))
      start_ += ascii_lower(byte);
  }
  keep_tail(before_, text);
  if (is_blank_) {
    const std::size_t word = text.find_first_not_of(" \t\r\n");
    lead_ += text.substr(0, word);
    if (word == std::string_view::npos) return;
    text.remove_prefix(word);
    drop_void_text(on_part);
    if (!has_split_ && !lead_.empty()) on_part(Part::kText, lead_);
    lead_.clear();
    is_blank_ = false;
  }
  on_part(Part::kText, text);
}

void ReasoningSplit::think(std::string_view text, const OnPart& on_part) {
  if (text.empty()) return;
  keep_tail(thought_, text);
  on_part(Part::kReasoning, text);
}

void ReasoningSplit::void_text() {
  has_void_ = has_void_ || !is_blank_;
  start_ = ' ';  // the bare word counts at the very start only
  end_reasoning();
  is_blank_ = true;
  lead_.clear();
}

void ReasoningSplit::drop_void_text(const OnPart& on_part) {
  if (std::exchange(has_void_, false)) on_part(Part::kTextWasReasoning, {});
}

void ReasoningSplit::end_reasoning() {
  mode_ = Mode::kText;
  has_split_ = true;
  is_behind_ = true;
  before_.clear();
}

}  // namespace fm
