#include "test/support/report_rooms.h"
#include "test/support/room_script.h"

namespace fm::testing {

RoomView rehearsed_room() {
  RoomScript script("winter-bicycles-3hf8");
  script.create("bicycles in winter");
  script.tell(
      "flow.started",
      {{"name", "ideation"},
       {"version", 1},
       {"args", {{"topic", "bicycles in winter"}, {"preset", "standard"}, {"min_score", 600}}},
       {"endpoints", {{"rehearsal", "rehearsal"}}}});
  const auto say = [&](std::string_view from, std::string_view kind, std::string_view text) {
    script.turn(from, kind, {820, 0, 96, 0}, {0}, Millis(3));
    script.tell("message.posted", {{"id", "m"},
                                   {"from", from},
                                   {"to", "team"},
                                   {"kind", kind},
                                   {"marker", "discussion"},
                                   {"text", text},
                                   {"rehearsal", true}});
  };
  say("leader", "kickoff", "Let us look at bicycles in winter from five sides.");
  say("ideation", "ideation", "Three ideas on bicycles.");
  script.propose("idea-1", "Bicycles by subscription",
                 "Bicycles that are stored and mended from November to March.");
  script.propose("idea-2", "A warm shelter for bicycles", "A heated room at the station.");
  script.propose("idea-3", "Studded tyres to borrow", "Forty pairs, lent at the first frost.");
  say("leader", "synthesis", "Strongest: the tyres.");
  say("moderator", "validation", "Scores follow.");
  script.score("idea-1", {600, 550, 620, 700, 600}, 614, {"Simple."}, {"Space."}, "");
  script.score("idea-2", {400, 600, 580, 700, 550}, 566, {"Warm."}, {"Dear."}, "");
  script.score("idea-3", {880, 640, 700, 820, 740}, 756, {"Cheap.", "Quick."},
               {"Fitting takes an hour."}, "Clear and small.");
  say("leader", "selection", "The tyres it is.");
  script.select("idea-3", "score");
  script.finish();
  return script.view;
}

RoomView paused_room() {
  RoomScript script("tool-library-5aaz");
  script.create("tool library");
  script.start(
      {{"topic", "A tool library for the street"}, {"preset", "standard"}, {"min_score", 600}});
  script.say("leader", "kickoff", "Let us begin.");
  script.tell("gate.opened", {{"gate", "g-7"},
                              {"type", "budget"},
                              {"question", "80 % of today’s budget is used. Go on?"},
                              {"digest", "cd"},
                              {"options", {"yes", "no"}}});
  script.tell("flow.paused",
              {{"why", "waits_for_gate"}, {"detail", "It waits for an answer about the budget."}});
  return script.view;
}

RoomView failed_room() {
  RoomScript script("tool-library-8mvc");
  script.create("tool library");
  script.start(
      {{"topic", "A tool library for the street"}, {"preset", "standard"}, {"min_score", 600}});
  script.say("leader", "kickoff", "Let us look at it from five sides.");
  script.say("ideation", "ideation", "I am sorry, I cannot put this into JSON today.");
  script.tell("warning", {{"code", "ideas_unreadable"},
                          {"message", "No idea could be read from the ideation agent’s reply."},
                          {"cause", "It held no JSON, in the repair turn neither."},
                          {"cure", ""}});
  script.tell(
      "flow.finished",
      {{"completion", "error"},
       {"reason", "validation"},
       {"error",
        {{"code", "no_ideas"},
         {"message", "There are no ideas to score."},
         {"cause",
          "The ideation agent brought forward none that could be read, in one round and one repair "
          "turn."},
         {"cure", "Try another model for the ideation agent, or a topic that says more."}}}});
  return script.view;
}

RoomView unscored_room() {
  RoomScript script("garden-2222");
  script.create("a garden");
  script.start({{"topic", "A garden for the school"}, {"preset", "standard"}});
  script.say("leader", "kickoff", "Let us begin.").say("ideation", "ideation", "Three ideas.");
  script.propose("idea-1", "Beds on wheels", "Raised beds that follow the sun.")
      .propose("idea-2", "A hedge to eat", "Currants along the fence.");
  script.propose("idea-3", "A pond", "With a fence around it.");
  script.say("leader", "selection", "The hedge.")
      .select("idea-2", "leader", {"unscored"}, "idea-2")
      .finish();
  return script.view;
}

RoomView low_room() {
  RoomScript script("bus-stop-4444");
  script.create("a bus stop");
  script.start(
      {{"topic", "A bus stop that people like"}, {"preset", "standard"}, {"min_score", 750}});
  script.say("leader", "kickoff", "Let us begin.").say("ideation", "ideation", "Three ideas.");
  script.propose("idea-1", "A bench with a heater", "Warm in winter.")
      .propose("idea-2", "A shelf of books", "To take and to leave.");
  script.propose("idea-3", "A clock that is right", "Nothing else.");
  script.score("idea-1", {700, 500, 650, 700, 600}, 640)
      .score("idea-2", {800, 600, 700, 700, 500}, 640);
  script.select("idea-2", "tie", {"below_threshold"}).finish();
  return script.view;
}

RoomView hostile_room() {
  const std::string script_tag =
      "</title></style></script><script>document.title='owned';fetch('http://127.0.0.1:9/x')</"
      "script>";
  const std::string image = "<img src=x onerror=\"document.title='owned'\">";
  const std::string bidi = "\u202Etxt.exe\u202C and \u2066hidden\u2069";
  std::string huge = "Huge ";
  while (huge.size() < 64UL * 1024) huge += "unbrokenword";
  std::string nested;
  for (int i = 0; i < 3000; ++i) nested += "> ";
  std::string table = "|";
  for (int i = 0; i < 3000; ++i) table += "a|";
  table += "\n|";
  for (int i = 0; i < 3000; ++i) table += "-|";
  for (int i = 0; i < 3000; ++i) table += "\n|x";

  RoomScript script("hostile-6666");
  script.create(script_tag + huge);
  script.start({{"topic", script_tag + bidi + huge}, {"preset", image}, {"min_score", 600}});
  script.say(image, "kickoff",
             script_tag + image +
                 "[a](javascript:alert(1)) [b](JaVaScRiPt&colon;alert(1)) [c](data:text/html,x) "
                 "![d](http://127.0.0.1:9/y) <a href='javascript:1'>e</a>");
  script.say("leader", script_tag, bidi + "&#x202E;reversed \x1b[31mred\x1b[0m \x07")
      .say("ana", "user", nested + "deep");
  script.say("researcher", "researcher", table)
      .say("ideation", "ideation",
           "```json\n{\"<b>\": [\"<script>1</script>\", {\"\": "
           "1.5}]}\n```\n```html\n</code></pre><script>2</script>\n```");
  script.propose("idea-1", huge + script_tag, image + script_tag + bidi)
      .propose("\" onmouseover=\"x", "Plain'\"><svg onload=1>", huge);
  script.tell("idea.revised", {{"id", "idea-1"},
                               {"revision", 2},
                               {"tags", {script_tag, "\"quoted\""}},
                               {"rationale", huge}});
  script.score("idea-1", {990, 100000, -5, 0, 1000}, 900, {script_tag, huge}, {image},
               bidi + script_tag);
  script.score("\" onmouseover=\"x", {100, 200, 300, 400, 500}, 300);
  script.say("leader", "selection", "# One\n###### Six\n" + script_tag)
      .select("idea-1", script_tag, {script_tag}, "\" onmouseover=\"x");
  script.tell("warning",
              {{"code", script_tag}, {"message", image}, {"cause", bidi}, {"cure", huge}});
  script.turn(script_tag, image, {}, {1}, Millis(1));
  script.say("ui-creator", "visualization", script_tag).finish();
  return script.view;
}

RoomView right_to_left_room() {
  RoomScript script("garden-3333");
  script.create("حديقة");
  script.start(
      {{"topic", "كيف نبدأ حديقة مشتركة في الحي؟"}, {"preset", "standard"}, {"min_score", 600}});
  script.say("leader", "kickoff",
             "لنبدأ بالأسئلة الثلاثة:\n\n- من يعتني بها؟\n- أين تكون؟\n- ماذا تكلف؟");
  script.propose("idea-1", "حديقة على السطح",
                 "أحواض خفيفة على سطح المدرسة، يعتني بها الصف الرابع.");
  script.propose("idea-2", "中庭の花壇", "毎週土曜日、住民が交代で水をやる。");
  script
      .score("idea-1", {800, 700, 750, 800, 700}, 750, {"قريبة من الجميع"}, {"تحتاج إلى إذن"},
             "فكرة واضحة.")
      .score("idea-2", {700, 600, 700, 800, 700}, 700, {"すぐに始められる"}, {"夏は水が足りない"});
  script.select("idea-1", "score").finish();
  return script.view;
}

RoomView empty_room() {
  RoomScript script("quiet-1111");
  script.create("a quiet room");
  return script.view;
}

std::string hostile_html() {
  return R"html(<!doctype html>
<html><head>
<meta http-equiv="refresh" content="1;url=http://127.0.0.1:9/refresh">
<link rel="preconnect" href="http://127.0.0.1:9/"><LINK rel=stylesheet href="http://127.0.0.1:9/sheet.css">
<link rel="dns-prefetch" href="http://127.0.0.1:9/"><link rel="prefetch" href="http://127.0.0.1:9/prefetch">
<base href="http://127.0.0.1:9/">
<style>@import url(http://127.0.0.1:9/import.css); @font-face { font-family: f; src: url(http://127.0.0.1:9/font); }
body { background: url(http://127.0.0.1:9/background); font-family: f; color: rgb(1, 2, 3); }</style>
<script>document.title = 'owned'; top.document.title = 'owned';</script>
<script>fetch('http://127.0.0.1:9/fetch'); new WebSocket('ws://127.0.0.1:9/socket'); navigator.sendBeacon('http://127.0.0.1:9/beacon');</script>
<script src="http://127.0.0.1:9/script.js"></script>
<script type="speculationrules">{"prerender": [{"urls": ["http://127.0.0.1:9/prerender"]}]}</script>
</head><body onload="fetch('http://127.0.0.1:9/onload')">
<h1>The report’s own look</h1>
<img src="http://127.0.0.1:9/image" onerror="top.document.title='owned'"><img src=x onerror="fetch('http://127.0.0.1:9/onerror')">
<svg onload="top.document.title='owned'"><script>top.document.title='owned'</script><image href="http://127.0.0.1:9/svg"/></svg>
<iframe src="http://127.0.0.1:9/frame"></iframe><iframe srcdoc="<img src=http://127.0.0.1:9/inner>"></iframe>
<object data="http://127.0.0.1:9/object"></object><embed src="http://127.0.0.1:9/embed"><video src="http://127.0.0.1:9/video" autoplay></video>
<form action="http://127.0.0.1:9/form" method="post"><button id="send">send</button></form>
<a id="go" href="http://127.0.0.1:9/link" ping="http://127.0.0.1:9/ping">go</a>
<a id="top" target="_top" href="http://127.0.0.1:9/top">top</a> <a id="new" target="_blank" href="http://127.0.0.1:9/new">new</a>
<a id="run" href="javascript:top.document.title='owned'">run</a>
</body></html>)html";
}

}  // namespace fm::testing
