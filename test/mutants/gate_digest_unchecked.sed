# An answer to another question is accepted.
# in: src/engine/runtime/engine_input.cc
s/answer\.digest != asked->digest/answer.digest.size() > 999/
