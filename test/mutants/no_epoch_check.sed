# A process whose store was opened by another one since writes on.
# in: src/engine/log/journal_writer.cc
s/append\.epoch\.value_or\(epoch_\) != newest_epoch_/append.epoch.value_or(epoch_).value < 0/
