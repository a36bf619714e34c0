#include "team/pack/pack.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/yaml/fields.h"
#include "base/yaml/yaml.h"
#include "rehearsal/screenplay.h"
#include "team/pack/files.h"
#include "team/pack/languages.h"

namespace fm {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view kDefaultPack = "default/";

std::string name_of(std::string_view folder, std::string_view id, std::string_view ending) {
  return fmt::format("{}/{}{}", folder, id, ending);
}

}  // namespace

struct Library::Layer {
  Origin origin = Origin::kBuiltIn;
  std::map<std::string, std::string, std::less<>> given;  // name -> path, to find doubles
};

std::string_view to_string(Origin origin) {
  switch (origin) {
    case Origin::kBuiltIn:
      return "built in";
    case Origin::kClaude:
      return "claude";
    case Origin::kUser:
      return "user";
    case Origin::kFolder:
      return "folder";
  }
  return "unknown";
}

void Library::break_file(std::string name, std::vector<Error> faults) {
  files_.erase(name);
  broken_.insert_or_assign(std::move(name), faults.front());
  faults_.insert(faults_.end(), std::make_move_iterator(faults.begin()),
                 std::make_move_iterator(faults.end()));
}

void Library::add_agent(Layer& layer, std::string name, PackFile file) {
  const std::string stem = file_stem(name);
  std::vector<Error> faults;
  auto profile = parsed_->profile(file.text, file.path, faults);
  const std::string id = profile ? profile->id : stem;
  const std::string key = name_of("agents", id, ".md");
  if (layer.origin == Origin::kClaude && !layer.given.contains(key) &&
      (profiles_.contains(id) || broken_.contains(key))) {
    notes_.push_back(
        {"card_note",
         fmt::format("{}: Not used, because `{}` is an agent of Folkmoot's own.", file.path, id),
         "Agents of .claude never replace one that is built in.",
         "Copy it to .folkmoot/agents/ if it should."});
    return;
  }
  if (!profile) {
    profiles_.erase(id);
    return break_file(key, std::move(faults));
  }
  const auto [given, first] = layer.given.emplace(key, file.path);
  if (!first)
    return break_file(
        key,
        {{"card_invalid",
          at_mark(file.path, {}, fmt::format("The id `{}` is also that of {}.", id, given->second)),
          {},
          "Give one of them another `name`."}});
  notes_.insert(notes_.end(), profile->notes.begin(), profile->notes.end());
  broken_.erase(key);
  profiles_.insert_or_assign(id, std::move(*profile));
  files_.insert_or_assign(key, std::move(file));
}

void Library::add_team(Layer& layer, std::string name, PackFile file) {
  std::vector<Error> faults;
  auto team = parsed_->team(file.text, file.path, faults);
  const std::string id = team ? team->id : file_stem(name);
  const std::string key = name_of("teams", id, ".yaml");
  if (!team) {
    teams_.erase(id);
    return break_file(key, std::move(faults));
  }
  const auto [given, first] = layer.given.emplace(key, file.path);
  if (!first) {
    teams_.erase(id);
    return break_file(
        key,
        {{"team_invalid",
          at_mark(file.path, {}, fmt::format("The team `{}` is also in {}.", id, given->second)),
          {},
          "Give one of them another `name`."}});
  }
  broken_.erase(key);
  teams_.insert_or_assign(id, std::move(*team));
  files_.insert_or_assign(key, std::move(file));
}

void Library::add_prompts(std::string name, PackFile file) {
  std::vector<Error> faults;
  auto prompts = parsed_->prompts(file.text, file.path, faults);
  if (!prompts) return break_file(name, std::move(faults));
  broken_.erase(name);
  prompts_.insert_or_assign(name, std::move(*prompts));
  files_.insert_or_assign(std::move(name), std::move(file));
}

void Library::add_language(std::string name, PackFile file) {
  // Those that are built in are large and held to the reader by a test.
  if (file.origin != Origin::kBuiltIn) {
    if (auto fault = parsed_->language_fault(file.text, file.path))
      return break_file(std::move(name), {std::move(*fault)});
  }
  broken_.erase(name);
  files_.insert_or_assign(std::move(name), std::move(file));
}

void Library::add(Layer& layer, std::string name, PackFile file) {
  if (name.ends_with(".yml")) name.replace(name.size() - 4, 4, ".yaml");
  if (name.starts_with("agents/") && name.ends_with(".md")) {
    add_agent(layer, std::move(name), std::move(file));
  } else if (name.starts_with("teams/") && name.ends_with(".yaml")) {
    add_team(layer, std::move(name), std::move(file));
  } else if (name.starts_with("prompts/") && name.ends_with(".yaml")) {
    add_prompts(std::move(name), std::move(file));
  } else if (name.starts_with("language/") && name.ends_with(".yaml")) {
    add_language(std::move(name), std::move(file));
  } else if ((name.starts_with("screenplays/") || name.starts_with("coding/")) &&
             name.ends_with(".yaml")) {
    broken_.erase(name);
    files_.insert_or_assign(std::move(name), std::move(file));  // whoever uses it reads and checks
  }
}

void Library::check_teams() {
  for (const auto& [id, team] : teams_)
    for (Error& fault : check_team(team, profiles_)) {
      // An agent whose card is faulty has been told with that fault.
      const bool told = fault.code == "team_unknown_agent" &&
                        std::ranges::any_of(broken_, [&](const auto& entry) {
                          return fault.message.contains("`" + file_stem(entry.first) + "`");
                        });
      if (!told) faults_.push_back(std::move(fault));
    }
}

Library Library::load(const PackPlaces& places) {
  Library library;
  library.parsed_ = places.parsed ? places.parsed : std::make_shared<ParsedFiles>();
  library.has_all_languages_ = places.built_in.data() == embedded_files().data() &&
                               places.built_in.size() == embedded_files().size();
  Layer built_in{Origin::kBuiltIn, {}};
  for (const EmbeddedFile& file : places.built_in) {
    if (!file.path.starts_with(kDefaultPack)) continue;
    const std::string name(file.path.substr(kDefaultPack.size()));
    library.add(built_in, name,
                {std::string(kBuiltInOrigin) + name, Origin::kBuiltIn, std::string(file.bytes)});
  }
  const auto add_layer = [&](Origin origin, const fs::path& root, std::string_view folder,
                             std::initializer_list<std::string_view> endings, int depth,
                             Layer& layer) {
    const Links links = origin == Origin::kUser ? Links::kFollow : Links::kRefuse;
    for (const std::string& found : list_files(root / folder, endings, depth, links)) {
      const fs::path path = root / folder / found;
      const std::string name = fmt::format("{}/{}", folder, found);
      auto text = read_whole(path, kYamlBytes, links);
      if (text) {
        library.add(layer, name, {path.string(), origin, std::move(*text)});
      } else {
        library.faults_.push_back(std::move(text.error()));
      }
    }
  };
  const auto add_pack = [&](Origin origin, const fs::path& root) {
    Layer layer{origin, {}};
    add_layer(origin, root, "agents", {".md"}, 0, layer);
    add_layer(origin, root, "teams", {".yaml", ".yml"}, 0, layer);
    add_layer(origin, root, "prompts", {".yaml", ".yml"}, 0, layer);
    add_layer(origin, root, "language", {".yaml", ".yml"}, 0, layer);
    add_layer(origin, root, "screenplays", {".yaml", ".yml"}, 3, layer);
    add_layer(origin, root, "coding", {".yaml", ".yml"}, 0, layer);
  };
  std::error_code failure;
  if (!places.folder.empty() &&
      fs::is_directory(fs::symlink_status(places.folder / ".claude", failure))) {
    Layer claude{Origin::kClaude, {}};
    add_layer(Origin::kClaude, places.folder / ".claude", "agents", {".md"}, 3, claude);
  }
  if (!places.user.empty()) add_pack(Origin::kUser, places.user);
  if (!places.folder.empty() &&
      fs::is_directory(fs::symlink_status(places.folder / ".folkmoot", failure)))
    add_pack(Origin::kFolder, places.folder / ".folkmoot");
  library.check_teams();
  return library;
}

std::vector<Error> Library::screenplay_faults() const {
  constexpr std::string_view kFolder = "screenplays/";
  const auto source = [this](std::string_view name) -> Result<ScreenplayText> {
    const PackFile* found = file(name_of("screenplays", name, ".yaml"));
    if (found == nullptr)
      return fail("screenplay_unknown", fmt::format("There is no screenplay `{}`.", name), {},
                  "Correct the name under `include`, or add the file.");
    return ScreenplayText{found->text, found->path};
  };
  std::vector<Error> faults;
  for (const auto& [name, file] : files_) {
    if (!name.starts_with(kFolder) || file.origin == Origin::kBuiltIn) continue;
    if (auto read = Screenplay::parse({file.text, file.path}, source); !read)
      faults.push_back(std::move(read.error()));
  }
  return faults;
}

const PackFile* Library::file(std::string_view name) const {
  const auto found = files_.find(name);
  return found == files_.end() ? nullptr : &found->second;
}

std::vector<std::pair<std::string, const PackFile*>> Library::files_in(
    std::string_view folder) const {
  std::vector<std::pair<std::string, const PackFile*>> found;
  for (auto at = files_.lower_bound(folder); at != files_.end() && at->first.starts_with(folder);
       ++at)
    found.emplace_back(at->first, &at->second);
  return found;
}

Result<const PackFile*> Library::needed(const std::string& name) const {
  if (const PackFile* found = file(name)) return found;
  const auto fault = broken_.find(name);
  if (fault != broken_.end()) return std::unexpected(fault->second);
  return fail("pack_file_missing", fmt::format("There is no {}.", name), {},
              "Add it to .folkmoot/ of the folder, or reinstall the program.");
}

Result<TeamFiles> Library::team_files(const TeamRequest& wish) const {
  const auto team = teams_.find(wish.team);
  if (team == teams_.end()) {
    const auto fault = broken_.find(name_of("teams", wish.team, ".yaml"));
    if (fault != broken_.end()) return std::unexpected(fault->second);
    std::vector<std::string> names;
    for (const auto& entry : teams_) names.push_back(entry.first);
    return fail("team_unknown", fmt::format("There is no team `{}`.", wish.team), {},
                suggest(wish.team, names));
  }
  std::vector<std::string> names = {name_of("teams", wish.team, ".yaml")};
  for (const std::string& id : team->second.everyone()) {
    const std::string name = name_of("agents", id, ".md");
    const auto fault = broken_.find(name);
    if (fault != broken_.end()) return std::unexpected(fault->second);
    names.push_back(name);
  }
  for (const std::string& id : wish.guests) {
    const std::string name = name_of("agents", id, ".md");
    const bool named = std::ranges::find(names, name) != names.end();
    if (!named && profiles_.contains(id) && !broken_.contains(name)) names.push_back(name);
  }
  for (Error& fault : check_team(team->second, profiles_))
    if (fault.code != "team_no_leader") return std::unexpected(std::move(fault));
  for (const std::string& flow : wish.prompts) names.push_back(name_of("prompts", flow, ".yaml"));
  for (const auto& entry : files_)
    if (wish.screenplays && entry.first.starts_with("screenplays/")) names.push_back(entry.first);

  TeamFiles files;
  std::map<std::string, std::string, std::less<>> origins;
  for (const std::string& name : names) {
    const PackFile* file = TRY(needed(name));
    files[name] = file->text;
    origins[name] = file->path;
  }
  if (!wish.folder_digest.empty()) files[std::string(kDigestFile)] = wish.folder_digest;
  if (!wish.folder_sources.empty()) files[std::string(kSourcesFile)] = wish.folder_sources;
  if (!wish.memory.empty()) files[std::string(kMemoryFile)] = wish.memory;
  files[std::string(kManifest)] = team_manifest(team->second, origins);
  return files;
}

Result<Vocabulary> Library::vocabulary() const {
  constexpr std::string_view kFolder = "language/";
  const auto fault = broken_.lower_bound(kFolder);
  if (fault != broken_.end() && fault->first.starts_with(kFolder))
    return std::unexpected(fault->second);
  std::vector<LanguageFile> all;
  std::vector<LanguageFile> others;  // not in the image that is built in
  for (auto at = files_.lower_bound(kFolder); at != files_.end(); ++at) {
    if (!at->first.starts_with(kFolder)) break;
    all.push_back({at->second.path, at->second.text});
    if (at->second.origin != Origin::kBuiltIn) others.push_back(all.back());
  }
  if (!has_all_languages_) return Vocabulary::open(all);
  if (others.empty()) return built_in_vocabulary();
  return built_in_vocabulary().with(others);
}

TeamSnapshot Library::snapshot(const TeamFiles& files) const {
  TeamSnapshot snapshot;
  for (const auto& [name, text] : files) {
    const auto slash = name.find('/');
    const std::string_view folder = std::string_view(name).substr(0, slash);
    if (folder == "teams") {
      snapshot.team = teams_.at(file_stem(name));
    } else if (folder == "agents") {
      snapshot.profiles.insert_or_assign(file_stem(name), profiles_.at(file_stem(name)));
    } else if (folder == "prompts") {
      snapshot.prompts.insert_or_assign(file_stem(name), prompts_.at(name));
    } else if (folder == "screenplays") {
      const auto end = name.rfind('.');
      snapshot.screenplays.insert_or_assign(name.substr(slash + 1, end - slash - 1), text);
    } else if (name == kDigestFile) {
      snapshot.folder_digest = text;
    } else if (name == kSourcesFile) {
      snapshot.folder_sources = text;
    } else if (name == kMemoryFile) {
      snapshot.memory = text;
    }
  }
  return snapshot;
}

}  // namespace fm
