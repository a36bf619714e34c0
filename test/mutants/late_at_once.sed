# A replay accepts at once what was scheduled at the end of an earlier one.
# in: src/engine/flow/flow_run.cc
s/if \(known\.late\) \{/if (known.late \&\& false) {/
