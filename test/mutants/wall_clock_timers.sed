# Setting the clock back stalls a timer.
# in: src/engine/runtime/engine_timers.cc
s/if \(key\.due > loop_\.clock\(\)\.steady\(\) \|\|/if (timers_.begin()->second > now() ||/
