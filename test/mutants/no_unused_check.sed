# A replay that leaves journaled effects unasked goes on.
# in: src/engine/flow/flow_run.cc
s/= history_\.unasked_below\(""\)/= nullptr; left/
