# A missing end of a room is accepted.
# in: src/engine/journal_reader.cc
s/last < head\)/last < 0)/
