#include "team/room/room_codec.h"

#include <string>
#include <string_view>
#include <tuple>

#include "base/binary.h"
#include "base/sha256.h"
#include "people/message/intent.h"
#include "people/questions/questions.h"
#include "reading/brief/brief.h"
#include "team/room/brief.h"
#include "team/room/room.h"
#include "team/vote/vote.h"

// One line a struct. A name for each field: a field more or less does not compile.
#define FM_FIELDS(Type, ...)                            \
  template <class T>                                    \
    requires std::same_as<std::remove_const_t<T>, Type> \
  auto fields_of(T& value) {                            \
    auto& [__VA_ARGS__] = value;                        \
    return std::tie(__VA_ARGS__);                       \
  }

namespace fm {

FM_FIELDS(Error, a, b, c, d)
FM_FIELDS(Usage, a, b, c, d, e, f)
FM_FIELDS(Message, a, b, c, d, e, f, g, h, i, j, k, l, m, n)
FM_FIELDS(IdeaScore, a, b, c, d, e, f, g, h, i, j, k, l, m)
FM_FIELDS(IdeaRevision, a, b, c, d, e, f, g)
FM_FIELDS(Idea, a, b, c, d, e, f, g)
FM_FIELDS(IdeaNote, a, b, c, d, e, f, g, h)
FM_FIELDS(Selection, a, b, c, d, e)
FM_FIELDS(TurnRecord, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q)
FM_FIELDS(OpenGate, a, b, c, d, e, f, g, h, i, j, k)
FM_FIELDS(GateAnswer, a, b, c, d, e, f, g, h)
FM_FIELDS(FlowRecord, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o)
FM_FIELDS(RoomWarning, a, b)
FM_FIELDS(RoomLink, a, b, c, d)
FM_FIELDS(BriefConstraint, a, b)
FM_FIELDS(BriefStep, a, b)
FM_FIELDS(Brief, a, b, c, d, e, f, g)
FM_FIELDS(ProjectIntent, a, b, c, d, e, f)
FM_FIELDS(PhaseStep, a, b, c, d, e, f, g, h, i)
FM_FIELDS(ProjectQuestion, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o)
FM_FIELDS(RouteTaken, a, b, c, d, e, f)
FM_FIELDS(ProjectVote, a, b, c, d, e, f, g, h)
FM_FIELDS(BriefRevision, a, b, c, d, e, f, g, h)
FM_FIELDS(PlanRevision, a, b, c)
FM_FIELDS(Feedback, a, b, c, d, e, f)
FM_FIELDS(Project, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s)
FM_FIELDS(Projects, a, b)
FM_FIELDS(RoomView, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s)

namespace {

// The types of all fields below a type, in order, as the compiler names them.
template <class T>
void add_shape(std::string& shape) {
  shape += __PRETTY_FUNCTION__;
  if constexpr (binary::Fielded<T>) {
    using Fields = decltype(fields_of(std::declval<T&>()));
    [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
      (add_shape<std::remove_reference_t<std::tuple_element_t<kIndex, Fields>>>(shape), ...);
    }(std::make_index_sequence<std::tuple_size_v<Fields>>());
  } else if constexpr (binary::IsPointer<T>::value) {
    add_shape<std::remove_const_t<typename T::element_type>>(shape);
  } else if constexpr (
      requires { typename T::value_type; } && !requires { typename T::mapped_type; } &&
      !std::same_as<T, std::string> && !std::same_as<T, Json>) {
    add_shape<typename T::value_type>(shape);
  }
}

std::uint64_t format() {
  std::string shape = std::to_string(kRoomFoldVersion);
  add_shape<RoomView>(shape);
  const Sha256 hash = sha256(shape);
  std::uint64_t value = 0;
  for (int i = 0; i < 8; ++i) value = value << 8 | hash[static_cast<std::size_t>(i)];
  return value >> 1 | 1;  // fits SQLite's integers, and is not zero
}

}  // namespace

FoldFactory room_folds() {
  FoldFactory folds([]() -> std::unique_ptr<Fold> { return std::make_unique<RoomView>(); });
  folds.format = format();
  folds.encode = [](const Fold& fold) {
    return binary::encode(static_cast<const RoomView&>(fold));
  };
  folds.decode = [](std::string_view bytes) -> std::unique_ptr<Fold> {
    auto view = binary::decode<RoomView>(bytes);
    return view ? std::make_unique<RoomView>(std::move(*view)) : nullptr;
  };
  return folds;
}

}  // namespace fm
