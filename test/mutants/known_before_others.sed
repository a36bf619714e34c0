# A result is known at once although something before it is on its way to the log.
# in: src/engine/runtime/room_known.cc
s/return !engine_\.is_appending\(room_\) && /return /
