#include "team/documents/work_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "base/text.h"
#include "reading/json/chars.h"
#include "team/text/named_fences.h"

namespace fm {
namespace {

using Name = std::string_view;
constexpr std::size_t kMostFiles = 100;
constexpr std::size_t kLongestPath = 200;  // bytes
constexpr std::size_t kMostRefused = 100;

// Names that open a device on Windows, with any ending.
constexpr auto kDevices = std::to_array<Name>(
    {"con",  "prn",  "aux",  "nul",  "conin$", "conout$", "clock$", "com0", "com1",
     "com2", "com3", "com4", "com5", "com6",   "com7",    "com8",   "com9", "lpt0",
     "lpt1", "lpt2", "lpt3", "lpt4", "lpt5",   "lpt6",    "lpt7",   "lpt8", "lpt9",
     "com¹", "com²", "com³", "lpt¹", "lpt²",   "lpt³"});

struct SafePath {
  std::string path;  // empty: refused
  std::string why;
};

std::string why_not(std::string_view part, bool last) {
  if (part == "..") return "a path outside the project";
  if (part.front() == '.' && (!last || part == ".git")) return "a hidden folder";
  if (part.back() == ' ' || part.back() == '.' || part.front() == ' ')
    return "a name with a space or a dot at its end";
  if (part.find_first_of("<>:\"|?*") != Name::npos) return "a character that no file may have";
  const std::string stem = fold(part.substr(0, part.find('.')));
  const std::string lower = ascii_lower(trim(part.substr(0, part.find('.'))));
  if (among(Name(lower), kDevices) || among(Name(stem), kDevices)) return "the name of a device";
  return {};
}

// Relative, with "/", without "." and doubled slashes.
SafePath safe_path(std::string_view written) {
  if (clean(written).text != written || !is_utf8(written))
    return {{}, "a name with hidden characters"};
  std::string path(written);
  std::ranges::replace(path, '\\', '/');
  if (path.size() > kLongestPath) return {{}, "a path of more than 200 bytes"};
  const bool drive = path.size() > 1 && is_ascii_letter(path[0]) && path[1] == ':';
  if (path.starts_with('/') || path.starts_with('~') || drive)
    return {{}, "a path outside the project"};
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    std::string part = path.substr(begin, end - begin);
    begin = end + 1;
    if (part.empty() || part == ".") continue;
    parts.push_back(std::move(part));
  }
  if (parts.empty() || path.ends_with('/')) return {{}, "no file"};
  for (const std::string& part : parts)
    if (std::string why = why_not(part, &part == &parts.back()); !why.empty())
      return {{}, std::move(why)};
  return {join(parts, "/"), {}};
}

// "// ... the rest stays as it is": only a part of the file.
bool leaves_out(std::string_view path, std::string_view text) {
  static constexpr auto kWords =
      std::to_array<Name>({"rest", "unchanged", "existing", "same", "remaining", "omitted", "stays",
                           "before", "above", "other", "previous"});
  constexpr std::size_t kLongest = 120;
  const auto ends = [&](auto... endings) { return (path.ends_with(endings) || ...); };
  if (ends(".md", ".txt", ".csv")) return false;  // there it is punctuation
  const bool ellipsis = ends(".py", ".pyi");      // there it is a statement
  for (const std::string_view whole : split_lines(text)) {
    const std::string_view line = trim(whole);
    if (line.size() > kLongest || (!line.contains("...") && !line.contains("…"))) continue;
    const bool comment = line.starts_with("//") || line.starts_with('#') ||
                         line.starts_with("/*") || line.starts_with("<!--") ||
                         line.starts_with("--") || line.starts_with("... ") || line == "..." ||
                         line.starts_with("…");
    if (!comment || (ellipsis && line == "...")) continue;
    if (line == "..." || line == "…") return true;
    const std::vector<std::string> words = folded_words(line);
    if (words.empty() || std::ranges::any_of(words, [](const std::string& word) {
          return among(Name(word), kWords);
        }))
      return true;
  }
  return false;
}

// As a word of its own, with a full stop behind it or without.
bool holds_name(std::string_view text, std::string_view name) {
  const auto inside = [](char c) {
    return is_ascii_letter(c) || is_ascii_digit(c) || c == '_' || c == '-';
  };
  if (name.empty()) return false;
  for (std::size_t at = 0; (at = text.find(name, at)) != Name::npos; ++at) {
    const std::size_t end = at + name.size();
    const bool before = at > 0 && (inside(text[at - 1]) || text[at - 1] == '.');
    const bool after = end < text.size() && inside(text[end]);
    const bool ending = end + 1 < text.size() && text[end] == '.' && inside(text[end + 1]);
    if (!before && !after && !ending) return true;
  }
  return false;
}

class FileCollector {
 public:
  void add(const HandedIn& work) {
    const std::string text = clean(work.text).text;
    for (NamedFence& fence : named_fences(text)) {
      if (fence.path.empty()) continue;
      const bool patch = fence.language == "diff" || fence.language == "patch";
      SafePath safe = safe_path(fence.path);
      if (safe.path.empty()) {
        refuse(fence.path, safe.why);
        continue;
      }
      const bool whole = fence.closed && !leaves_out(safe.path, fence.text) &&
                         (!patch || safe.path.ends_with(".diff") || safe.path.ends_with(".patch"));
      if (whole) {
        put(std::move(safe.path), std::move(fence.text), work.agent);
      } else {
        part(safe.path, fence.closed, work.agent);
      }
    }
  }

  WorkFiles take() {
    for (const auto& [path, why] : parts_)
      if (!files_.contains(path)) refuse(path, why);
    WorkFiles out;
    for (auto& [path, file] : files_) out.files.push_back(std::move(file));
    out.refused = std::move(refused_);
    return out;
  }

 private:
  void refuse(std::string_view path, std::string_view why) {
    std::string told = fmt::format("{}: {}", cut_bytes(clean(path).text, kLongestPath), why);
    if (refused_.size() < kMostRefused && std::ranges::find(refused_, told) == refused_.end())
      refused_.push_back(std::move(told));
  }

  static void add_once(std::vector<std::string>& agents, const std::string& agent) {
    if (std::ranges::find(agents, agent) == agents.end()) agents.push_back(agent);
  }

  void put(std::string path, std::string text, const std::string& agent) {
    auto known = files_.find(path);
    if (known == files_.end()) {
      if (const std::string why = why_no_room(path); !why.empty()) return refuse(path, why);
      known = files_.emplace(path, WorkFile{path, {}, {}}).first;
      names_.emplace(fold_path(path), path);
      for (const std::string& other : authors_of_parts_[path])
        add_once(known->second.agents, other);
    }
    known->second.text = std::move(text);
    add_once(known->second.agents, agent);
  }

  // It changes nothing: a whole text is what counts.
  void part(const std::string& path, bool closed, const std::string& agent) {
    parts_[path] = closed ? "only parts of it were handed in" : "its end is missing";
    add_once(authors_of_parts_[path], agent);
  }

  static std::string fold_path(std::string_view path) { return ascii_lower(path); }

  // A file of another case, or one where a folder is to be: not on every disk both can be.
  std::string why_no_room(const std::string& path) const {
    if (files_.size() >= kMostFiles) return "more than 100 files";
    const std::string key = fold_path(path);
    if (const auto same = names_.find(key); same != names_.end())
      return "there is \"" + same->second + "\" already";
    const auto below = names_.lower_bound(key + "/");
    if (below != names_.end() && below->first.starts_with(key + "/"))
      return "there is a folder of that name";
    for (std::size_t at = key.find('/'); at != std::string::npos; at = key.find('/', at + 1))
      if (names_.contains(key.substr(0, at))) return "there is a file where its folder would be";
    return {};
  }

  std::map<std::string, WorkFile> files_;     // by path
  std::map<std::string, std::string> names_;  // paths by their folded form
  std::map<std::string, std::string> parts_;  // paths of which a part was given, and why it is none
  std::map<std::string, std::vector<std::string>> authors_of_parts_;
  std::vector<std::string> refused_;
};

}  // namespace

bool names_file(std::string_view text, std::string_view path) {
  constexpr std::size_t kLongName = 6;
  const std::string said = ascii_lower(text);
  const std::string whole = ascii_lower(path);
  const std::string base = whole.substr(whole.rfind('/') + 1);
  const std::string stem = base.substr(0, base.rfind('.'));
  if (holds_name(said, whole) || holds_name(said, base)) return true;
  const bool telling = stem.size() >= kLongName || stem.find_first_of("-_") != std::string::npos;
  return telling && holds_name(said, stem);
}

WorkFiles files_of(const std::vector<HandedIn>& work) {
  FileCollector files;
  for (const HandedIn& one : work) files.add(one);
  return files.take();
}

}  // namespace fm
