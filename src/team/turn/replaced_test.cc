#include "team/turn/replaced.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

namespace fm {
namespace {

Message said(std::int64_t at, std::string from, std::string kind, std::string text) {
  Message message;
  message.from = std::move(from);
  message.kind = std::move(kind);
  message.text = std::make_shared<const std::string>(std::move(text));
  message.room_seq = RoomSeq{at};
  return message;
}

std::string work(const std::string& path, char letter) {
  return "```py path=" + path + "\n" + std::string(2'000, letter) + "\n```\n";
}

void phase_at(Project& project, std::int64_t at) {
  PhaseStep step;
  step.room_seq = RoomSeq{at};
  project.steps.push_back(step);
}

std::vector<std::string> shown(std::vector<Message> transcript, const Project& project) {
  put_replaced_in_short(transcript, project);
  std::vector<std::string> texts;
  for (const Message& message : transcript) texts.push_back(*message.text);
  return texts;
}

TEST_CASE("P-24 of briefs, reviews, checks and files the newest stand whole, the older as a line") {
  const std::string person = std::string(3'000, 'p');
  const std::vector<Message> talk = {
      said(1, "anna", "user", person),
      said(2, "leader", "brief", std::string(2'000, '1')),
      said(3, "adversary", "draft_review", std::string(400, 'r')),
      said(4, "leader", "brief", std::string(2'000, '2')),
      said(6, "coder", "work", work("a.py", 'a')),
      said(7, "coder", "work", work("b.py", 'b')),
      said(8, "adversary", "check", std::string(300, 'c')),
      said(9, "coder", "work", work("a.py", 'A')),
      said(10, "adversary", "check", std::string(300, 'C')),
      said(12, "anna", "user", "ok"),
  };
  Project project;
  phase_at(project, 5);
  phase_at(project, 11);
  const auto texts = shown(talk, project);
  CHECK(texts[0] == person);
  CHECK(texts[1] == "(An earlier revision of the brief; a newer one is below.)");
  CHECK(texts[2] == "(A review of an earlier draft; what became of it is told with the brief.)");
  CHECK(texts[3] == *talk[3].text);
  CHECK(texts[4] == "(Handed in earlier; all of it was handed in anew, below.)");
  CHECK(texts[5] == *talk[5].text);  // its file is in nothing newer
  CHECK(texts[6] == "(A check of earlier work; a newer one is below.)");
  CHECK(texts[7] == *talk[7].text);
  CHECK(texts[8] == *talk[8].text);
}

TEST_CASE("P-24 what was cut by the model's limit or interrupted replaces nothing") {
  Project project;
  phase_at(project, 3);
  for (const bool cut : {true, false}) {
    CAPTURE(cut);
    std::vector<Message> talk = {said(1, "coder", "work", work("a.py", 'a')),
                                 said(2, "coder", "work", work("a.py", 'b'))};
    talk[1].cut = cut;
    talk[1].interrupted = !cut;
    CHECK(shown(talk, project)[0] == *talk[0].text);
  }
}

TEST_CASE("P-24 within a phase prompts only grow, until what was replaced has come to 8 KB") {
  Project project;
  std::vector<Message> talk;
  std::vector<std::string> before;
  int began_anew = 0;
  for (std::int64_t at = 1; at <= 12; ++at) {
    talk.push_back(said(at, "leader", "brief", std::string(2'000, static_cast<char>('a' + at))));
    const auto now = shown(talk, project);
    for (std::size_t i = 0; i < before.size(); ++i)
      if (before[i] != now[i]) {
        ++began_anew;
        break;
      }
    before = now;
  }
  CHECK(began_anew == 2);
}

}  // namespace
}  // namespace fm
