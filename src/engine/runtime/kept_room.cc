#include "engine/runtime/kept_room.h"

#include <exception>
#include <utility>

#include "base/json_fields.h"
#include "engine/log/blob.h"

namespace fm {

template <>
inline constexpr auto kJsonFields<Anew> =
    json_fields<Anew>(always("run", &Anew::run), if_unusual("from", &Anew::from),
                      if_unusual("afresh", &Anew::afresh));

template <>
inline constexpr auto kJsonFields<FlowStart> = json_fields<FlowStart>(
    always("id", &FlowStart::id), always("name", &FlowStart::name),
    always("version", &FlowStart::version), always("run", &FlowStart::run),
    always("args", &FlowStart::args), if_unusual("manifest", &FlowStart::manifest),
    if_unusual("pins", &FlowStart::pins), if_unusual("endpoints", &FlowStart::endpoints),
    if_unusual("parent", &FlowStart::parent), if_unusual("parent_place", &FlowStart::parent_path),
    always("started", &FlowStart::started), always("at", &FlowStart::at),
    if_unusual("anew", &FlowStart::anew));

template <>
inline constexpr auto kJsonFields<KeptPast> = json_fields<KeptPast>(
    always("at", &KeptPast::at), always("time", &KeptPast::time), always("bytes", &KeptPast::bytes),
    always("flows", &KeptPast::flows), always("inputs", &KeptPast::inputs));

namespace {

// Rises with the lists above. A fold's own version has the last three digits.
constexpr int kPastVersion = 1;
constexpr int kFoldVersions = 1000;

// A room that has grown beyond this is read whole: nobody writes so much beside the log.
constexpr std::size_t kLargestFold = std::size_t{64} << 20;

std::optional<int> version_of(const Fold& fold) {
  const int version = fold.kept_version();
  if (version <= 0 || version >= kFoldVersions) return std::nullopt;
  return kPastVersion * kFoldVersions + version;
}

}  // namespace

// The fold's own code may throw, as wherever it is used; then there is nothing to keep.
std::optional<KeptFold> to_kept_fold(const KeptRoom& room) try {
  const auto version = version_of(*room.fold);
  if (!version) return std::nullopt;
  const std::string text =
      canonical(JsonObject{{"past", fields_to_json(room.past)}, {"fold", room.fold->encode()}});
  if (text.size() > kLargestFold) return std::nullopt;
  return KeptFold{.at = room.past.at, .version = *version, .bytes = compress(text)};
} catch (const std::exception&) {
  return std::nullopt;
}

std::optional<ReadKept> read_kept(const KeptFold& kept, const FoldFactory& folds) {
  if (kept.version != version_of(*folds())) return std::nullopt;
  const auto text = decompress_upto(kept.bytes, kLargestFold);
  if (!text) return std::nullopt;
  auto json = parse_json(*text);
  if (!json) return std::nullopt;
  const Json* past = find_at(*json, "past");
  Json* fold = json->is_object() ? json->get_object().if_contains("fold") : nullptr;
  if (past == nullptr || fold == nullptr) return std::nullopt;
  ReadKept read{.past = fields_from_json<KeptPast>(*past), .fold = nullptr};
  if (read.past.at != kept.at || Json(fields_to_json(read.past)) != *past) return std::nullopt;
  read.fold = std::move(*fold);
  return read;
}

std::unique_ptr<Fold> fold_of(const ReadKept& kept, const FoldFactory& folds) {
  std::unique_ptr<Fold> fold = folds();
  if (!fold->decode(kept.fold)) fold.reset();
  return fold;
}

}  // namespace fm
