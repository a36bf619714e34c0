#include "bench/promises/floor.h"

#include <curl/curl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "bench/promises/fake_server.h"

namespace fm::bench {
namespace {

std::size_t keep(char* bytes, std::size_t, std::size_t size, void* text) {
  static_cast<std::string*>(text)->append(bytes, size);
  return size;
}

// One request; the connection stays with the handle.
class Call {
 public:
  Call(const std::string& url, const std::string* body) : easy_(::curl_easy_init()) {
    headers_ = ::curl_slist_append(nullptr, "Content-Type: application/json");
    headers_ = ::curl_slist_append(headers_, "Expect:");
    ::curl_easy_setopt(easy_, CURLOPT_URL, url.c_str());
    ::curl_easy_setopt(easy_, CURLOPT_NOSIGNAL, 1L);
    ::curl_easy_setopt(easy_, CURLOPT_PROXY, "");
    ::curl_easy_setopt(easy_, CURLOPT_PRIVATE, this);
    ::curl_easy_setopt(easy_, CURLOPT_BUFFERSIZE, 8L << 10);
    ::curl_easy_setopt(easy_, CURLOPT_UPLOAD_BUFFERSIZE, 16L << 10);
    ::curl_easy_setopt(easy_, CURLOPT_WRITEFUNCTION, &keep);
    ::curl_easy_setopt(easy_, CURLOPT_WRITEDATA, &answer);
    if (body) {
      ::curl_easy_setopt(easy_, CURLOPT_HTTPHEADER, headers_);
      set_body(*body);
    }
  }
  ~Call() {
    ::curl_easy_cleanup(easy_);
    ::curl_slist_free_all(headers_);
  }
  Call(const Call&) = delete;

  void set_body(const std::string& body) {
    answer.clear();
    ::curl_easy_setopt(easy_, CURLOPT_POSTFIELDSIZE, static_cast<long>(body.size()));
    ::curl_easy_setopt(easy_, CURLOPT_POSTFIELDS, body.data());
  }
  void perform() {
    if (::curl_easy_perform(easy_) != CURLE_OK) give_up("a call of the floor failed");
  }
  CURL* easy() { return easy_; }

  std::string answer;
  std::size_t next = 0;  // of the bodies

 private:
  CURL* easy_;
  curl_slist* headers_ = nullptr;
};

class Store {
 public:
  explicit Store(const std::string& folder) {
    if (::sqlite3_open((folder + "/floor.db").c_str(), &db_) != SQLITE_OK) give_up("no database");
    run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0;"
        "CREATE TABLE IF NOT EXISTS log (seq INTEGER PRIMARY KEY, bytes BLOB NOT NULL)");
    ::sqlite3_prepare_v2(db_, "INSERT INTO log (bytes) VALUES (?1)", -1, &insert_, nullptr);
  }
  ~Store() {
    ::sqlite3_finalize(insert_);
    ::sqlite3_close(db_);
  }
  Store(const Store&) = delete;

  void run(const char* sql) {
    if (::sqlite3_exec(db_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) give_up("SQLite failed");
  }
  void add(const std::string& text) {
    ::sqlite3_bind_blob(insert_, 1, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
    if (::sqlite3_step(insert_) != SQLITE_DONE) give_up("a commit of the floor failed");
    ::sqlite3_reset(insert_);
  }

 private:
  sqlite3* db_ = nullptr;
  sqlite3_stmt* insert_ = nullptr;
};

std::string chat(const std::string& base_url) { return base_url + "/chat/completions"; }

}  // namespace

std::string get(const std::string& url) {
  Call call(url, nullptr);
  call.perform();
  return call.answer;
}

Figures sequential_floor(const Arguments& arguments) {
  const auto bodies = read_bodies(arguments.at(1));
  Store store(arguments.at(2));
  Call call(chat(arguments.at(0)), &bodies.front());
  double calls = 0;
  const double began = now_us();
  for (const std::string& body : bodies) {
    const double asked = now_us();
    call.set_body(body);
    call.perform();
    calls += now_us() - asked;
    store.add(call.answer);
  }
  return {{"wall", now_us() - began}, {"calls", calls}};
}

Figures concurrent_floor(const Arguments& arguments) {
  const auto bodies = read_bodies(arguments.at(1));
  Store store(arguments.at(2));
  const int count = std::atoi(arguments.at(3).c_str());
  const double cpu = cpu_us();
  const double began = now_us();
  CURLM* multi = ::curl_multi_init();
  ::curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, static_cast<long>(count));
  std::vector<std::unique_ptr<Call>> calls;
  for (int i = 0; i < count; ++i) {
    calls.push_back(std::make_unique<Call>(chat(arguments.at(0)), &bodies.front()));
    ::curl_multi_add_handle(multi, calls.back()->easy());
  }
  std::size_t left = static_cast<std::size_t>(count);
  std::vector<Call*> ended;
  while (left > 0) {
    int running = 0;
    ::curl_multi_perform(multi, &running);
    int queued = 0;
    while (const CURLMsg* message = ::curl_multi_info_read(multi, &queued)) {
      if (message->data.result != CURLE_OK) give_up("a call of the floor failed");
      char* self = nullptr;
      ::curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &self);
      ended.push_back(reinterpret_cast<Call*>(self));
      ::curl_multi_remove_handle(multi, message->easy_handle);
    }
    if (!ended.empty()) {
      store.run("BEGIN");
      for (Call* call : ended) store.add(call->answer);
      store.run("COMMIT");
      for (Call* call : ended) {
        if (++call->next == bodies.size()) {
          --left;
          continue;
        }
        call->set_body(bodies[call->next]);
        ::curl_multi_add_handle(multi, call->easy());
      }
      ended.clear();
    } else if (left > 0) {
      ::curl_multi_poll(multi, nullptr, 0, 1000, nullptr);
    }
  }
  return {{"wall", now_us() - began}, {"cpu", cpu_us() - cpu}};
}

Figures holding_floor(const Arguments& arguments) {
  const std::string body = read_bodies(arguments.at(1)).back();
  const int count = std::atoi(arguments.at(2).c_str());
  CURLM* multi = ::curl_multi_init();
  std::vector<std::string> held_bodies;
  std::vector<std::string> talks;
  std::vector<std::unique_ptr<Call>> calls;
  held_bodies.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    held_bodies.push_back(body);
    talks.push_back(body);
    calls.push_back(std::make_unique<Call>(chat(arguments.at(0)), &held_bodies.back()));
    ::curl_multi_add_handle(multi, calls.back()->easy());
  }
  for (;;) {
    int running = 0;
    ::curl_multi_perform(multi, &running);
    ::curl_multi_poll(multi, nullptr, 0, 100, nullptr);
  }
}

Figures bare_appends(const Arguments& arguments) {
  Store store(arguments.at(0));
  const int writers = std::atoi(arguments.at(1).c_str());
  const std::string row(350, 'x');  // an event with 200 bytes of text
  double count = 0;
  const double began = now_us();
  while (now_us() - began < 1.5e6) {
    store.run("BEGIN");
    for (int i = 0; i < writers; ++i) store.add(row);
    store.run("COMMIT");
    count += writers;
  }
  return {{"rate", count / (now_us() - began) * 1e6}};
}

Figures bare_rows(const Arguments& arguments) {
  Store store(arguments.at(0));
  const int rows = std::atoi(arguments.at(1).c_str());
  constexpr int kAtOnce = 256;
  const std::string row(350, 'x');  // an event with 200 bytes of text
  const double cpu = cpu_us();
  const double began = now_us();
  for (int first = 0; first < rows; first += kAtOnce) {
    store.run("BEGIN");
    for (int i = first; i < std::min(rows, first + kAtOnce); ++i) store.add(row);
    store.run("COMMIT");
  }
  return {{"wall", now_us() - began},
          {"cpu", cpu_us() - cpu},
          {"peak", static_cast<double>(peak_bytes(::getpid()))}};
}

Figures bare_start(const Arguments& arguments) {
  ::curl_global_init(CURL_GLOBAL_DEFAULT);
  const auto bodies = read_bodies(arguments.at(1));
  Store store(arguments.at(2));
  store.add(bodies.front());
  Call call(chat(arguments.at(0)), &bodies.front());
  ::curl_easy_perform(call.easy());
  return {};
}

}  // namespace fm::bench
