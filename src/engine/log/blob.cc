#include "engine/log/blob.h"

#include <zstd.h>

#include "base/sha256.h"

namespace fm {

namespace {

// "$blob", "$$blob", ...: ours, or somebody's own that must not be taken for ours.
bool is_reference_key(std::string_view key) {
  return key.size() > 4 && key.ends_with("blob") && key.find_first_not_of('$') == key.size() - 4;
}

void rename_keys(JsonObject& object, const std::function<std::string(std::string_view)>& rename) {
  bool any = false;
  for (const auto& member : object) any = any || is_reference_key(member.key());
  if (!any) return;
  JsonObject renamed;
  for (auto& member : object) {
    const std::string_view key = member.key();
    renamed[is_reference_key(key) ? rename(key) : std::string(key)] = std::move(member.value());
  }
  object = std::move(renamed);
}

}  // namespace

bool has_text_over(const Json& value, std::size_t limit) {
  if (value.is_string()) return value.get_string().size() > limit;
  if (value.is_object()) {
    for (const auto& member : value.get_object())
      if (has_text_over(member.value(), limit)) return true;
  } else if (value.is_array()) {
    for (const auto& element : value.get_array())
      if (has_text_over(element, limit)) return true;
  }
  return false;
}

std::unexpected<Error> text_too_large() {
  return fail("text_too_large", "A text is too large to be kept.",
              "It is longer than " + std::to_string(kTextLimit / 1024 / 1024) + " MiB.",
              "Give a part of it, or name the file that it is in.");
}

std::unexpected<Error> blob_missing(std::string_view hex) {
  return fail("blob_missing", "A large text is missing from the store.",
              "Its hash is " + std::string(hex) + ".",
              "Run `folkmoot store check`, and restore the store from a backup.");
}

Blob make_blob(std::string text) {
  std::string hex = to_hex(sha256(text));
  return {std::move(hex), std::move(text)};
}

std::vector<Blob> detach_blobs(Json& value) {
  std::vector<Blob> blobs;
  if (value.is_object()) {
    rename_keys(value.get_object(), [](std::string_view key) { return "$" + std::string(key); });
    for (auto& member : value.get_object()) {
      for (auto& blob : detach_blobs(member.value())) blobs.push_back(std::move(blob));
    }
  } else if (value.is_array()) {
    for (auto& element : value.get_array()) {
      for (auto& blob : detach_blobs(element)) blobs.push_back(std::move(blob));
    }
  } else if (value.is_string() && value.get_string().size() > kBlobLimit) {
    blobs.push_back(make_blob(std::string(value.get_string())));
    JsonObject reference;
    reference["$blob"] = blobs.back().hex;
    reference["size"] = static_cast<std::int64_t>(blobs.back().text.size());
    value = std::move(reference);
  }
  return blobs;
}

Result<void> attach_blobs(Json& value,
                          const std::function<Result<std::string>(std::string_view hex)>& load) {
  if (value.is_object()) {
    auto& object = value.get_object();
    if (object.contains("$blob")) {
      auto text = load(text_at(value, "$blob"));
      if (!text) return std::unexpected(std::move(text.error()));
      value = boost::json::string(*text);
      return {};
    }
    rename_keys(object, [](std::string_view key) { return std::string(key.substr(1)); });
    for (auto& member : object) TRY(attach_blobs(member.value(), load));
  } else if (value.is_array()) {
    for (auto& element : value.get_array()) TRY(attach_blobs(element, load));
  }
  return {};
}

std::string compress(std::string_view text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3);
  FM_CHECK_FATAL(!ZSTD_isError(size), "zstd refused a buffer of its own bound");
  out.resize(size);
  return out;
}

Result<std::string> decompress_upto(std::string_view bytes, std::size_t most) {
  // What is no size is told by the two greatest numbers.
  const auto size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  return decompress(bytes, size <= most ? static_cast<std::size_t>(size) : 0);
}

Result<std::string> decompress(std::string_view bytes, std::size_t size) {
  std::string out(size, '\0');
  const std::size_t got = ZSTD_decompress(out.data(), size, bytes.data(), bytes.size());
  if (ZSTD_isError(got) || got != size)
    return fail("blob_damaged", "A large text in the store is damaged.",
                "Its compressed form cannot be opened.",
                "Run `folkmoot store check`, and restore the store from a backup.");
  return out;
}

}  // namespace fm
