# An answer that was posted while the room's owner was away is forgotten.
# in: src/engine/flow/flow_run.cc
s/leaf\.answered = known\.answered;//
