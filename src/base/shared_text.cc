#include "base/shared_text.h"

#include <algorithm>

#include "base/result.h"

namespace fm {
namespace {

constexpr std::size_t kWorthSharing = 192;  // bytes

}  // namespace

void SharedText::append(std::string_view text) {
  if (text.empty()) return;
  if (loose_ == nullptr || loose_.use_count() > 1)
    loose_ = std::make_shared<std::string>(loose_ == nullptr ? std::string() : *loose_);
  // Made by the line above or by an earlier call, as a string that is not const.
  std::string& loose = const_cast<std::string&>(*loose_);
  const bool goes_on = !parts_.empty() && parts_.back().owner == nullptr &&
                       parts_.back().begin + parts_.back().size == loose.size();
  if (goes_on)
    parts_.back().size += text.size();
  else
    parts_.push_back({nullptr, loose.size(), text.size()});
  loose += text;
  size_ += text.size();
}

void SharedText::append(const Owner& owner, std::string_view part) {
  if (part.size() < kWorthSharing) return append(part);
  const auto begin = static_cast<std::size_t>(part.data() - owner->data());
  FM_CHECK_FATAL(begin + part.size() <= owner->size(), "a part lies in its owner");
  parts_.push_back({owner, begin, part.size()});
  size_ += part.size();
}

void SharedText::append_all(const SharedText& text) {
  const SharedText copy = text;  // it may be this one
  copy.each([this](const Owner& owner, std::string_view part) { append(owner, part); });
}

std::string SharedText::str() const {
  std::string all;
  all.reserve(size_);
  each([&](const Owner&, std::string_view part) { all += part; });
  return all;
}

SharedText SharedText::slice(std::size_t begin, std::size_t end) const {
  SharedText made;
  made.loose_ = loose_;
  std::size_t at = 0;
  for (const Part& part : parts_) {
    const std::size_t from = std::clamp(begin, at, at + part.size);
    const std::size_t to = std::clamp(end, from, at + part.size);
    if (to > from) {
      made.parts_.push_back({part.owner, part.begin + from - at, to - from});
      made.size_ += to - from;
    }
    at += part.size;
  }
  return made;
}

bool operator==(const SharedText& one, std::string_view other) {
  if (one.size_ != other.size()) return false;
  bool equal = true;
  one.each([&](const SharedText::Owner&, std::string_view part) {
    equal = equal && other.starts_with(part);
    other.remove_prefix(part.size());
  });
  return equal;
}

}  // namespace fm
