# A replay does not know that an effect was begun.
# in: src/engine/flow/replay.cc
s/known->second\.attempts = static_cast<int>\(event->number\("attempt"\)\);//
