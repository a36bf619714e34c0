# What was cancelled before it was journaled leaves no trace.
# in: src/engine/flow/flow_run.cc
s/host_\.flow_skips\(\*this, \*leaf->second\);/Outcome none; none.interrupted = true; finish(place, none);/
