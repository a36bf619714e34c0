# Changed bytes of an event are accepted.
# in: src/engine/log/journal_reader.cc
s/if \(sha256\(previous, bytes\) != hash\)/if (false)/
