# A once effect begins before its start is durable.
# in: src/engine/runtime/room_performers.cc
s/if \(effect_class == EffectClass::kPure \|\| effect_class == EffectClass::kRepeatable\) \{/if (effect_class != EffectClass::kCheckable) {/
