#include "model/wire/tool_call_builder.h"

#include <algorithm>
#include <boost/json/stream_parser.hpp>

#include "base/text.h"
#include "reading/tools/tool_call.h"

namespace fm {
namespace {

enum class Arguments { kWhole, kCutOff, kMalformed };

Arguments judge(std::string_view text, const JsonNesting& nesting) {
  if (trim(text).empty()) return Arguments::kWhole;
  if (!nesting.is_whole()) return Arguments::kCutOff;
  boost::json::stream_parser parser;
  boost::json::error_code failure;
  parser.write(text.data(), text.size(), failure);
  if (failure) return Arguments::kMalformed;
  parser.finish(failure);
  return failure ? Arguments::kCutOff : Arguments::kWhole;
}

std::string made_id(std::string_view prefix, std::size_t number) {
  return "call_" + std::string(prefix) + "_" + std::to_string(number);
}

}  // namespace

std::string arguments_text(const Json* value) {
  if (value == nullptr || value->is_null()) return {};
  if (const auto* text = value->if_string()) return std::string(*text);
  return canonical(*value);
}

ToolCallBuilder::Part* ToolCallBuilder::begin(std::optional<std::int64_t> index) {
  has_too_many_ = has_too_many_ || calls_.size() >= kMostCalls;
  return has_too_many_ ? nullptr : &calls_.emplace_back(Part{.index = index});
}

ToolCallBuilder::Part* ToolCallBuilder::with_id(std::string_view id) {
  if (id.empty()) return nullptr;
  const auto same = std::ranges::find(
      calls_, id, [](const Part& part) -> std::string_view { return part.call.id; });
  return same == calls_.end() ? nullptr : &*same;
}

ToolCallBuilder::Part* ToolCallBuilder::last_at(std::optional<std::int64_t> index) {
  const auto last = std::find_if(calls_.rbegin(), calls_.rend(),
                                 [&](const Part& part) { return !index || part.index == index; });
  return last == calls_.rend() ? nullptr : &*last;
}

void ToolCallBuilder::append(Part& part, std::string_view arguments) {
  part.call.arguments += arguments;
  part.nesting.take(arguments);
  bytes_ += arguments.size();
}

void ToolCallBuilder::add(const ToolCallFragment& fragment) {
  Part* part = has_too_many_ ? nullptr : with_id(fragment.id);
  if (part == nullptr && !has_too_many_) {
    Part* last = last_at(fragment.index);
    const bool continues = last != nullptr && (fragment.id.empty() || last->call.id.empty()) &&
                           (fragment.name.empty() || !last->nesting.is_whole());
    part = continues ? last : begin(fragment.index);
  }
  if (part == nullptr) return;
  if (part->call.id.empty()) part->call.id = fragment.id;
  if (part->call.name.empty()) part->call.name = fragment.name;
  append(*part, fragment.arguments);
}

std::string ToolCallBuilder::add_whole(const ToolCallFragment& call, std::string_view prefix) {
  Part* part = begin(call.index);
  if (part == nullptr) return {};
  part->call.id = call.id.empty() || with_id(call.id) != nullptr ? made_id(prefix, calls_.size())
                                                                 : std::string(call.id);
  part->call.name = call.name;
  append(*part, call.arguments.empty() ? "{}" : call.arguments);
  return part->call.id;
}

void ToolCallBuilder::settle(const ToolCallFragment& call) {
  if (has_too_many_) return;
  Part* part = with_id(call.id);
  if (part == nullptr) {
    part = last_at(call.index);
    const bool other = part != nullptr && !call.id.empty() && !part->call.id.empty();
    if (part == nullptr || other) part = begin(call.index);
  }
  if (part == nullptr) return;
  if (part->call.id.empty()) part->call.id = call.id;
  if (!call.name.empty()) part->call.name = call.name;
  if (call.arguments.empty()) return;
  part->call.arguments.clear();
  part->nesting = {};
  append(*part, call.arguments);
}

std::vector<ToolCall> ToolCallBuilder::take(bool answer_was_cut, std::string_view prefix) const {
  std::vector<ToolCall> whole;
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    ToolCall call = calls_[i].call;
    const Arguments state = judge(call.arguments, calls_[i].nesting);
    if (state == Arguments::kCutOff || call.name.empty()) continue;
    if (answer_was_cut && (state != Arguments::kWhole || call.arguments.empty())) continue;
    if (trim(call.arguments).empty()) call.arguments = "{}";
    const std::string_view real = without_empty_objects(call.arguments);
    if (real != trim(call.arguments)) call.arguments = std::string(real);
    if (call.id.empty()) call.id = made_id(prefix, i + 1);
    whole.push_back(std::move(call));
  }
  return whole;
}

}  // namespace fm
