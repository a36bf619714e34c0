#include "team/tasks/agreed_points.h"

#include "team/text/one_line.h"

namespace fm {

std::vector<std::string> agreed_points(const Brief& brief) {
  std::vector<std::string> points = brief.included;
  points.insert(points.end(), brief.decisions.begin(), brief.decisions.end());
  for (const BriefObjection& one : brief.objections)
    if (one.outcome == BriefObjection::Outcome::kTakenUp)
      points.push_back(one.text + (one.why.empty() ? "" : " Taken up: " + one.why));
  return points;
}

std::string numbered(const std::vector<std::string>& points) {
  std::string text;
  for (std::size_t i = 0; i < points.size(); ++i)
    text += std::to_string(i + 1) + ". " + on_one_line(points[i], 600) + "\n";
  return text.empty() ? "(nothing in particular)\n" : text;
}

}  // namespace fm
