# A place that the log lacks is begun although later ones are there.
# in: src/engine/flow/flow_run.cc
s/if \(later\) diverge/if (false) diverge/
