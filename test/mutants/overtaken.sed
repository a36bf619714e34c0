# What is appended after an append that came back overtakes it.
# in: src/engine/runtime/room_logs.cc
s/is_next \&\& log\.in_flight == 0 \&\&/is_next \&\&/
