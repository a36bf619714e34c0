# An owner's append is taken although others have written behind what it knows.
# in: src/engine/log/journal_writer.cc
s/append\.expected->value < head->foreign/append.expected->value < 0/
