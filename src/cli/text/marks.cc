#include "cli/text/marks.h"

#include <algorithm>
#include <array>

namespace fm::cli {
namespace {

struct Look {
  std::string_view agent;
  std::string_view shape;
  std::string_view ascii;
  std::uint8_t colour;
};

// Red stays free for what went wrong.
constexpr std::array<Look, 9> kLooks{{
    {"leader", "✦", "*", 36},
    {"researcher", "◉", "o", 94},
    {"ideation", "✚", "+", 33},
    {"adversary", "▴", "^", 35},
    {"implementer", "⬢", "#", 32},
    {"moderator", "❖", "%", 96},
    {"ui-creator", "◊", "&", 95},
    {"system", "›", ">", 90},
    {"folkmoot", "›", ">", 90},
}};

constexpr std::array<Look, 6> kOthers{{
    {"", "◧", "=", 34},
    {"", "⬥", "$", 92},
    {"", "✱", "@", 93},
    {"", "◪", "~", 36},
    {"", "✶", "!", 35},
    {"", "◬", "?", 32},
}};

const Look& look_of(std::string_view agent) {
  const auto* known = std::ranges::find(kLooks, agent, &Look::agent);
  if (known != kLooks.end()) return *known;
  std::uint32_t sum = 2166136261;  // FNV-1a: the same agent looks the same on every day
  for (const char c : agent) sum = (sum ^ static_cast<unsigned char>(c)) * 16777619;
  return kOthers[sum % kOthers.size()];
}

}  // namespace

std::string display_name(std::string_view agent) {
  if (agent == "ui-creator") return "UI creator";
  if (agent == "ux") return "UX";
  if (agent == "system") return "Folkmoot";
  std::string name(agent);
  std::ranges::replace(name, '-', ' ');
  if (!name.empty() && name.front() >= 'a' && name.front() <= 'z')
    name.front() = static_cast<char>(name.front() - 'a' + 'A');
  return name;
}

Mark mark_of(std::string_view agent, Charset charset) {
  const Look& look = look_of(agent);
  return {one_line(display_name(agent), charset),
          charset == Charset::kUtf8 ? look.shape : look.ascii,
          {.colour = look.colour, .bold = true}};
}

Line name_line(const Mark& mark) {
  Line line;
  line.add(mark.shape, mark.style).add(" ", mark.style).add(mark.name, mark.style);
  return line;
}

}  // namespace fm::cli
