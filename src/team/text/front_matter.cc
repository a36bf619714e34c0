#include "team/text/front_matter.h"

#include <algorithm>
#include <cstddef>

#include "base/text.h"

namespace fm {
namespace {

constexpr std::string_view kPattern =
    "Begin the file with a line `---`, then `name:` and `description:`, then a line `---`.";

bool begins_key(std::string_view line, const std::vector<std::string>& keys) {
  return std::ranges::any_of(keys, [line](const std::string& key) {
    return line.size() > key.size() && line.starts_with(key) && line[key.size()] == ':';
  });
}

std::string join_lines(const std::vector<std::string_view>& lines, std::size_t begin,
                       std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    text += lines[i];
    text += '\n';
  }
  return text;
}

// The YAML with the description's lines emptied, and the description as it stands.
struct Prose {
  std::string rest;
  std::string description;
  std::size_t line = 0;  // from 0
};

std::optional<Prose> cut_description(const std::vector<std::string_view>& lines, std::size_t end,
                                     const std::vector<std::string>& keys) {
  const std::vector<std::string> wanted = {"description"};
  std::size_t begin = 1;
  while (begin < end && !begins_key(lines[begin], wanted)) ++begin;
  if (begin == end) return std::nullopt;
  std::size_t after = begin + 1;
  while (after < end && !begins_key(lines[after], keys)) ++after;

  Prose prose{join_lines(lines, 1, begin), {}, begin};
  const std::string block = join_lines(lines, begin, after);
  prose.description = trim(std::string_view(block).substr(wanted[0].size() + 1));
  prose.rest += "description: prose\n";
  prose.rest.append(after - begin - 1, '\n');
  prose.rest += join_lines(lines, after, end);
  return prose;
}

}  // namespace

Result<FrontMatter> split_front_matter(std::string_view text, std::string_view path,
                                       const std::vector<std::string>& keys) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::vector<std::string_view> lines = split_lines(text);
  const auto is_fence = [](std::string_view line) { return trim(line) == "---"; };
  if (lines.empty() || !is_fence(lines[0]))
    return fail("card_invalid", at_mark(path, {}, "The file has no front matter."), {},
                std::string(kPattern));
  const auto fence = std::find_if(lines.begin() + 1, lines.end(), is_fence);
  if (fence == lines.end())
    return fail("card_invalid", at_mark(path, {}, "The front matter begins here but never ends."),
                {}, "Put a line `---` below its last key.");
  const auto end = static_cast<std::size_t>(fence - lines.begin());

  FrontMatter front;
  front.body = trim(join_lines(lines, end + 1, lines.size()));
  // An empty line stands for the opening fence, so that lines count as in the file.
  auto document = parse_yaml("\n" + join_lines(lines, 1, end), path);
  if (document) {
    front.document = std::move(*document);
    return front;
  }
  const auto prose = cut_description(lines, end, keys);
  if (!prose) return std::unexpected(document.error());
  auto rest = parse_yaml("\n" + prose->rest, path);
  if (!rest || !rest->value.is_object() || !is_utf8(prose->description))
    return std::unexpected(document.error());
  rest->value.get_object()["description"] = prose->description;
  front.document = std::move(*rest);
  front.yaml_fault = document.error();
  return front;
}

}  // namespace fm
