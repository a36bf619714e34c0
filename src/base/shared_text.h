// A long text whose parts others may hold as well, so that it is kept once: a prompt is mostly the
// messages of a room, and each of its calls would copy them.
//
// Parts are immutable and kept alive by whoever holds them; what is short, or belongs to nobody
// else, lies in one string of its own. Copies share all of it. A value; from any thread, as a
// std::string.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fm {

class SharedText {
 public:
  using Owner = std::shared_ptr<const std::string>;

  SharedText() = default;
  SharedText(std::string_view text) { append(text); }               // NOLINT(*-explicit-*)
  SharedText(const std::string& text) { append(text); }             // NOLINT(*-explicit-*)
  SharedText(const char* text) { append(std::string_view(text)); }  // NOLINT(*-explicit-*)

  void append(std::string_view text);  // copies it
  // `part` lies in *owner. What is short is copied: sharing would take more.
  void append(const Owner& owner, std::string_view part);
  void append_all(const SharedText& text);
  SharedText& operator+=(std::string_view text) {
    append(text);
    return *this;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::string str() const;
  SharedText slice(std::size_t begin, std::size_t end) const;  // bytes; within the text

  // In order: visit(const Owner&, std::string_view).
  template <typename Visitor>
  void each(Visitor visit) const {
    for (const Part& part : parts_) {
      const Owner& owner = part.owner ? part.owner : loose();
      visit(owner, std::string_view(*owner).substr(part.begin, part.size));
    }
  }

  friend bool operator==(const SharedText& one, std::string_view other);
  template <std::same_as<SharedText> Other>  // so that a literal is compared as it is
  friend bool operator==(const SharedText& one, const Other& other) {
    return one == std::string_view(other.str());
  }

 private:
  struct Part {
    Owner owner;  // null: loose_
    std::size_t begin = 0;
    std::size_t size = 0;
  };
  const Owner& loose() const { return loose_; }

  std::vector<Part> parts_;
  Owner loose_;  // written to only while nobody else holds it
  std::size_t size_ = 0;
};

}  // namespace fm
