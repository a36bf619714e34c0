# A node that has lost a room keeps it in memory, and tries again.
# in: src/engine/runtime/room_logs.cc
s/is_fenced\) return lose/is_fenced \&\& why.code.empty()) return lose/
