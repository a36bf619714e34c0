// AnswerProtocol: how one family of providers says things. One object an answer.
//
// It turns the JSON documents of an answer into the growing draft and knows the provider's word for
// the end. Everything about bytes, framing, connections and errors in general is the reader's
// (answer_reader.h). What a protocol does not know (events, parts, reasons) it skips: new ones come
// all the time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "model/model.h"
#include "model/wire/answer_draft.h"

namespace fm {

enum class Carrier {
  kEvent,  // of an event stream: always a piece of something
  kValue,  // JSON as it is: a line, an element of an array, or the whole answer
};

struct AnswerPiece {
  const Json& document;
  std::string_view event = {};  // the event's name; empty when there was none
  Carrier carrier = Carrier::kEvent;

  // What kind of piece it is, in the families that say so: some servers leave the type to the name.
  std::string_view type() const { return text_at(document, "type", event); }
};

class AnswerProtocol {
 public:
  virtual ~AnswerProtocol() = default;

  // Whether the document belongs to this family's answers.
  virtual bool knows(const AnswerPiece& piece) const = 0;

  // The part of the document that reports a failure in the family's own way; null: none.
  virtual const Json* failure_in(const AnswerPiece&) const { return nullptr; }

  // Adds what the piece says. A failure that it means in other ways than an error document is
  // given back.
  virtual std::optional<ModelError> add(AnswerDraft& draft, const AnswerPiece& piece) = 0;

  // Nothing more comes: what is still held goes to the draft.
  virtual void close(AnswerDraft&) {}

  virtual Finish finish() const = 0;

  // Whether "[DONE]" is the end of an answer, or only decoration that gateways add.
  virtual bool ends_by_done() const { return false; }

  bool is_finished() const { return stage_ != Stage::kGrowing; }  // the provider said so
  bool is_over() const { return stage_ == Stage::kOver; }         // and says no more

 protected:
  enum class Stage { kGrowing, kFinished, kOver };
  void reach(Stage stage) {
    if (stage > stage_) stage_ = stage;
  }

 private:
  Stage stage_ = Stage::kGrowing;
};

// For failures that no error document tells.
ModelError answer_failure(ModelErrorKind kind, std::string message);

// A count in `object`, if it is there and makes sense, over what was known before. Counts only
// grow: a zero after one is from a server that does not know.
void update_count(std::int64_t& count, const Json& object, std::string_view key);

// The text of parts: a string, an object with "text", or a list of those.
std::string joined_text(const Json& value);

}  // namespace fm
