# An empty store is opened, and SQLite deletes the log beside it.
# in: src/engine/log/store_files.cc
# noticed by: app_test
s/if \(size_of\(database\) > 0\) return/if (size_of(database) > -2) return/
