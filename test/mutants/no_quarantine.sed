# A room that ends the process is tried for ever.
# in: src/engine/runtime/engine.cc
s/held->second >= options_\.quarantine_after/held->second >= 999/
