#include "engine/log/sqlite.h"

#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace fm {
namespace {

Error describe(sqlite3* db, int code) {
  const std::string detail = std::string(db ? sqlite3_errmsg(db) : sqlite3_errstr(code)) + " (" +
                             std::to_string(db ? sqlite3_extended_errcode(db) : code) + ").";
  switch (code & 0xff) {
    case SQLITE_FULL:
      return {"store_full", "The disk is full; nothing more can be written.", detail,
              "Free some space, then run the same command again. What was written is safe."};
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
    case SQLITE_AUTH:
      return {"store_unreadable", "The store cannot be opened.", detail,
              "Check that its folder exists and belongs to you, or name another with --store."};
    case SQLITE_NOTADB:
      return {"store_not_a_store", "This file is not a store of Folkmoot.", detail,
              "Name another folder with --store, or move the file away. If it was a store, restore "
              "it from a backup."};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {"store_busy", "Another program holds the store.", detail,
              "End the program that has it open for writing, then run the same command again."};
    case SQLITE_CORRUPT:
      return {"store_damaged", "The store is damaged.", detail,
              "Run `folkmoot store check`, and restore the store from a backup."};
    default:
      return {"store_failed", "The store could not be read or written.", detail,
              "Look for a fault of the disk, then run the same command again. What was written "
              "is safe."};
  }
}

}  // namespace

std::unexpected<Error> store_file_unreadable(const std::string& path) {
  return fail("store_unreadable", "The store cannot be opened.",
              path + ": " + std::strerror(errno) + ".",
              "Make the store's folder writable, or name another one with --store.");
}

Statement::Statement(Statement&& other) noexcept
    : statement_(std::exchange(other.statement_, nullptr)) {}

Statement& Statement::operator=(Statement&& other) noexcept {
  std::swap(statement_, other.statement_);
  return *this;
}

Statement::~Statement() { sqlite3_finalize(statement_); }

Statement& Statement::bind(int index, std::int64_t value) {
  sqlite3_bind_int64(statement_, index, value);
  return *this;
}

Statement& Statement::bind_text(int index, std::string_view text) {
  sqlite3_bind_text64(statement_, index, text.data() ? text.data() : "", text.size(), SQLITE_STATIC,
                      SQLITE_UTF8);
  return *this;
}

Statement& Statement::bind_blob(int index, std::string_view bytes) {
  sqlite3_bind_blob64(statement_, index, bytes.data() ? bytes.data() : "", bytes.size(),
                      SQLITE_STATIC);
  return *this;
}

Statement& Statement::bind_hash(int index, const Sha256& hash) {
  return bind_blob(index, {reinterpret_cast<const char*>(hash.data()), hash.size()});
}

Statement& Statement::bind_null(int index) {
  sqlite3_bind_null(statement_, index);
  return *this;
}

Result<bool> Statement::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return std::unexpected(describe(sqlite3_db_handle(statement_), code));
}

Result<void> Statement::run() {
  for (;;) {
    auto row = step();
    if (!row) {
      Error error = std::move(row.error());
      reset();
      return std::unexpected(std::move(error));
    }
    if (!*row) break;
  }
  reset();
  return {};
}

void Statement::reset() {
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_, column);
}

std::string_view Statement::text(int column) const {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  return {bytes ? bytes : "", static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

std::string_view Statement::blob(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  return {bytes ? bytes : "", static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

Sha256 Statement::hash(int column) const {
  Sha256 hash{};
  const std::string_view bytes = blob(column);
  if (bytes.size() == hash.size()) std::ranges::copy(bytes, hash.begin());
  return hash;
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

Result<Database> Database::open(const std::string& path, OpenMode mode, const std::string& vfs) {
  sqlite3* raw = nullptr;
  const int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
                    (mode == OpenMode::kReadOnly ? SQLITE_OPEN_READONLY
                                                 : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  const int code = sqlite3_open_v2(path.c_str(), &raw, flags, vfs.empty() ? nullptr : vfs.c_str());
  Database database(raw);
  if (code != SQLITE_OK) return std::unexpected(describe(raw, code));
  sqlite3_busy_timeout(raw, kBusyMs);
  return database;
}

Database::Database(Database&& other) noexcept : db_(std::exchange(other.db_, nullptr)) {}

Database& Database::operator=(Database&& other) noexcept {
  std::swap(db_, other.db_);
  return *this;
}

Database::~Database() { sqlite3_close_v2(db_); }

Result<void> Database::execute(std::string_view sql) {
  const int code = sqlite3_exec(db_, std::string(sql).c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return std::unexpected(describe(db_, code));
  return {};
}

Result<Statement> Database::prepare(std::string_view sql) {
  sqlite3_stmt* raw = nullptr;
  const int code = sqlite3_prepare_v3(db_, sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &raw, nullptr);
  if (code != SQLITE_OK) return std::unexpected(describe(db_, code));
  return Statement(raw);
}

Result<std::int64_t> Database::integer(std::string_view sql) {
  auto statement = TRY(prepare(sql));
  const bool row = TRY(statement.step());
  return row ? statement.integer(0) : 0;
}

std::int64_t Database::changes() const { return sqlite3_changes64(db_); }

bool Database::is_constraint() const {
  return (sqlite3_extended_errcode(db_) & 0xff) == SQLITE_CONSTRAINT;
}

Error Database::last_error() const { return describe(db_, sqlite3_extended_errcode(db_)); }

}  // namespace fm
