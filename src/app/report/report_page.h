// What the parts of the report share while a page is written: the facts, how agents look, and the
// page so far. Each part appends one section; report.cc puts them in order. Private to report*.cc.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "app/report/report.h"
#include "app/report/report_facts.h"

namespace fm {

inline constexpr int kAgentHues = 8;  // --h0 ... in report_style.cc, and as many shapes

// Colour and shape of a speaker: the same on every page for the agents of the built-in teams, then
// by first appearance. Shape and colour differ together, so neither has to be seen alone.
struct PageLook {
  std::string name;
  int hue = 0;
};

class Looks {
 public:
  Looks(const RoomView& view, const std::map<std::string, std::string>& names);

  const PageLook& of(std::string_view agent) const;
  std::string mark(std::string_view agent) const;  // the small shape, hidden from screen readers

 private:
  std::map<std::string, PageLook, std::less<>> looks_;
};

struct ReportPage {
  const RoomView& view;
  const ReportFacts& facts;
  const ReportOptions& options;
  const Looks& looks;
  std::string& out;
};

void append_shapes(std::string& out);  // the shapes' definitions, once a page

// One radar of the five criteria with every value written beside its axis; a second score, when
// given, is drawn dashed behind. `id` is unique on the page. Empty without a criterion's value.
std::string radar_svg(std::string_view id, const Idea& idea, const Idea* compared);

void append_chosen(ReportPage& page);    // report_ideas.cc
void append_scores(ReportPage& page);    // report_scores.cc
void append_others(ReportPage& page);    // report_ideas.cc
void append_timeline(ReportPage& page);  // report_timeline.cc
void append_warnings(ReportPage& page);  // report_record.cc
void append_costs(ReportPage& page);     // report_record.cc
void append_about(ReportPage& page);     // report_record.cc

// A flag of idea_flags() as a small label.
std::string flag_label(const Idea& idea, std::string_view flag, std::optional<int> threshold);

std::string_view report_style();  // the style sheet

}  // namespace fm
