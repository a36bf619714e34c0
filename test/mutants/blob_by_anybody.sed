# A text from outside passes for a reference to a large text.
# in: src/engine/log/blob.cc
s/return key\.size\(\) > 4 \&\&/return key.size() > 999 \&\&/
