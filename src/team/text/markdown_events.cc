#include "team/text/markdown_events.h"

#include <md4c.h>

#include <exception>

namespace fm {
namespace {

static_assert(static_cast<int>(MarkdownBlock::kCell) == MD_BLOCK_TD &&
              static_cast<int>(MarkdownBlock::kCode) == MD_BLOCK_CODE &&
              static_cast<int>(MarkdownSpan::kDeleted) == MD_SPAN_DEL);

// Runs a step for md4c, which is C: no exception may pass through it.
template <class Step>
int guarded(void* reader, Step step) noexcept {
  try {
    return step(*static_cast<MarkdownReader*>(reader)) ? 0 : 1;
  } catch (const std::exception&) {
    return 1;
  }
}

void read_value(const MD_ATTRIBUTE& attribute, MarkdownDetail& detail) {
  for (std::size_t i = 0; attribute.text != nullptr && attribute.substr_offsets[i] < attribute.size;
       ++i) {
    const MD_OFFSET from = attribute.substr_offsets[i];
    const std::string_view part(attribute.text + from, attribute.substr_offsets[i + 1] - from);
    const bool entity = attribute.substr_types[i] == MD_TEXT_ENTITY;
    detail.value += entity && part == "&amp;" ? "&" : part;
    detail.entities = detail.entities || (entity && part != "&amp;");
  }
}

MarkdownDetail detail_of(MD_BLOCKTYPE type, const void* given) {
  MarkdownDetail detail;
  if (type == MD_BLOCK_OL) detail.start = static_cast<const MD_BLOCK_OL_DETAIL*>(given)->start;
  if (type == MD_BLOCK_LI) {
    const auto& item = *static_cast<const MD_BLOCK_LI_DETAIL*>(given);
    if (item.is_task != 0) detail.task = item.task_mark;
  }
  if (type == MD_BLOCK_CODE)
    read_value(static_cast<const MD_BLOCK_CODE_DETAIL*>(given)->lang, detail);
  return detail;
}

MarkdownDetail detail_of(MD_SPANTYPE type, const void* given) {
  MarkdownDetail detail;
  const auto read = [&](const MD_ATTRIBUTE& target, const MD_ATTRIBUTE& title) {
    read_value(target, detail);
    if (title.text != nullptr) detail.title.assign(title.text, title.size);
  };
  if (type == MD_SPAN_A) {
    const auto& link = *static_cast<const MD_SPAN_A_DETAIL*>(given);
    read(link.href, link.title);
  } else if (type == MD_SPAN_IMG) {
    const auto& picture = *static_cast<const MD_SPAN_IMG_DETAIL*>(given);
    read(picture.src, picture.title);
  }
  return detail;
}

bool tell_text(MarkdownReader& reader, MD_TEXTTYPE type, std::string_view text) {
  switch (type) {
    case MD_TEXT_BR:
      return reader.text(MarkdownText::kBreak, "\n");
    case MD_TEXT_SOFTBR:
      return reader.text(MarkdownText::kSoftBreak, "\n");
    case MD_TEXT_ENTITY:
      return reader.text(MarkdownText::kEntity, text);
    case MD_TEXT_NULLCHAR:
      return true;
    default:
      return reader.text(MarkdownText::kPlain, text);
  }
}

}  // namespace

bool read_markdown(std::string_view clean_text, MarkdownMarks marks, MarkdownReader& reader) {
  MD_PARSER parser{};
  parser.flags = MD_FLAG_NOHTML;
  if (marks == MarkdownMarks::kRich)
    parser.flags |=
        MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS | MD_FLAG_PERMISSIVEURLAUTOLINKS;
  parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* to) {
    return guarded(to, [&](MarkdownReader& reader) {
      return reader.enter(static_cast<MarkdownBlock>(type), detail_of(type, detail));
    });
  };
  parser.leave_block = [](MD_BLOCKTYPE type, void*, void* to) {
    return guarded(
        to, [&](MarkdownReader& reader) { return reader.leave(static_cast<MarkdownBlock>(type)); });
  };
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* to) {
    return guarded(to, [&](MarkdownReader& reader) {
      return reader.enter(static_cast<MarkdownSpan>(type), detail_of(type, detail));
    });
  };
  parser.leave_span = [](MD_SPANTYPE type, void*, void* to) {
    return guarded(
        to, [&](MarkdownReader& reader) { return reader.leave(static_cast<MarkdownSpan>(type)); });
  };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* part, MD_SIZE size, void* to) {
    return guarded(to,
                   [&](MarkdownReader& reader) { return tell_text(reader, type, {part, size}); });
  };
  return md_parse(clean_text.data(), static_cast<MD_SIZE>(clean_text.size()), &parser, &reader) ==
         0;
}

}  // namespace fm
