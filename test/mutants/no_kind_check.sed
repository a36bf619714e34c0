# A replay takes another kind's result.
# in: src/engine/flow/flow_run.cc
s/known\.kind != leaf\.request\.kind \|\| //
