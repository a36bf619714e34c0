// Pages of lists that are made whole and given in parts. Pure.
//
// A cursor says where a page ended by what the list is ordered by, not by which item stood there:
// an item that goes or moves between two pages neither hides others nor shows them again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/service_answers.h"

namespace fm {

// A place in a list that is ordered from the newest, what is of one time by falling ids.
struct NewestFirst {
  UtcMs at;
  std::string id;

  std::string cursor() const;
  bool comes_after(std::string_view cursor) const;  // true of each where it is empty
};

// A place in a list that is ordered by rising names.
struct ByName {
  std::string name;

  const std::string& cursor() const { return name; }
  bool comes_after(std::string_view cursor) const { return name > cursor; }
};

// `all` is in the order of its places.
template <class T, class PlaceOf>
Page<T> page_of(std::vector<T> all, const PageWanted& wanted, PlaceOf place_of) {
  const auto begin = std::ranges::find_if(
      all, [&](const T& item) { return place_of(item).comes_after(wanted.cursor); });
  const auto left = static_cast<std::size_t>(all.end() - begin);
  const auto count = std::min(left, std::max<std::size_t>(wanted.limit, 1));
  Page<T> page;
  page.items.assign(std::make_move_iterator(begin),
                    std::make_move_iterator(begin + static_cast<std::ptrdiff_t>(count)));
  if (count < left) page.next = place_of(page.items.back()).cursor();
  return page;
}

}  // namespace fm
