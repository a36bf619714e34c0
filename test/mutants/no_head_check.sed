# A missing end of a room is accepted.
# in: src/engine/log/journal_reader.cc
s/last < head\)/last < 0)/
