#include "team/turn/replaced.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "team/conversation/conversation_state.h"
#include "team/documents/work_files.h"

namespace fm {
namespace {

// A message that a newer one replaced, and where that was said.
struct Replaced {
  std::size_t at = 0;  // in the transcript
  RoomSeq since;
  std::string_view line;
};

bool is_whole(const Message& message) {
  return !message.interrupted && !message.cut && message.text != nullptr;
}

using Paths = std::set<std::string>;

Paths paths_in(const Message& message) {
  Paths paths;
  if (message.text == nullptr) return paths;
  for (const WorkFile& file : files_of({{message.from, *message.text}}).files)
    paths.insert(file.path);
  return paths;
}

bool is_work(const Message& message) { return message.kind == message_kind::kWork; }

// The next one of that kind, or the end.
std::size_t next_of(const std::vector<Message>& transcript, std::size_t from,
                    std::string_view kind) {
  for (std::size_t at = from + 1; at < transcript.size(); ++at)
    if (transcript[at].kind == kind && is_whole(transcript[at])) return at;
  return transcript.size();
}

// What each work hands in, each read once: work is long, and each is held against all later ones.
std::vector<Paths> paths_of_work(const std::vector<Message>& transcript) {
  std::vector<Paths> all;
  all.reserve(transcript.size());
  for (const Message& message : transcript)
    all.push_back(is_work(message) ? paths_in(message) : Paths());
  return all;
}

// Where the last of its files was handed in anew; work without files, where its agent did the whole
// again.
std::size_t work_replaced_at(const std::vector<Message>& transcript,
                             const std::vector<Paths>& handed_in, std::size_t from) {
  Paths paths = handed_in[from];
  const bool has_files = !paths.empty();
  for (std::size_t at = from + 1; at < transcript.size(); ++at) {
    if (!is_work(transcript[at]) || !is_whole(transcript[at])) continue;
    if (!has_files && transcript[at].from == transcript[from].from) return at;
    if (!has_files) continue;
    for (const std::string& path : handed_in[at]) paths.erase(path);
    if (paths.empty()) return at;
  }
  return transcript.size();
}

// Only what was made in the project itself: what was said before it is another matter's.
std::vector<Replaced> replaced_in(const std::vector<Message>& transcript,
                                  const ProjectId& project) {
  std::vector<Replaced> all;
  const std::vector<Paths> handed_in = paths_of_work(transcript);
  const auto note = [&](std::size_t at, std::size_t by, std::string_view line) {
    if (by < transcript.size()) all.push_back({at, transcript[by].room_seq, line});
  };
  for (std::size_t at = 0; at < transcript.size(); ++at) {
    if (transcript[at].project != project) continue;
    const std::string& kind = transcript[at].kind;
    if (kind == message_kind::kBrief)
      note(at, next_of(transcript, at, message_kind::kBrief),
           "(An earlier revision of the brief; a newer one is below.)");
    else if (kind == message_kind::kDraftReview)
      note(at, next_of(transcript, at, message_kind::kBrief),
           "(A review of an earlier draft; what became of it is told with the brief.)");
    else if (kind == message_kind::kCheck)
      note(at, next_of(transcript, at, message_kind::kCheck),
           "(A check of earlier work; a newer one is below.)");
    else if (kind == message_kind::kReview)
      note(at, next_of(transcript, at, message_kind::kReview),
           "(A summary of earlier work; a newer one is below.)");
    else if (is_work(transcript[at]))
      note(at, work_replaced_at(transcript, handed_in, at),
           "(Handed in earlier; all of it was handed in anew, below.)");
  }
  std::ranges::stable_sort(all, {}, &Replaced::since);
  return all;
}

// How many of them are put in short: those up to the newest place where that was due.
std::size_t due_of(const std::vector<Replaced>& replaced, const std::vector<Message>& transcript,
                   const Project& project) {
  std::size_t due = 0;
  std::size_t waiting = 0;  // bytes of those behind it
  auto step = project.steps.begin();
  const auto phases_up_to = [&](RoomSeq seq, std::size_t count) {
    for (; step != project.steps.end() && step->room_seq <= seq; ++step) {
      if (waiting < kReplacedAtPhase) continue;
      due = count;
      waiting = 0;
    }
  };
  for (std::size_t i = 0; i < replaced.size(); ++i) {
    phases_up_to(replaced[i].since, i);
    waiting += transcript[replaced[i].at].text->size();
    if (waiting < kReplacedAtOnce) continue;
    due = i + 1;
    waiting = 0;
  }
  if (!transcript.empty()) phases_up_to(transcript.back().room_seq, replaced.size());
  return due;
}

}  // namespace

void put_replaced_in_short(std::vector<Message>& transcript, const Project& project) {
  std::vector<Replaced> replaced = replaced_in(transcript, project.id);
  std::erase_if(replaced, [&](const Replaced& one) {
    return transcript[one.at].text == nullptr || transcript[one.at].text->size() <= one.line.size();
  });
  replaced.resize(due_of(replaced, transcript, project));
  for (const Replaced& one : replaced) {
    Message& message = transcript[one.at];
    message.text = std::make_shared<const std::string>(one.line);
    message.interrupted = message.cut = false;
  }
}

}  // namespace fm
