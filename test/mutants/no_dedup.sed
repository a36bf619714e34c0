# A message that is sent again is refused or doubled.
# in: src/engine/log/journal_writer.cc
s/if \(event\.client_id\.empty\(\) \&\& !is_post\) continue;/if (!event.client_id.empty()) continue;/
