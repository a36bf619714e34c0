# What is committed while a room is being read is not seen.
# in: src/engine/runtime/engine.cc
s/runtime->committed\(since\);//
