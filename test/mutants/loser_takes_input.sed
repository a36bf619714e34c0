# A message that came to the loser of a race is lost.
# in: src/engine/flow/flow_run.cc
s/if \(leaf->second->scope->is_cancelled\(\)\) \{$/if (false) {/
