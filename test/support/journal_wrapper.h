// A journal that hands everything on to another one: for those that change one thing of it.
#pragma once

#include <utility>
#include <vector>

#include "engine/log/journal.h"

namespace fm::testing {

class JournalWrapper : public Journal {
 public:
  explicit JournalWrapper(Journal& journal) : journal_(journal) {}

  void append(Append append) override { journal_.append(std::move(append)); }
  void post_input(Post post) override { journal_.post_input(std::move(post)); }
  void claim(RoomId room, OnDone<Epoch> done) override {
    journal_.claim(std::move(room), std::move(done));
  }
  void release(const RoomId& room, Epoch epoch) override { journal_.release(room, epoch); }
  void read_page(RoomId room, RoomSeq after, std::size_t limit, OnDone<LogPage> done) override {
    journal_.read_page(std::move(room), after, limit, std::move(done));
  }
  void read_folds(RoomId room, OnDone<std::vector<KeptFold>> done) override {
    journal_.read_folds(std::move(room), std::move(done));
  }
  void read_open(RoomId room, OnDone<std::vector<OpenRow>> done) override {
    journal_.read_open(std::move(room), std::move(done));
  }
  void keep_fold(RoomId room, KeptFold fold) override {
    journal_.keep_fold(std::move(room), std::move(fold));
  }
  Result<std::vector<EventPtr>> read(const RoomId& room, RoomSeq after,
                                     std::size_t limit) override {
    return journal_.read(room, after, limit);
  }
  Result<std::vector<RoomRow>> rooms() override { return journal_.rooms(); }
  Result<std::vector<OpenRow>> open_rows() override { return journal_.open_rows(); }
  Result<std::string> blob(std::string_view hex) override { return journal_.blob(hex); }

 protected:
  Journal& journal_;
};

}  // namespace fm::testing
