# What rests on a result is done outside before the log holds it.
# in: src/engine/runtime/room_runtime.cc
s/if \(out\.known\) begins = /if (out.known \&\& false) begins = /
