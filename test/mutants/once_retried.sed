# A once effect in doubt is done again unseen.
# in: src/engine/runtime/room_performers.cc
s/leaf\.attempt == 0 \|\| effect_class == EffectClass::kPure/leaf.attempt >= 0 || effect_class == EffectClass::kPure/
