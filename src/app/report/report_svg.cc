#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "app/report/report_html.h"
#include "app/report/report_page.h"
#include "base/text.h"

namespace fm {
namespace {

constexpr int kWidth = 352;
constexpr int kHeight = 234;
constexpr double kCentreX = 176;
constexpr double kCentreY = 128;
constexpr double kRadius = 84;
constexpr int kFull = 1000;  // 10 in hundredths

using Criteria = std::array<std::optional<int>, 5>;

struct Point {
  double x = 0;
  double y = 0;
};

Point on_axis(std::size_t axis, double radius) {
  const double angle = 2 * std::numbers::pi * static_cast<double>(axis) / kCriteria.size();
  return {kCentreX + radius * std::sin(angle), kCentreY - radius * std::cos(angle)};
}

std::string points(const std::vector<Point>& corners) {
  std::string text;
  for (const Point& corner : corners) text += fmt::format("{:.1f},{:.1f} ", corner.x, corner.y);
  return text;
}

std::vector<Point> ring(double share) {
  std::vector<Point> corners;
  for (std::size_t axis = 0; axis < kCriteria.size(); ++axis)
    corners.push_back(on_axis(axis, kRadius * share));
  return corners;
}

// The corners of a score; a criterion without a value has none.
std::vector<Point> shape(const Criteria& criteria) {
  std::vector<Point> corners;
  for (std::size_t axis = 0; axis < criteria.size(); ++axis) {
    if (criteria[axis])
      corners.push_back(on_axis(axis, kRadius * std::clamp(*criteria[axis], 0, kFull) / kFull));
  }
  return corners;
}

std::string grid() {
  std::string out;
  for (const double share : {0.25, 0.5, 0.75, 1.0})
    out += fmt::format("<polygon class=\"grid\" points=\"{}\"/>", points(ring(share)));
  for (const Point& end : ring(1)) {
    out += fmt::format(
        "<line class=\"grid\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>", kCentreX,
        kCentreY, end.x, end.y);
  }
  return out;
}

// Name and value at the end of an axis, on the side where there is room.
std::string label(std::size_t axis, const std::optional<int>& value) {
  const Point end = on_axis(axis, kRadius + 12);
  const double offset = end.x - kCentreX;
  const char* anchor = offset > 1 ? "start" : offset < -1 ? "end" : "middle";
  const double name_y = axis == 0 ? end.y - 16 : end.y - 2;
  return fmt::format(
      "<text text-anchor=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}<tspan class=\"value\" x=\"{:.1f}\" "
      "dy=\"16\">{}</tspan></text>",
      anchor, end.x, name_y, kCriteria[axis], end.x, value ? score_text(*value) : "–");
}

std::string described(const IdeaScore& score) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < kCriteria.size(); ++i) {
    parts.push_back(fmt::format("{} {}", kCriteria[i],
                                score.criteria[i] ? score_text(*score.criteria[i]) : "not given"));
  }
  return join(parts, ", ") + fmt::format("; overall {} of 10.", score_text(score.score));
}

}  // namespace

std::string radar_svg(std::string_view id, const Idea& idea, const Idea* compared) {
  if (!idea.score || shape(idea.score->criteria).empty()) return {};
  const bool compares = compared != nullptr && compared->score && compared != &idea;
  std::string out = fmt::format(
      "<svg class=\"radar\" role=\"img\" viewBox=\"0 0 {} {}\" aria-labelledby=\"{}t {}d\">"
      "<title id=\"{}t\">Scores of {}</title><desc id=\"{}d\">{}{}</desc>",
      kWidth, kHeight, id, id, id, one_line(idea.now().title), id, described(*idea.score),
      compares ? " Dashed: the chosen idea, " + described(*compared->score) : "");
  out += grid();
  if (compares) {
    out += fmt::format("<polygon class=\"other\" points=\"{}\"/>",
                       points(shape(compared->score->criteria)));
  }
  const std::vector<Point> corners = shape(idea.score->criteria);
  out += fmt::format("<polygon class=\"own\" points=\"{}\"/>", points(corners));
  for (const Point& corner : corners)
    out += fmt::format("<circle class=\"own\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.6\"/>", corner.x,
                       corner.y);
  for (std::size_t axis = 0; axis < kCriteria.size(); ++axis)
    out += label(axis, idea.score->criteria[axis]);
  return out + "</svg>\n";
}

}  // namespace fm
