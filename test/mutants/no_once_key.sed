# What may happen once only is accepted again.
# in: src/engine/log/post.cc
s/^std::string dedup_key\(.*\{$/&\n  if (!room.value.empty()) return {};/
