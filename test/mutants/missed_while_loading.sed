# What is committed while a room is being read is not seen.
# in: src/engine/runtime/engine.cc
s/^( +)events\.push_back\(std::move\(event\)\);/\1(void)event;/
