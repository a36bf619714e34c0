// Feeds any bytes to an edit: the first line says how they are split into a file, `old` and `new`.
//
// Held to, besides not crashing: an edit that is refused says why; one that lands changes the bytes
// between its first and its last replacement and no other, so that a file of any encoding is the
// same around them; what is replaced was in the file; an edit that found `old` as it is puts `new`
// there as it is; a second edit back gives the file again where `new` is there once.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/hold.h"
#include "tool/files/edit_text_testing.h"
#include "tool/files/shown_text.h"

namespace fm {
namespace {

struct Sample {
  std::string file, old_text, new_text, name;
  bool all = false;
};

Sample sample_of(std::string_view bytes) {
  Sample sample;
  if (bytes.size() < 4) return sample;
  const auto share = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  sample.all = (share(0) & 1U) != 0;
  sample.name = (share(0) & 2U) != 0 ? "a.md" : "a.py";
  const bool from_file = (share(0) & 4U) != 0;
  const std::size_t first = share(1), second = share(2), third = share(3);
  bytes.remove_prefix(4);
  const std::size_t file_size = bytes.size() * first / 255;
  sample.file = bytes.substr(0, file_size);
  std::string_view rest = bytes.substr(file_size);
  if (from_file && !sample.file.empty()) {
    const ShownText shown(sample.file);
    const std::string& text = shown.text();
    const std::size_t begin = text.size() * second / 256;
    sample.old_text = text.substr(begin, (text.size() - begin) * third / 255);
    sample.new_text = rest;
  } else {
    const std::size_t size = rest.size() * second / 255;
    sample.old_text = rest.substr(0, size);
    sample.new_text = rest.substr(size);
  }
  return sample;
}

void check_replacements(const Sample& sample, const ShownText& shown, const EditPlan& plan) {
  const std::string& text = shown.text();
  hold(!plan.replacements.empty(), "an edit that lands and changes nothing");
  std::size_t done = 0, byte_done = 0;
  for (const Replacement& part : plan.replacements) {
    hold(part.begin >= done && part.end >= part.begin && part.end <= text.size(),
         "replacements out of order", part.text);
    done = part.end;
    const std::size_t begin = shown.byte_of(part.begin), end = shown.byte_of(part.end);
    hold(begin >= byte_done && end >= begin && end <= sample.file.size(), "bytes out of order");
    byte_done = end;
  }
  const std::string after = apply_edit(text, plan);
  const std::size_t first = plan.replacements.front().begin, last = plan.replacements.back().end;
  hold(after.starts_with(text.substr(0, first)), "text changed in front of the edit");
  hold(after.ends_with(text.substr(last)), "text changed behind the edit");
}

void check_exact(const Sample& sample, const std::string& text, const EditPlan& plan) {
  if (!plan.notes.empty() || text.contains('\r')) return;
  const std::size_t at = text.find(sample.old_text);
  hold(at != text.npos, "an edit without a note that was not found as it is", sample.old_text);
  if (sample.all) return;
  std::string wanted = text;
  wanted.replace(at, sample.old_text.size(), sample.new_text);
  hold(apply_edit(text, plan) == wanted, "an exact edit that is not exact", wanted);
}

}  // namespace
}  // namespace fm

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fm::Sample sample =
      fm::sample_of(std::string_view(reinterpret_cast<const char*>(data), size));
  const fm::ShownText shown(sample.file);
  fm::hold(shown.byte_of(shown.text().size()) == sample.file.size() ||
               shown.kind() == fm::TextKind::kBinary,
           "the end of the text is not the end of the bytes");
  if (shown.kind() == fm::TextKind::kBinary) return 0;
  const auto plan =
      fm::plan_edit(shown.text(), {sample.old_text, sample.new_text, sample.all}, sample.name);
  if (!plan) {
    fm::hold(!plan.error().code.empty() && !plan.error().message.empty(),
             "a refusal without words");
    return 0;
  }
  fm::check_replacements(sample, shown, *plan);
  fm::check_exact(sample, shown.text(), *plan);
  return 0;
}
