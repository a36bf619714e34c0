# Cancelling a flow leaves its children running.
# in: src/engine/room_effects.cc
s/event\("flow\.cancelled", \{\{"why"/event("warning", {{"why"/
