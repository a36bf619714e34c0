// search_text of look_tools.h.
#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "base/figures.h"
#include "base/text.h"
#include "tool/files/shown_text.h"
#include "tool/files/text_lines.h"
#include "tool/files/walk_lane.h"
#include "tool/path_glob.h"
#include "tool/tools/look_tools.h"

namespace fm {
namespace {

constexpr std::int64_t kLargestFile = 2 * 1024 * 1024;
constexpr std::size_t kMostBytes = 128 * 1024 * 1024;  // in all; matching is linear in them
constexpr std::size_t kMostFiles = 20'000;
constexpr std::size_t kMostFound = 200;
constexpr std::size_t kMostOfFile = 50;
constexpr std::size_t kShownBytes = 300;
constexpr std::size_t kBefore = 80;  // of a long line, in front of what was found
constexpr int kDeep = 40;

struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

class Matcher {
 public:
  static Result<Matcher> of(const SearchText& action) {
    Matcher matcher;
    if (!action.regex) {
      matcher.text_ = action.pattern;
      return matcher;
    }
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(8 << 20);
    matcher.pattern_ = std::make_unique<re2::RE2>("(?m)" + action.pattern, options);
    if (!matcher.pattern_->ok())
      return fail("pattern_invalid", "The pattern is no regular expression.",
                  matcher.pattern_->error() + ".",
                  "It is RE2's syntax, without look-around and back-references. For plain text "
                  "leave out regex.");
    return matcher;
  }

  std::optional<Span> next(std::string_view text, std::size_t from) const {
    if (pattern_ == nullptr) {
      const std::size_t at = text.find(text_, from);
      return at == text.npos ? std::nullopt : std::optional<Span>({at, at + text_.size()});
    }
    re2::StringPiece found;
    const re2::StringPiece all(text.data(), text.size());
    if (!pattern_->Match(all, from, text.size(), re2::RE2::UNANCHORED, &found, 1))
      return std::nullopt;
    const auto begin = static_cast<std::size_t>(found.data() - text.data());
    return Span{begin, begin + found.size()};
  }

 private:
  std::string text_;
  std::unique_ptr<re2::RE2> pattern_;
};

std::string shown_line(std::string_view line, std::size_t at) {
  if (line.size() <= kShownBytes) return std::string(line);
  std::size_t begin = at > kBefore ? at - kBefore : 0;
  while (begin > 0 && (static_cast<unsigned char>(line[begin]) & 0xC0) == 0x80) --begin;
  const std::string_view part = cut_bytes(line.substr(begin), kShownBytes);
  return fmt::format("{}{}{}", begin > 0 ? "..." : "", part,
                     begin + part.size() < line.size() ? "..." : "");
}

class Search {
 public:
  Search(const LaneFolder& folder, const SearchText& action, Matcher matcher)
      : folder_(folder), action_(action), matcher_(std::move(matcher)), glob_(action.glob) {}

  // False: enough.
  bool look(const WalkedEntry& each) {
    if (each.entry.what != LaneEntry::What::kFile) return true;
    if (!action_.glob.empty() && !glob_.fits(each.path)) return true;
    if (each.entry.bytes > kLargestFile) return ++left_out_, true;
    const auto place = folder_.find(each.path);
    if (!place) return ++left_out_, true;
    return look_in(*place);
  }

  bool look_in(const LanePlace& place) {
    const auto bytes = folder_.read_to_search(place);
    if (!bytes) return ++left_out_, true;
    if (++files_ > kMostFiles || (bytes_ += bytes->size()) > kMostBytes) return is_all_ = false;
    const ShownText shown(*bytes);
    if (shown.kind() == TextKind::kBinary) return true;
    const std::string_view text = shown.text();
    std::optional<TextLines> lines;
    std::size_t here = 0;
    for (std::size_t from = 0; from <= text.size();) {
      const auto span = matcher_.next(text, from);
      if (!span || (span->begin == text.size() && !text.empty())) break;
      if (here == 0 && !folder_.may_show(place, *bytes)) return ++kept_back_, true;
      if (!lines) lines.emplace(text);
      if (lines->size() == 0) break;
      if (here == kMostOfFile || found_ == kMostFound) {
        is_all_ = false;
        break;
      }
      const std::size_t line = lines->line_of(span->begin);
      text_ += fmt::format("{}:{}: {}\n", shown_name(place.path), line + 1,
                           shown_line((*lines)[line], span->begin - lines->at(line).begin));
      ++here, ++found_;
      from = std::max(lines->at(line).next, span->end);  // once a line
    }
    if (here > 0) ++files_found_;
    return found_ < kMostFound;
  }

  FileOutcome outcome(const Redactor& redactor) {
    if (found_ == 0) {
      text_ = fmt::format("Nothing was found in {}.\n", amount_text(files_, "file", "files"));
      const bool looks_regular = action_.pattern.find_first_of("*[(|\\^$+?") != std::string::npos;
      if (!action_.regex && looks_regular)
        text_ += "The pattern was taken as plain text; set regex if it is a regular expression.\n";
    }
    if (!is_all_) text_ += "[... there may be more; search in a folder, or with a glob]\n";
    if (left_out_ > 0)
      text_ += fmt::format("[{} too large or unreadable, left out]\n",
                           amount_text(left_out_, "file", "files"));
    if (kept_back_ > 0)
      text_ += fmt::format("[{} with what looks like a secret, not shown]\n",
                           amount_text(kept_back_, "file", "files"));
    FileOutcome outcome;
    outcome.result =
        tool_result(std::move(text_),
                    fmt::format("searched for {} ({} in {})", fit(shown_name(action_.pattern), 60),
                                amount_text(found_, "line", "lines"),
                                amount_text(files_found_, "file", "files")),
                    redactor);
    return outcome;
  }

 private:
  const LaneFolder& folder_;
  const SearchText& action_;
  Matcher matcher_;
  PathGlob glob_;
  std::string text_;
  std::size_t files_ = 0, bytes_ = 0, found_ = 0, files_found_ = 0, left_out_ = 0;
  std::size_t kept_back_ = 0;
  bool is_all_ = true;
};

}  // namespace

Result<FileOutcome> search_text(const LaneView& lane, const SearchText& action) {
  const LaneFolder folder = TRY(LaneFolder::open(lane));
  const LanePlace place = TRY(folder.find(action.path));
  if (place.what == LanePlace::What::kNothing) return no_such_file(folder, place);
  Search search(folder, action, TRY(Matcher::of(action)));
  if (place.what == LanePlace::What::kFile) {
    search.look_in(place);
  } else {
    TRY(walk_lane(folder, place, kDeep,
                  [&](const WalkedEntry& each) { return search.look(each); }));
  }
  return search.outcome(lane.redactor);
}

}  // namespace fm
