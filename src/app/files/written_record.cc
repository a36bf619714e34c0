#include "app/files/written_record.h"

#include <algorithm>
#include <utility>

#include "base/sha256.h"

namespace fm {
namespace {

constexpr std::size_t kMostBytes = 4 << 20;
constexpr std::size_t kMostHashes = 3;  // the newest, the one before, and one that was edited

}  // namespace

WrittenRecord WrittenRecord::read(const FolderFiles& files, std::string_view folder) {
  WrittenRecord record;
  record.path_ = std::string(folder) + (folder.empty() ? "" : "/") + ".written.json";
  const auto bytes = files.read(record.path_, kMostBytes);
  if (!bytes || !bytes->has_value()) return record;
  const auto value = parse_json(**bytes);
  if (!value || !value->is_object()) return record;
  for (const auto& entry : value->get_object())
    record.hashes_[std::string(entry.key())] = texts_at(*value, std::string(entry.key()));
  return record;
}

std::vector<std::string> WrittenRecord::names() const {
  std::vector<std::string> names;
  for (const auto& [name, hashes] : hashes_) names.push_back(name);
  return names;
}

bool WrittenRecord::knows(std::string_view name, std::string_view bytes) const {
  const auto found = hashes_.find(name);
  return found != hashes_.end() &&
         std::ranges::find(found->second, to_hex(sha256(bytes))) != found->second.end();
}

bool WrittenRecord::add(std::string_view name, std::string_view bytes) {
  std::vector<std::string>& hashes = hashes_[std::string(name)];
  std::string hash = to_hex(sha256(bytes));
  if (!hashes.empty() && hashes.front() == hash) return false;
  std::erase(hashes, hash);
  hashes.insert(hashes.begin(), std::move(hash));
  if (hashes.size() > kMostHashes) hashes.resize(kMostHashes);
  return true;
}

Result<void> WrittenRecord::write(const FolderFiles& files) const {
  JsonObject object;
  for (const auto& [name, hashes] : hashes_) object[name] = to_json(hashes);
  return files.write(path_, canonical(Json(std::move(object))) + "\n");
}

}  // namespace fm
