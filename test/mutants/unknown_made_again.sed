# What was committed without the node's knowing is appended once more.
# in: src/engine/runtime/room_logs.cc
s/looked_for = std::exchange\(one->is_unknown, false\) \&\& size > 0/looked_for = std::exchange(one->is_unknown, false) \&\& size > 999/
