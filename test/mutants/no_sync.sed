# Commits without waiting for the disk.
# in: src/engine/log/store_schema.cc
s/PRAGMA synchronous=FULL/PRAGMA synchronous=OFF/
