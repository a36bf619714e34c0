// A thin layer over SQLite's C interface: connections and statements as owned values, errors as
// Result. A connection is used by one thread at a time. Nothing of sqlite3.h leaks.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/sha256.h"

struct sqlite3;
struct sqlite3_stmt;

namespace fm {

class Statement {
 public:
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&& other) noexcept;
  ~Statement();

  // Parameters count from 1. Text and blob must live until the statement was stepped and reset.
  Statement& bind(int index, std::int64_t value);
  Statement& bind_text(int index, std::string_view text);
  Statement& bind_blob(int index, std::string_view bytes);
  Statement& bind_hash(int index, const Sha256& hash);  // as for a blob
  Statement& bind_null(int index);

  Result<bool> step();  // true: a row is there
  Result<void> run();   // steps to the end, then resets for the next use
  void reset();         // after reading rows, so that no read transaction stays open

  std::int64_t integer(int column) const;
  std::string_view text(int column) const;  // until the next step
  std::string_view blob(int column) const;
  Sha256 hash(int column) const;  // zeros where there is none
  bool is_null(int column) const;

 private:
  friend class Database;
  explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}
  sqlite3_stmt* statement_ = nullptr;
};

inline constexpr int kBusyMs = 5000;  // how long a connection waits for a lock

// For a file of the store that the system does not give; the reason is errno. store_unreadable
std::unexpected<Error> store_file_unreadable(const std::string& path);

enum class OpenMode { kReadWrite, kReadOnly };

class Database {
 public:
  // `vfs` empty: the system's. Errors: store_unreadable, store_not_a_store, store_full.
  static Result<Database> open(const std::string& path, OpenMode mode, const std::string& vfs);

  Database(Database&& other) noexcept;
  Database& operator=(Database&& other) noexcept;
  ~Database();

  Result<void> execute(std::string_view sql);
  Result<Statement> prepare(std::string_view sql);
  Result<std::int64_t> integer(std::string_view sql);  // the one value of a one-row query

  std::int64_t changes() const;
  bool is_constraint() const;  // whether the last error was a broken constraint
  Error last_error() const;
  sqlite3* handle() const { return db_; }  // for the tests' fault VFS and the checkpointer

 private:
  explicit Database(sqlite3* db) : db_(db) {}
  sqlite3* db_ = nullptr;
};

}  // namespace fm
