#include "work/git/lane.h"

namespace fm {

std::string index_of(const Lane& lane) { return lane.git_dir + "/folkmoot.index"; }

std::string excludes_of(const Lane& lane) { return lane.git_dir + "/folkmoot.exclude"; }

GitPlace place_of(const Lane& lane) {
  GitPlace place;
  place.folder = lane.path;
  place.git_dir = lane.git_dir;
  place.index_file = index_of(lane);
  return place;
}

JsonObject to_json(const Lane& lane) {
  return {{"project", lane.name.project},
          {"task", lane.name.task},
          {"toplevel", lane.repository.toplevel},
          {"repository_git_dir", lane.repository.git_dir},
          {"common_dir", lane.repository.common_dir},
          {"path", lane.path},
          {"git_dir", lane.git_dir},
          {"base", lane.base}};
}

Lane lane_from_json(ObjectRef object) {
  const auto text = [&](std::string_view key) { return std::string(text_at(object, key)); };
  return {.name = {text("project"), text("task")},
          .repository = {text("toplevel"), text("repository_git_dir"), text("common_dir")},
          .path = text("path"),
          .git_dir = text("git_dir"),
          .base = text("base")};
}

}  // namespace fm
