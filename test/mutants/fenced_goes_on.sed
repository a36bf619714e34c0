# A node that has lost a room keeps it in memory, and tries again.
# in: src/engine/runtime/room_logs.cc
s/if \(is_fenced\) return lose\(room, why\);//
