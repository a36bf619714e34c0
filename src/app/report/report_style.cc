// The report's style sheet. Colours and sizes are those of the web room; the pairs that carry text
// are checked for contrast by report_style_test.cc, which reads the two blocks of tokens below.
#include "app/report/report_page.h"

namespace fm {
namespace {

constexpr std::string_view kTokens = R"css(
:root {
  color-scheme: light dark;
  --paper: #FBFAF7; --raised: #FFFFFF; --ink: #23211D; --muted: #6A645A;
  --line: #E6E2DA; --grid: #DAD5CB; --edge: #8C857A; --track: #EEEBE4;
  --moss: #4C7A3D; --amber: #9A6700; --danger: #B3402E; --slate: #3E6384;
  --moss-wash: #EFF4EB; --amber-wash: #FBF4E4; --danger-wash: #FBEEEB; --slate-wash: #EDF2F6;
  --h0: #3E6384; --h1: #1F7470; --h2: #9A6700; --h3: #B3402E;
  --h4: #6B6A1E; --h5: #7A4B8C; --h6: #A23C6C; --h7: #23211D;
  --sans: Inter, "Inter Variable", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto,
    "Helvetica Neue", "Noto Sans", "Liberation Sans", sans-serif;
  --mono: "JetBrains Mono", ui-monospace, "SF Mono", "Cascadia Mono", Menlo, "DejaVu Sans Mono",
    monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #171614; --raised: #201E1B; --ink: #ECE9E2; --muted: #A9A297;
    --line: #2E2B27; --grid: #3A3732; --edge: #7C766B; --track: #2E2B27;
    --moss: #8DBB78; --amber: #E0B252; --danger: #F0907C; --slate: #8FB4D6;
    --moss-wash: #20281C; --amber-wash: #2A2315; --danger-wash: #2E1E1A; --slate-wash: #1C242B;
    --h0: #8FB4D6; --h1: #6FC2BB; --h2: #E0B252; --h3: #F0907C;
    --h4: #C2C070; --h5: #C9A0DC; --h6: #E79ABF; --h7: #ECE9E2;
  }
}
)css";

constexpr std::string_view kText = R"css(
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 24px; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/24px var(--sans); font-feature-settings: "cv05", "ss03";
  overflow-wrap: anywhere; hyphens: manual;
}
h1, h2, h3, h4, h5, p, ul, ol, dl, dd, figure, blockquote, table { margin: 0; padding: 0; }
h1, h2, h3 { text-wrap: balance; }
h1 { font-size: 28px; line-height: 36px; font-weight: 650; letter-spacing: -0.014em; }
h2 { font-size: 22px; line-height: 32px; font-weight: 640; letter-spacing: -0.01em; }
h3 { font-size: 18px; line-height: 28px; font-weight: 620; }
h4, h5 { font-size: 13px; line-height: 20px; font-weight: 620; }
a { color: inherit; text-decoration: underline; text-decoration-thickness: 1px;
  text-decoration-color: var(--edge); text-underline-offset: 3px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--slate); outline-offset: 3px; border-radius: 3px; }
code, pre, .id { font-family: var(--mono); font-size: 13px; }
time, .num, .score, .big, .rank { font-variant-numeric: tabular-nums; }
.kicker { font-size: 13px; line-height: 20px; font-weight: 560; letter-spacing: 0; color: var(--muted); }
.meta, .facts, figcaption, caption, footer { font-size: 13px; line-height: 20px; color: var(--muted); }
.shapes { position: absolute; }
.mark { width: 12px; height: 12px; fill: currentColor; vertical-align: -1px; flex: none; }
.h0 { color: var(--h0); } .h1 { color: var(--h1); } .h2 { color: var(--h2); } .h3 { color: var(--h3); }
.h4 { color: var(--h4); } .h5 { color: var(--h5); } .h6 { color: var(--h6); } .h7 { color: var(--h7); }
.skip { position: absolute; left: -999px; top: 8px; background: var(--raised); padding: 8px 12px; }
.skip:focus { left: 8px; z-index: 1; }
.label { display: inline-block; font-size: 12px; line-height: 18px; font-weight: 540; padding: 0 6px;
  border-radius: 4px; border: 1px solid currentColor; max-width: 100%; vertical-align: 1px; }
.label.moss { color: var(--moss); } .label.amber { color: var(--amber); }
.label.danger { color: var(--danger); } .label.slate { color: var(--slate); }
.tag { display: inline-block; max-width: 100%; font-size: 12px; line-height: 18px; color: var(--muted); }
.tag::before { content: "#"; }
.notice { margin-top: 16px; padding: 12px 16px; border-radius: 8px; max-width: 70ch; }
.notice p + p { margin-top: 4px; }
.notice.amber { background: var(--amber-wash); box-shadow: inset 3px 0 var(--amber); }
.notice.danger { background: var(--danger-wash); box-shadow: inset 3px 0 var(--danger); }
.notice.slate { background: var(--slate-wash); box-shadow: inset 3px 0 var(--slate); }
summary { cursor: pointer; }
summary::marker, summary::-webkit-details-marker { color: var(--edge); }
)css";

constexpr std::string_view kLayout = R"css(
.page { max-width: 1120px; margin: 0 auto; padding: 56px 32px 64px; }
.ribbon { padding: 8px 32px; text-align: center; font-size: 13px; line-height: 20px;
  background: var(--amber-wash); border-bottom: 1px solid var(--line); }
.masthead h1 { margin-top: 8px; max-width: 30em; }
.facts { margin-top: 12px; }
.dot { color: var(--edge); }
nav { margin-top: 24px; font-size: 13px; line-height: 20px; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 20px; }
nav a { display: inline-block; padding: 2px 0; color: var(--muted); text-decoration: none; }
nav a:hover { color: var(--ink); text-decoration: underline; }
section { margin-top: 56px; }
#summary { margin-top: 40px; }
section > h2 { margin-bottom: 16px; }
.summary { font-size: 18px; line-height: 28px; max-width: 62ch; }
.summary a { white-space: nowrap; }
footer { margin-top: 64px; padding-top: 24px; border-top: 1px solid var(--line); }
footer h2 { font-size: 13px; line-height: 20px; color: var(--ink); letter-spacing: 0; }
footer dl { margin: 12px 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(200px, 1fr)); gap: 12px 24px; }
footer dd { color: var(--ink); }
@media (min-width: 1000px) {
  .page { display: grid; grid-template-columns: 148px minmax(0, 1fr); column-gap: 52px; }
  .masthead, main, footer { grid-column: 2; }
  nav { grid-column: 1; grid-row: 1 / span 2; margin-top: 0; align-self: start; position: sticky; top: 56px; }
  nav ul { display: block; }
  nav li + li { margin-top: 6px; }
}
)css";

constexpr std::string_view kIdeas = R"css(
.prose { max-width: 68ch; }
.prose > * + *, .prose li > * + *, blockquote > * + * { margin-top: 12px; }
.prose > :is(h4, h5) + * { margin-top: 2px; }
.prose ul, .prose ol { padding-left: 22px; }
.prose ul { list-style: disc; }
.prose li + li { margin-top: 4px; }
.prose :is(p, li, td, th, h4, h5) { unicode-bidi: plaintext; text-align: start; }
.prose li.task { list-style: none; margin-left: -22px; }
.prose pre { white-space: pre-wrap; padding: 12px 16px; border-radius: 8px; background: var(--track);
  line-height: 20px; }
.prose :not(pre) > code { background: var(--track); border-radius: 4px; padding: 1px 4px; }
.prose hr { border: 0; border-top: 1px solid var(--line); }
.prose blockquote { padding-left: 16px; border-left: 2px solid var(--line); color: var(--muted); }
.prose blockquote blockquote { padding-left: 8px; }
.scroll { overflow-x: auto; max-width: 100%; }
.scroll table { border-collapse: collapse; font-size: 13px; line-height: 20px; }
.scroll :is(td, th) { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: normal; }
dl.data > dt { font-size: 12px; line-height: 18px; color: var(--muted); }
dl.data > dd { margin-bottom: 8px; }
dl.data dl.data, dl.data ul.data { padding-left: 16px; border-left: 1px solid var(--line); }
.prose ul.data { list-style: none; padding-left: 0; }
ul.data > li + li { margin-top: 14px; }

.winner { background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: 28px 32px 32px; }
.winner > h2 { margin-bottom: 4px; color: var(--moss); }
.winner h3 { font-size: 28px; line-height: 36px; letter-spacing: -0.014em; }
.winner .big { margin-top: 4px; color: var(--muted); }
.big span { font-size: 44px; line-height: 56px; font-weight: 600; letter-spacing: -0.03em; color: var(--moss); margin-right: 2px; }
.beside { display: grid; grid-template-columns: minmax(0, 1fr) 320px; gap: 16px 32px; align-items: start; }
.beside figure { text-align: center; }
.meta { margin-top: 4px; }
.marks { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: baseline; }
.meta + .prose, .verdict + .prose { margin-top: 12px; }
.verdict { margin-top: 8px; max-width: 62ch; }
.verdict strong { font-weight: 620; }
.idea { padding-top: 28px; border-top: 1px solid var(--line); }
.idea + .idea { margin-top: 36px; }
h3 .score { color: var(--slate); margin-left: 4px; font-weight: 600; }
.for-against { margin-top: 20px; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(280px, 100%), 1fr)); gap: 16px 40px; }
.points ul { list-style: none; }
.points li { margin-top: 4px; padding-inline-start: 22px; position: relative; }
.points li::before { position: absolute; inset-inline-start: 0; font-weight: 600; }
.pros li::before { content: "+"; color: var(--moss); }
.cons li::before { content: "−"; color: var(--danger); }
.feedback, .leader, .revisions { margin-top: 20px; }
.feedback h4, .leader h4 { display: flex; align-items: center; gap: 8px; margin-bottom: 4px; }
.leader .notice { margin: 8px 0 12px; }
.revisions summary { font-size: 13px; color: var(--muted); }
.revisions ol { list-style: none; margin-top: 12px; padding-left: 20px; border-left: 1px solid var(--line); }
.revisions li + li { margin-top: 16px; }
.merged { margin-top: 36px; padding-top: 28px; border-top: 1px solid var(--line); }
.merged ul { margin-top: 8px; padding-left: 22px; }

.radar { width: 100%; max-width: 352px; overflow: visible; font: 13px var(--sans); }
.radar text { fill: var(--muted); }
.radar .value { fill: var(--ink); font-weight: 600; font-size: 14px; font-variant-numeric: tabular-nums; }
.radar .grid { fill: none; stroke: var(--grid); }
.radar .other { fill: none; stroke: var(--moss); stroke-width: 1.5; stroke-dasharray: 4 3; }
.radar polygon.own { fill: var(--slate); fill-opacity: 0.14; stroke: var(--slate); stroke-width: 2; stroke-linejoin: round; }
.radar circle.own { fill: var(--slate); }
.winner .radar polygon.own { fill: var(--moss); stroke: var(--moss); }
.winner .radar circle.own { fill: var(--moss); }
)css";

constexpr std::string_view kRecord = R"css(
.stack { width: 100%; border-collapse: collapse; }
.stack caption { text-align: left; padding-bottom: 12px; }
.stack :is(th, td) { padding: 10px 0 10px 16px; border-bottom: 1px solid var(--line); vertical-align: top; }
.stack :is(th, td):first-child { padding-left: 0; }
.stack thead th { font-size: 12px; line-height: 18px; font-weight: 540; color: var(--muted); text-align: left;
  vertical-align: bottom; overflow-wrap: normal; border-bottom-color: var(--edge); }
.stack .num, .stack thead .num { text-align: right; white-space: nowrap; }
.stack tbody th, .stack tfoot th { font-weight: 540; text-align: left; }
.scores tbody th { min-width: 180px; }
.scores td.num { width: 84px; }
.scores thead th { white-space: nowrap; }
.rank { color: var(--muted); }
.bar { display: block; width: 100%; height: 3px; margin-top: 5px; fill: var(--slate); }
.bar .track { fill: var(--track); }
.chosen .bar { fill: var(--moss); }
.best .value { font-weight: 680; }
.none { color: var(--muted); }
.overall { font-size: 18px; font-weight: 620; }
.chosen .overall { color: var(--moss); }
tr.threshold td { padding: 4px 0; font-size: 12px; line-height: 18px; color: var(--amber);
  border-bottom: 1px dashed var(--amber); text-align: right; }
.costs tfoot :is(th, td) { border-bottom: 0; font-weight: 620; }
.costs th .mark { margin-right: 8px; }

#timeline h3 { margin-top: 28px; font-size: 15px; line-height: 24px; }
.timeline { list-style: none; margin-top: 4px; }
.saying { display: grid; grid-template-columns: 12px minmax(0, 1fr); gap: 0 16px; padding: 10px 0;
  border-bottom: 1px solid var(--line); }
.saying > .mark { margin-top: 6px; }
.saying summary, .answer { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; column-gap: 8px; align-items: baseline; }
.saying summary { list-style: none; }
.saying summary::-webkit-details-marker { display: none; }
.saying h4 { font-size: 15px; line-height: 24px; }
.to { font-size: 13px; color: var(--muted); }
.saying time { font-size: 13px; color: var(--muted); grid-column: 3; grid-row: 1; }
.saying time::after { content: ""; display: inline-block; width: 6px; height: 6px; margin: 0 2px 2px 12px;
  border: solid var(--edge); border-width: 0 1.5px 1.5px 0; transform: rotate(45deg); }
.answer time::after { visibility: hidden; }
[open] > summary time::after { transform: rotate(225deg); margin-bottom: -1px; }
.excerpt { grid-column: 1 / -1; color: var(--muted); overflow: hidden; display: -webkit-box;
  -webkit-box-orient: vertical; -webkit-line-clamp: 1; }
[open] > summary .excerpt { display: none; }
.answer .question, .answer .reason { grid-column: 1 / -1; }
.answer .question { color: var(--muted); }
.saying .prose { padding: 8px 0 12px; }
.person h4 { color: var(--h7); }
.warnings { list-style: none; }
.warnings li { padding: 12px 16px; border-radius: 8px; background: var(--amber-wash); max-width: 76ch; }
.warnings li + li { margin-top: 12px; }
)css";

// Narrow screens: each row of a table becomes a block with its values named beside them.
constexpr std::string_view kNarrow = R"css(
@media screen and (max-width: 760px) {
  .page { padding: 28px 16px 48px; }
  .ribbon { padding: 8px 16px; text-align: left; }
  h1, .winner h3 { font-size: 22px; line-height: 30px; }
  h2 { font-size: 18px; line-height: 28px; }
  .summary { font-size: 15px; line-height: 24px; }
  section { margin-top: 44px; }
  .winner { padding: 20px 16px 24px; margin-left: -8px; margin-right: -8px; }
  .winner > h2 { font-size: 13px; line-height: 20px; }
  .beside { grid-template-columns: minmax(0, 1fr); }
  .stack, .stack tbody, .stack tfoot, .stack caption { display: block; }
  .stack thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stack tr { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 8px 16px; padding: 12px 0;
    border-bottom: 1px solid var(--line); }
  .stack :is(th, td), .stack :is(th, td):first-child { display: block; padding: 0; border: 0; }
  .stack td.num { text-align: left; width: auto; }
  .stack td.num::before { content: attr(data-label); display: block; font-size: 12px; line-height: 18px;
    font-weight: 400; color: var(--muted); }
  .stack tbody th, .stack tfoot th { grid-column: 1 / -1; }
  .scores tr:not(.threshold) { grid-template-columns: 20px repeat(3, minmax(0, 1fr)); }
  .scores tbody th { grid-column: 2 / -1; min-width: 0; }
  .scores td.num { grid-column: auto; }
  .scores td.num:nth-child(3), .scores td.num:nth-child(6) { grid-column-start: 2; }
  .stack tr.threshold { display: block; padding: 4px 0; border-bottom: 1px dashed var(--amber); }
  .overall { font-size: 15px; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
)css";

constexpr std::string_view kPrint = R"css(
@page { size: A4; margin: 18mm 16mm 20mm; @bottom-right { content: counter(page) " of " counter(pages);
  font: 9pt sans-serif; color: #6A645A; } }
@media print {
  html { scroll-behavior: auto; }
  body { background: none; font-size: 10pt; line-height: 15pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .page { display: block; max-width: none; padding: 0; }
  nav, .skip { display: none; }
  h1 { font-size: 20pt; line-height: 26pt; } h2 { font-size: 15pt; line-height: 21pt; }
  h3 { font-size: 12pt; line-height: 17pt; } .winner h3 { font-size: 17pt; line-height: 23pt; }
  .summary { font-size: 12pt; line-height: 18pt; }
  section { margin-top: 24pt; }
  h1, h2, h3, h4, h5, summary, caption, thead, dt, figure, .meta { break-after: avoid; }
  h2, h3, figure, tr, .scores, .idea, .points li, .revisions li, .notice, .warnings li, .verdict, pre {
    break-inside: avoid; }
  p, li { orphans: 3; widows: 3; }
  .winner { break-inside: auto; box-decoration-break: clone; padding: 16pt 18pt; }
  .beside { grid-template-columns: minmax(0, 1fr) 68mm; }
  .stack :is(th, td) { padding-top: 5pt; padding-bottom: 5pt; }
  /* Paper cannot be unfolded: everything is open, and what only served unfolding goes. */
  details::details-content { content-visibility: visible !important; display: block !important; block-size: auto !important; }
  .saying .excerpt, .saying time::after { display: none; }
  .saying { display: block; padding: 6pt 0 6pt 20pt; position: relative; }
  .saying > .mark { position: absolute; left: 0; top: 10pt; margin: 0; }
  .scroll { overflow: visible; }
  .prose a[href^="http"]::after { content: " (" attr(href) ")"; font-size: 8pt; color: var(--muted); }
}
)css";

}  // namespace

std::string_view report_style() {
  static const std::string kStyle = std::string(kTokens)
                                        .append(kText)
                                        .append(kLayout)
                                        .append(kIdeas)
                                        .append(kRecord)
                                        .append(kNarrow)
                                        .append(kPrint);
  return kStyle;
}

}  // namespace fm
