// SharedVector<T>: a vector whose copies share what they have in common.
//
// A copy costs two words, however long it is; after that a change to either of the two copies the
// list of chunks and one chunk of pointers, never the elements. So a fold can be kept as it was at
// many points of its past (docs/engine.md, "One fold a room"). Elements do not move and are never
// changed in place while anybody else may see them: edit() puts a copy in an element's place.
// Values; any number of threads may read copies at once, each copy is changed by one thread.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "base/result.h"

namespace fm {

template <class T>
class SharedVector {
  static constexpr std::size_t kChunk = 32;  // elements; the last chunk may have fewer
  using Chunk = std::vector<std::shared_ptr<T>>;
  using Index = std::vector<std::shared_ptr<Chunk>>;

 public:
  using value_type = T;

  class const_iterator {
   public:
    using iterator_concept = std::random_access_iterator_tag;
    using iterator_category = std::random_access_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = const T*;
    using reference = const T&;

    const_iterator() = default;
    const_iterator(const SharedVector* vector, std::size_t at) : vector_(vector), at_(at) {}

    reference operator*() const { return (*vector_)[at_]; }
    pointer operator->() const { return &(*vector_)[at_]; }
    reference operator[](difference_type n) const { return *(*this + n); }
    const_iterator& operator++() { return *this += 1; }
    const_iterator& operator--() { return *this -= 1; }
    const_iterator operator++(int) { return std::exchange(*this, *this + 1); }
    const_iterator operator--(int) { return std::exchange(*this, *this - 1); }
    const_iterator& operator+=(difference_type n) {
      at_ = static_cast<std::size_t>(static_cast<difference_type>(at_) + n);
      return *this;
    }
    const_iterator& operator-=(difference_type n) { return *this += -n; }
    friend const_iterator operator+(const_iterator it, difference_type n) { return it += n; }
    friend const_iterator operator+(difference_type n, const_iterator it) { return it += n; }
    friend const_iterator operator-(const_iterator it, difference_type n) { return it -= n; }
    friend difference_type operator-(const const_iterator& a, const const_iterator& b) {
      return static_cast<difference_type>(a.at_) - static_cast<difference_type>(b.at_);
    }
    bool operator==(const const_iterator& other) const { return at_ == other.at_; }
    auto operator<=>(const const_iterator& other) const { return at_ <=> other.at_; }

   private:
    const SharedVector* vector_ = nullptr;
    std::size_t at_ = 0;
  };
  using iterator = const_iterator;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;

  SharedVector() = default;
  SharedVector(std::initializer_list<T> values) {
    for (const T& value : values) push_back(value);
  }
  SharedVector(const SharedVector& other)
      : index_(other.index_), size_(other.size_), owned_from_(kNone) {
    other.give_up();
  }
  SharedVector(SharedVector&& other) noexcept
      : index_(std::move(other.index_)),
        size_(std::exchange(other.size_, 0)),
        owns_index_(std::exchange(other.owns_index_, false)),
        owned_from_(std::exchange(other.owned_from_, kNone)) {}
  SharedVector& operator=(const SharedVector& other) {
    if (this != &other) *this = SharedVector(other);
    return *this;
  }
  SharedVector& operator=(SharedVector&& other) noexcept {
    index_ = std::move(other.index_);
    size_ = std::exchange(other.size_, 0);
    owns_index_ = std::exchange(other.owns_index_, false);
    owned_from_ = std::exchange(other.owned_from_, kNone);
    return *this;
  }
  ~SharedVector() = default;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](std::size_t at) const { return *(*(*index_)[at / kChunk])[at % kChunk]; }
  const T& at(std::size_t at) const {
    FM_CHECK(at < size_, "a place in the vector");
    return (*this)[at];
  }
  const T& front() const { return (*this)[0]; }
  const T& back() const { return (*this)[size_ - 1]; }
  const_iterator begin() const { return {this, 0}; }
  const_iterator end() const { return {this, size_}; }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }

  // The new element, to be filled in; good until the vector is changed or copied.
  T& push_back(T value) {
    own_index();
    if (size_ % kChunk == 0) {
      index_->push_back(std::make_shared<Chunk>());
      owned_from_ = std::min(owned_from_, index_->size() - 1);
    }
    Chunk& chunk = own_chunk(index_->size() - 1);
    chunk.push_back(std::make_shared<T>(std::move(value)));
    ++size_;
    return *chunk.back();
  }
  T& emplace_back() { return push_back(T()); }

  // A copy of an element in its place, to be changed; good until the vector is changed or copied.
  T& edit(std::size_t at) {
    own_index();
    std::shared_ptr<T>& element = own_chunk(at / kChunk)[at % kChunk];
    element = std::make_shared<T>(*element);
    return *element;
  }
  T& edit(const_iterator at) { return edit(static_cast<std::size_t>(at - begin())); }

  void clear() { *this = SharedVector(); }
  void erase(const_iterator at) {
    const auto gone = static_cast<std::size_t>(at - begin());
    std::size_t i = 0;
    remove_if([&](const T&) { return i++ == gone; });
  }

  void insert(const_iterator before, T value) {
    const auto at = static_cast<std::size_t>(before - begin());
    if (at == size_) {
      push_back(std::move(value));
      return;
    }
    SharedVector all;
    for (std::size_t i = 0; i < size_; ++i) {
      if (i == at) all.push_back(std::move(value));
      all.share((*(*index_)[i / kChunk])[i % kChunk]);
    }
    *this = std::move(all);
  }

  // Takes out the elements for which `gone` says so.
  template <class Gone>
  void remove_if(Gone gone) {
    std::vector<bool> out(size_);
    bool any = false;
    for (std::size_t i = 0; i < size_; ++i) any = (out[i] = gone((*this)[i])) || any;
    if (!any) return;
    SharedVector left;
    for (std::size_t i = 0; i < size_; ++i)
      if (!out[i]) left.share((*(*index_)[i / kChunk])[i % kChunk]);
    *this = std::move(left);
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  // From here on another vector may see all that this one holds. Written only where it changes
  // something, since several threads may copy one vector.
  void give_up() const {
    if (owns_index_) owns_index_ = false;
    if (owned_from_ != kNone) owned_from_ = kNone;
  }
  void own_index() {
    if (owns_index_ && index_) return;
    index_ = index_ ? std::make_shared<Index>(*index_) : std::make_shared<Index>();
    owns_index_ = true;
  }
  Chunk& own_chunk(std::size_t at) {
    std::shared_ptr<Chunk>& chunk = (*index_)[at];
    if (at < owned_from_) {
      auto copy = std::make_shared<Chunk>();
      copy->reserve(kChunk);
      copy->assign(chunk->begin(), chunk->end());
      chunk = std::move(copy);
      if (at + 1 == index_->size() || at + 1 == owned_from_) owned_from_ = at;
    }
    return *chunk;
  }
  void share(std::shared_ptr<T> element) {
    own_index();
    if (size_ % kChunk == 0) index_->push_back(std::make_shared<Chunk>());
    owned_from_ = 0;
    index_->back()->push_back(std::move(element));
    ++size_;
  }

  std::shared_ptr<Index> index_;
  std::size_t size_ = 0;
  mutable bool owns_index_ = false;         // nobody else sees the list of chunks
  mutable std::size_t owned_from_ = kNone;  // nor the chunks from here on
};

template <class T, class Gone>
void erase_if(SharedVector<T>& vector, Gone gone) {
  vector.remove_if(std::move(gone));
}

}  // namespace fm
