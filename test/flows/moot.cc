#include "test/flows/moot.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <sstream>

#include "app/report/report_facts.h"
#include "base/text.h"
#include "base/yaml/yaml.h"
#include "test/support/discussion.h"

namespace fm::testing {
namespace {

struct Turn {
  std::string agent;
  std::string task;
  int round = 0;

  bool fits(const std::string& a, const std::string& t, int r) const {
    return agent == a && task == t && (round == 0 || round == r);
  }
};

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::istringstream in{std::string(text)};
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

bool is_number(const std::string& word) {
  return !word.empty() && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

Turn turn_of(const std::vector<std::string>& words, std::size_t at) {
  Turn turn;
  if (at < words.size()) turn.agent = words[at];
  if (at + 1 < words.size()) turn.task = words[at + 1];
  if (at + 2 < words.size() && is_number(words[at + 2])) turn.round = std::stoi(words[at + 2]);
  return turn;
}

std::optional<ModelErrorKind> kind_of(const std::string& name) {
  for (int kind = 0; kind <= static_cast<int>(ModelErrorKind::kCancelled); ++kind)
    if (to_string(static_cast<ModelErrorKind>(kind)) == name)
      return static_cast<ModelErrorKind>(kind);
  return std::nullopt;
}

std::string decimal(int hundredths) {
  std::string text = std::to_string(hundredths / 100) + "." +
                     std::to_string(hundredths % 100 / 10) + std::to_string(hundredths % 10);
  return text;
}

class Script {
 public:
  Script(std::string path, DiscussionOptions options)
      : path_(std::move(path)), world_(std::move(options)) {}

  void run(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      line_ = i + 1;
      std::string line = lines[i];
      if (line.empty() || line.front() == '#') continue;
      std::string block;
      while (i + 1 < lines.size() &&
             (lines[i + 1].starts_with("  ") ||
              (lines[i + 1].empty() && i + 2 < lines.size() && lines[i + 2].starts_with("  ")))) {
        ++i;
        block += (lines[i].empty() ? "" : lines[i].substr(2)) + "\n";
      }
      command(line, block);
    }
    if (outcome.seen == 0) failed("the script sees nothing");
  }

  MootRun outcome;

 private:
  void failed(const std::string& what) {
    outcome.failures.push_back(path_ + ":" + std::to_string(line_) + ": " + what);
  }

  void command(const std::string& line, const std::string& block) {
    const auto colon = line.find(':');
    const std::string head = line.substr(0, colon);
    const std::string rest = colon == line.npos
                                 ? std::string()
                                 : std::string(trim(std::string_view(line).substr(colon + 1)));
    auto words = words_of(head);
    if (words.empty()) words.emplace_back();  // ":" alone answers every turn
    const std::string& verb = words.front();
    if (verb == "topic") {
      world_.request.topic = std::string(trim(std::string_view(line).substr(5)));
    } else if (verb == "preset") {
      world_.request.preset = words.at(1);
    } else if (verb == "team") {
      world_.request.team = words.at(1);
    } else if (verb == "context") {
      context(words_of(line));
    } else if (verb == "models") {
      world_.request.model = std::string(trim(std::string_view(line).substr(6)));
    } else if (verb == "price") {
      price(line);
    } else if (verb == "budget") {
      read_budget(words, world_.options.turns);
    } else if (verb == "tokens") {
      usage_ = {.input = std::stoll(words.at(1)), .output = std::stoll(words.at(2))};
    } else if (verb == "on") {
      const std::string model = words.at(1);
      words.erase(words.begin(), words.begin() + 2);
      answer_line(words, rest, block);
      world_.lines.back().model = model;
    } else if (verb == "set") {
      for (std::size_t i = 1; i < words.size(); ++i) set(words[i]);
    } else if (verb == "file") {
      world_.pack_files[words.at(1)] = block;
    } else if (verb == "start") {
      start();
    } else if (verb == "continue") {
      more_rounds(words);
    } else if (verb == "person" && words.size() > 1) {
      sayings_.emplace_back(turn_of(words, 2), rest);
    } else if (verb == "person") {
      world_.say(rest);
      world_.run_until_idle();
    } else if (verb == "interrupt") {
      interrupt_ = turn_of(words, 2);
    } else if (verb == "answer") {
      if (auto done = world_.answer(words.at(1), rest); !done) failed(done.error().message);
      world_.run_until_idle();
    } else if (verb == "see") {
      ++outcome.seen;
      see(words, rest);
    } else {
      answer_line(words, rest, block);
    }
  }

  ModelFacts& facts_of(const std::string& model) {
    world_.options.turns.facts = [known = facts_](const std::string& name) {
      const auto facts = known->find(name);
      return facts == known->end() ? ModelFacts() : facts->second;
    };
    return (*facts_)[model];
  }

  void context(const std::vector<std::string>& words) {
    if (words.size() == 2) {
      world_.options.context_tokens = std::stoll(words.at(1));
    } else {
      facts_of(words.at(1)).context_tokens = std::stoll(words.at(2));
    }
  }

  void price(const std::string& line) {
    const auto words = words_of(line);
    const auto dollars = [&](std::size_t at) { return MicroUsd{*parse_decimal(words.at(at), 6)}; };
    facts_of(words.at(1)).price = ModelPrice{dollars(2), dollars(2), dollars(2), dollars(3)};
  }

  void set(const std::string& pair) {
    const auto equals = pair.find('=');
    const std::string key = pair.substr(0, equals);
    const std::string value = pair.substr(equals + 1);
    IdeateRequest& request = world_.request;
    if (key == "rounds") request.max_rounds = std::stoi(value);
    if (key == "min_ideas") request.min_ideas = std::stoi(value);
    if (key == "panel") request.panel = std::stoi(value);
    if (key == "deep_dive") request.deep_dive = value == "yes";
    if (key == "min_score")
      request.min_score_hundredths = static_cast<int>(*parse_decimal(value, 2));
  }

  void answer_line(const std::vector<std::string>& words, const std::string& rest,
                   const std::string& block) {
    const Turn turn = turn_of(words, 0);
    Line line{turn.agent, turn.task, turn.round, rest, std::nullopt};
    line.usage = usage_;
    for (std::size_t i = 2; i < words.size(); ++i) {
      if (words[i] == "fails" && i + 1 < words.size()) {
        line.fails = kind_of(words[i + 1]);
        if (!line.fails) failed("there is no failure " + words[i + 1]);
      }
      if (words[i].front() == 'x' && is_number(words[i].substr(1)))
        line.times = std::stoi(words[i].substr(1));
    }
    if (!block.empty()) line.text += (rest.empty() ? "" : "\n") + block;
    world_.lines.push_back(std::move(line));
  }

  void start() {
    if (auto opened = world_.open(); !opened) return failed(opened.error().message);
    world_.before_call = [this](int number) {
      const Asked& now = world_.asked[static_cast<std::size_t>(number - 1)];
      for (auto& [turn, words] : sayings_) {
        if (words.empty() || !turn.fits(now.agent, now.task, now.round)) continue;
        world_.say(words);
        words.clear();
      }
      if (interrupt_ && interrupt_->fits(now.agent, now.task, now.round)) {
        interrupt_.reset();
        world_.interrupt_soon();
      }
      return false;
    };
    if (auto started = world_.start(); !started) {
      refused_ = started.error();
      return;
    }
    world_.run_until_idle();
  }

  void more_rounds(const std::vector<std::string>& words) {
    IdeateRequest fresh;
    fresh.model.clear();
    world_.request = std::move(fresh);
    for (std::size_t i = 1; i < words.size(); ++i) set(words[i]);
    if (auto started = world_.more_rounds(); !started) {
      refused_ = started.error();
      return;
    }
    world_.run_until_idle();
  }

  void equal(const std::string& expected, const std::string& seen, const std::string& what) {
    if (expected != seen)
      failed(what + ": expected \"" + expected + "\", saw \"" + seen + "\"\n" +
             (world_.is_open() ? world_.story() : ""));
  }

  void see(const std::vector<std::string>& words, const std::string& rest) {
    const std::string& what = words.at(1);
    if (what == "refused") return equal(rest, refused_ ? refused_->code : "", "the refusal");
    const RoomView view = world_.view();
    if (what == "turns") return equal(rest, world_.turns(), "the turns");
    if (what == "kinds") return equal(rest, kinds(view), "the kinds of messages");
    if (what == "end") return equal(rest, end_of(view), "the end");
    if (what == "gate")
      return equal(rest, view.gates.empty() ? "" : view.gates.front().type, "the open gate");
    if (what == "idea") return see_idea(view, words, rest);
    if (what == "merged") {
      const Idea* idea = view.idea(words.at(2));
      return equal(words.at(4), idea ? idea->merged_into : "no such idea", "the merging");
    }
    if (what == "score" || what == "unscored") {
      const Idea* idea = view.idea(words.at(2));
      return equal(what == "score" ? rest : "none",
                   idea && idea->score ? decimal(idea->score->score) : "none", "the score");
    }
    if (what == "spread") {
      const Idea* idea = view.idea(words.at(2));
      const bool known = idea && idea->score && idea->score->spread;
      return equal(rest, known ? decimal(*idea->score->spread) : "none", "the spread");
    }
    if (what == "flags") {
      const Idea* idea = view.idea(words.at(2));
      const auto flags =
          idea ? idea_flags(view, *idea, std::nullopt) : std::vector<std::string>{"no such idea"};
      return equal(rest, flags.empty() ? "none" : join(flags, " "), "the flags");
    }
    if (what == "ideas") return equal(rest, std::to_string(view.living_ideas().size()), "ideas");
    if (what == "model") return equal(rest, spoke(view, turn_of(words, 2)), "who spoke");
    if (what == "cost") return equal(rest, std::to_string(view.cost().value), "the cost");
    if (what == "selected") return equal(rest, selected(view), "the choice");
    if (what == "warning") return see_warning(view, rest);
    if (what == "no" && words.at(2) == "warnings") return equal("", warnings(view), "the warnings");
    if (what == "asked") return equal(rest, std::to_string(times(turn_of(words, 2))), "asked");
    if (what == "prompt") return see_prompt(turn_of(words, 2), rest, true);
    if (what == "no" && words.at(2) == "prompt") return see_prompt(turn_of(words, 3), rest, false);
    failed("nobody knows how to see \"" + what + "\"");
  }

  static std::string kinds(const RoomView& view) {
    std::string kinds;
    for (const Message& message : view.messages)
      if (message.kind != "user") kinds += (kinds.empty() ? "" : ", ") + message.kind;
    return kinds;
  }

  static std::string end_of(const RoomView& view) {
    const FlowRecord* flow = view.latest_flow();
    if (!flow) return "nothing began";
    if (flow->state == FlowState::kPaused) return "paused " + flow->why;
    if (flow->state != FlowState::kFinished) return "waiting";
    return flow->completion + (flow->error ? " " + flow->error->code : "");
  }

  void see_idea(const RoomView& view, const std::vector<std::string>& words,
                const std::string& title) {
    const Idea* idea = view.idea(words.at(2));
    const std::string revision = words.size() > 3 ? words[3] : "r1";
    equal(revision + ": " + title,
          idea ? "r" + std::to_string(idea->now().revision) + ": " + idea->now().title : "no idea",
          words.at(2));
  }

  static std::string spoke(const RoomView& view, const Turn& turn) {
    std::string model = "nobody";
    for (const TurnRecord& record : view.turns)
      if (turn.fits(record.agent, record.task, record.round) &&
          record.state == TurnState::kFinished)
        model = record.model;
    return model;
  }

  static std::string selected(const RoomView& view) {
    if (!view.selection) return "none";
    std::string seen = view.selection->id + " by " + view.selection->by_rule;
    for (const std::string& flag : view.selection->flags) seen += " " + flag;
    if (!view.selection->leader_choice.empty() &&
        view.selection->leader_choice != view.selection->id)
      seen += " leader " + view.selection->leader_choice;
    return seen;
  }

  static std::string warnings(const RoomView& view) {
    std::string codes;
    for (const RoomWarning& warning : view.warnings)
      codes += (codes.empty() ? "" : ", ") + warning.error.code;
    return codes;
  }

  void see_warning(const RoomView& view, const std::string& code) {
    const bool there = std::ranges::any_of(
        view.warnings, [&](const RoomWarning& warning) { return warning.error.code == code; });
    if (!there) failed("no warning " + code + "; there are: " + warnings(view));
  }

  int times(const Turn& turn) const {
    return static_cast<int>(std::ranges::count_if(world_.asked, [&](const Asked& asked) {
      return turn.fits(asked.agent, asked.task, asked.round);
    }));
  }

  void see_prompt(const Turn& turn, const std::string& words, bool wanted) {
    for (const Asked& asked : world_.asked) {
      if (!turn.fits(asked.agent, asked.task, asked.round)) continue;
      if ((asked.prompt.find(words) != asked.prompt.npos) != wanted)
        failed(std::string("the prompt ") + (wanted ? "lacks" : "has") + " \"" + words + "\"");
      return;
    }
    failed("nothing of this kind was asked");
  }

  std::string path_;
  std::size_t line_ = 0;
  Discussion world_;
  std::vector<std::pair<Turn, std::string>> sayings_;
  std::optional<Turn> interrupt_;
  std::optional<Error> refused_;
  Usage usage_{.input = 100, .output = 10};
  std::shared_ptr<std::map<std::string, ModelFacts>> facts_ =
      std::make_shared<std::map<std::string, ModelFacts>>();
};

}  // namespace

MootRun run_moot(const std::string& path, const std::string& text) {
  MootRun all;
  // The same story however work is ordered and whether waiting rooms stay in memory or not.
  for (const std::uint64_t seed : {0u, 7u}) {
    for (const auto evict : {EngineOptions::Evict::kWhenDeferred, EngineOptions::Evict::kNever}) {
      DiscussionOptions options;
      options.seed = seed;
      options.evict = evict;
      Script script(path, options);
      script.run(text);
      all.seen += script.outcome.seen;
      std::ranges::move(script.outcome.failures, std::back_inserter(all.failures));
      if (!all.failures.empty()) return all;
    }
  }
  return all;
}

}  // namespace fm::testing
