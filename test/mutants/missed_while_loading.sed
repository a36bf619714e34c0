# What is committed while a room is being read is not seen.
# in: src/engine/runtime/engine.cc
s/loading->second\.head > past->state\.head\(\)\)/loading->second.head.value < 0)/
