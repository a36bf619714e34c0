# Cancelling a flow leaves its children running.
# in: src/engine/runtime/room_effects.cc
s/event\("flow\.cancelled", \{\{"why"/event("warning", {{"why"/
