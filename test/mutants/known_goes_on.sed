# A room goes on with what it knew at once, although others have written before it was durable.
# in: src/engine/runtime/room_logs.cc
s/if \(starts_over\) return lose\(room, head_moved\(room\)\);//
