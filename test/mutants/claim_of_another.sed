# A node goes on with what it had in mind although another has owned the room in between.
# in: src/engine/runtime/room_logs.cc
s/epoch->value == before->value \+ 1\)/epoch->value > before->value)/
