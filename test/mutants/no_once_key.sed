# What may happen once only is accepted again.
# in: src/engine/log/journal_writer.cc
s/^std::string once_key\(.*\{$/&\n  if (!room.value.empty()) return {};/
