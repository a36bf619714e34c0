# What another process has written is overwritten by what was known before it.
# in: src/engine/log/journal_writer.cc
s/if \(now == data_version_\) return/if (data_version_ >= 0) return/
