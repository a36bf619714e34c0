// How many cases of a corpus are read right, and which are not (test/corpus/README.md). For tests
// and folkmoot-corpus only.
//
// The scoring functions (corpus_output.h, corpus_people.h, corpus_context.h,
// corpus_streams.h) each take the folder
// of a corpus and add what they find. A part that is not there adds nothing; a case that cannot be
// read is a wrong one and is told.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fm {

inline constexpr std::array<std::string_view, 8> kOutputKinds = {
    "routing", "ideas", "scores", "task_complete", "discuss_result", "plan", "tool_call", "brief"};
inline constexpr std::array<std::string_view, 4> kPeopleKinds = {"trigger", "approval", "cancel",
                                                                 "intent"};
inline constexpr std::array<std::string_view, 5> kContextKinds = {"acts", "also", "answers",
                                                                  "decided", "plain"};
inline constexpr std::string_view kStreamKind = "streams";
inline constexpr std::string_view kCommandKind = "commands";  // told, but not in the sums

// All of them in the order of reports, commands left out.
std::vector<std::string_view> corpus_kinds();

struct CorpusCount {
  int right = 0;
  int total = 0;
};

struct CorpusMiss {
  std::string kind;
  std::string id;
  std::string expected;
  std::string got;
  std::string text;  // what was to be read
};

class CorpusScore {
 public:
  // What was done that nobody asked for, by label: the worst errors.
  int false_starts = 0;
  int false_approvals = 0;
  int false_cancels = 0;
  int unsafe_acts = 0;  // of the messages in context
  int lost_acts = 0;    // what was meant at a gate was neither done nor asked about

  void add_right(std::string_view kind) { add(kind, true); }
  void add_miss(CorpusMiss miss);
  // A file or line that is no case: wrong in each kind that it names, or in all that it may be.
  void add_unreadable(const std::string& id, std::string_view text,
                      std::span<const std::string_view> kinds);

  void keep_only(std::string_view kind);

  CorpusCount count(std::string_view kind) const;
  const std::vector<CorpusMiss>& misses() const { return misses_; }

 private:
  void add(std::string_view kind, bool right);

  std::map<std::string, CorpusCount, std::less<>> counts_;
  std::vector<CorpusMiss> misses_;
};

std::string corpus_bytes(const std::filesystem::path& file);

// The files of a folder with an ending (".json"), sorted; none where there is no such folder.
std::vector<std::filesystem::path> corpus_files(const std::filesystem::path& folder,
                                                std::string_view ending);

}  // namespace fm
