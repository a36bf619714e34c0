# A kept fold of another version is taken for one of this program.
# in: src/engine/runtime/kept_room.cc
s/if \(kept\.version != version_of\(\*folds\(\)\)\) return/if (!version_of(*folds())) return/
