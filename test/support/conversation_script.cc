#include "test/support/conversation_script.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <sstream>

#include "base/text.h"
#include "team/looks/looked_at.h"
#include "test/support/conversation_lines.h"
#include "test/support/conversation_seen.h"
#include "test/support/openai_wire.h"
#include "test/support/scratch_folder.h"

namespace fm::testing {
namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::istringstream in{std::string(text)};
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::optional<ModelErrorKind> failure_of(const std::string& name) {
  for (int kind = 0; kind <= static_cast<int>(ModelErrorKind::kCancelled); ++kind)
    if (to_string(static_cast<ModelErrorKind>(kind)) == name)
      return static_cast<ModelErrorKind>(kind);
  return std::nullopt;
}

struct During {
  enum class What { kWords, kInterrupts, kEnds } what = What::kWords;
  std::string agent;
  std::string task;
  std::string words;
};

class Script {
 public:
  Script(std::string path, const TalkOptions& options)
      : path_(std::move(path)), options_(options), world_(world_options(options)) {
    world_.most_cuts = options.most_cuts;
  }

  TalkRun run(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      line_ = i + 1;
      const std::string line = lines[i];
      if (line.empty() || line.front() == '#') continue;
      std::string block;
      while (i + 1 < lines.size() && (lines[i + 1].starts_with("  ") || lines[i + 1].empty()) &&
             (!lines[i + 1].empty() || (i + 2 < lines.size() && lines[i + 2].starts_with("  ")))) {
        ++i;
        block += (lines[i].empty() ? "" : lines[i].substr(2)) + "\n";
      }
      command(line, block);
    }
    for (const Asked& one : world_.asked) outcome_.prompts.push_back(one.prompt);
    if (outcome_.seen == 0) failed("the script sees nothing");
    for (const During& one : options_.rehearsed ? std::vector<During>() : during_)
      failed("nobody was asked for " + one.agent + " " + one.task + " any more");
    if (world_.is_open()) look_at_changes();
    for (const std::string& fault : world_.outside_faults) failed(fault);
    outcome_.cuts = world_.cuts_tried;
    outcome_.told = world_.outside.told();
    outcome_.quoted = world_.outside.quoted();
    const auto& trace = world_.disk.trace();
    for (std::size_t i = static_cast<std::size_t>(began_); i < trace.size(); ++i)
      if (trace[i].op == DiskOp::kSync)
        outcome_.commits.push_back(static_cast<std::int64_t>(i) + 1);
    if (!outcome_.failures.empty() && world_.is_open()) outcome_.story = world_.story();
    return std::move(outcome_);
  }

 private:
  static DiscussionOptions world_options(const TalkOptions& options) {
    DiscussionOptions world;
    world.seed = options.seed;
    world.evict = options.evict;
    if (options.rehearsed) {
      world.screenplay = "conversation";
      world.model = "rehearsal:conversation";
    }
    if (options.wired) world.before = over_openai_wire;
    return world;
  }

  void failed(const std::string& what) {
    outcome_.failures.push_back(path_ + ":" + std::to_string(line_) + ": " + what);
  }

  void look_at_changes() {
    const std::vector<EventPtr> events = world_.events();
    outcome_.faulty_changes = faulty_changes(events);
    outcome_.changes = static_cast<std::size_t>(std::ranges::count_if(
        events, [](const EventPtr& event) { return event->kind == "phase.changed"; }));
    for (const std::string& fault : outcome_.faulty_changes) failed(fault);
  }

  void command(const std::string& line, const std::string& block) {
    const auto colon = line.find(':');
    const std::string rest =
        colon == line.npos ? std::string() : std::string(trim(line.substr(colon + 1)));
    const auto words = words_of(line.substr(0, colon));
    const std::string verb = words.empty() ? "" : words.front();
    if (verb == "person" && words.size() == 1)
      return say(block.empty() ? rest : rest + "\n" + block);
    using enum During::What;
    if (verb == "person") return during_.push_back({kWords, words.at(2), words.at(3), rest});
    if (verb == "interrupt") return during_.push_back({kInterrupts, words.at(2), words.at(3), {}});
    if (verb == "crash") return during_.push_back({kEnds, words.at(2), words.at(3), {}});
    if (verb == "answer") return answer(words.at(1), rest);
    if (verb == "wait") return pass(std::stoi(words.at(1)));
    if (verb == "restart") return restart();
    if (verb == "enter" || verb == "leave") return go_to_linked(verb == "enter");
    if (verb == "budget") return read_budget(words, world_.options.turns);
    if (verb == "folder") return add_file(words, rest, block);
    if (verb == "understands") {
      world_.understands = true;
    } else if (verb == "rehearsal") {
      rehearsed_ = true;
    } else if (verb == "team") {
      world_.conversation.team = words.at(1);
    } else if (verb == "file") {
      world_.pack_files[words.at(1)] = block;
    } else if (verb == "models") {
      world_.conversation.model = rest.empty() ? words.at(1) : words.at(1) + ":" + rest;
    } else if (verb == "see") {
      ++outcome_.seen;
      see(words, rest);
    } else {
      answer_line(words, rest, block);
    }
  }

  void add_file(const std::vector<std::string>& words, const std::string& rest,
                const std::string& block) {
    const std::filesystem::path path = folder_.path() / words.at(1);
    std::filesystem::create_directories(path.parent_path());
    if (words.size() > 3 && words[2] == "links") {
      std::filesystem::create_symlink(words[3], path);
    } else if (words.size() > 3 && words[2] == "fills") {
      std::ofstream(path, std::ios::binary).flush();
      std::filesystem::resize_file(path, std::stoull(words[3]) * 1'000'000);
    } else {
      std::ofstream(path, std::ios::binary) << rest << (rest.empty() ? "" : "\n") << block;
    }
    world_.conversation.folder = folder_.path().string();
  }

  void answer_line(const std::vector<std::string>& words, const std::string& rest,
                   const std::string& block) {
    Line line;
    line.agent = words.empty() || words[0] == "any" ? "" : words[0];
    line.task = words.size() > 1 ? words[1] : "";
    line.text = rest + (block.empty() ? "" : (rest.empty() ? "" : "\n") + block);
    if (words.size() > 3 && words[2] == "calls") {
      line.calls.push_back({"", words[3], line.text});
      line.text.clear();
      line.times = 1;
    }
    for (std::size_t i = 2; i < words.size(); ++i) {
      if (words[i] == "fails" && i + 1 < words.size()) {
        line.fails = failure_of(words[i + 1]);
        if (!line.fails) failed("there is no failure " + words[i + 1]);
      }
      if (words[i] == "hangs") line.hangs = true;
      if (words[i].front() == 'x') line.times = std::atoi(words[i].c_str() + 1);
    }
    world_.lines.push_back(std::move(line));
  }

  // The world and its process.

  bool start() {
    if (started_) return world_.is_open();  // where it cannot be opened again, that was said
    started_ = true;
    if (options_.rehearsed) world_.lines.clear();
    if (!rehearsed_ && !options_.rehearsed)
      std::ranges::copy(talk_lines(), std::back_inserter(world_.lines));
    all_lines_ = world_.lines;
    if (auto opened = world_.open(); !opened) return failed(opened.error().message), false;
    world_.before_call = [this](int number) {
      const Asked now = world_.asked[static_cast<std::size_t>(number - 1)];
      for (std::size_t i = 0; i < during_.size(); ++i) {
        const During one = during_[i];
        if (one.agent != now.agent || one.task != now.task) continue;
        during_.erase(during_.begin() + static_cast<std::ptrdiff_t>(i));
        if (one.what == During::What::kEnds) return true;
        if (one.what == During::What::kInterrupts) {
          interrupts_.push_back(one);
          world_.interrupt_soon();
        } else {
          say_during(one);
        }
        break;
      }
      return false;
    };
    if (auto begun = world_.open_conversation(); !begun)
      return failed(begun.error().message), false;
    began_ = world_.disk.operations();
    if (options_.crash_at > 0) world_.disk.crash_at(options_.crash_at, options_.crash_when);
    settle();
    return true;
  }

  // Whatever ends the process, another one goes on: what was not acknowledged is done again.
  void settle(const std::function<void()>& again = {}, Millis within = std::chrono::minutes(5)) {
    world_.settle(within);
    while (world_.crashed()) {
      ++outcome_.crashes;
      world_.disk.keep_unsynced(options_.keep);
      world_.crash(options_.mode);
      if (!reopen()) return;
      give_back_lines();
      give_back_words();
      if (world_.engine().unfinished().empty()) {
        if (auto begun = world_.open_conversation(); !begun) return failed(begun.error().message);
      } else {
        world_.resume();
      }
      world_.settle(within);
      if (again && !world_.crashed()) again();
      world_.settle(within);
    }
  }

  void say_during(const During& one) {
    const std::string id = "during-" + std::to_string(++said_);
    said_during_.emplace_back(id, one);
    world_.say(one.words, id);
  }

  // Words that the crash undid are said again in the turn that is taken again.
  void give_back_words() {
    const RoomView view = world_.view();
    std::erase_if(said_during_, [&](const auto& said) {
      const bool is_there = std::ranges::any_of(
          view.messages, [&](const Message& message) { return message.id == "m-" + said.first; });
      if (!is_there) during_.push_back(said.second);
      return !is_there;
    });
    give_back_interrupts();
  }

  // An interruption that the crash undid is made again.
  void give_back_interrupts() {
    const auto made = std::ranges::count_if(world_.events(), [](const EventPtr& event) {
      return event->kind == "effect.finished" && event->place.value.ends_with("/turn") &&
             bool_at(event->body, "interrupted");
    });
    for (; std::ssize(interrupts_) > made; interrupts_.pop_back())
      during_.push_back(interrupts_.back());
  }

  // What was answered to a turn that the crash undid is answered again.
  void give_back_lines() {
    world_.lines = all_lines_;
    std::map<std::string, std::int64_t> calls;  // of a turn, where it had several
    for (const EventPtr& event : world_.events())
      if (event->kind == "turn.finished" || event->kind == "turn.failed")
        calls[std::string(event->text("turn"))] = event->number("calls");
    for (const TurnRecord& turn : world_.view().turns) {
      if (turn.state == TurnState::kRunning) continue;
      const std::int64_t times = std::max<std::int64_t>(1, calls[turn.turn]);
      for (std::int64_t i = 0; i < times; ++i) take_line_of(turn);
    }
  }

  void take_line_of(const TurnRecord& turn) {
    for (Line& line : world_.lines) {
      if (line.times <= 0 || (!line.agent.empty() && line.agent != turn.agent) ||
          (!line.task.empty() && line.task != turn.task))
        continue;
      --line.times;
      return;
    }
  }

  void say(const std::string& words) {
    if (!start()) return;
    since_ = world_.view().head;
    const std::string id = "said-" + std::to_string(++said_);
    const auto speak = [this, words, id] { world_.say(words, id); };
    speak();
    settle(speak);
  }

  void answer(const std::string& type, const std::string& rest) {
    if (!start()) return;
    since_ = world_.view().head;
    const auto bar = rest.find('|');
    const std::string option(trim(rest.substr(0, bar)));
    const std::string reason(bar == rest.npos ? "" : trim(rest.substr(bar + 1)));
    const auto decide = [this, type, option, reason] {
      for (const OpenGate& gate : world_.view().gates)
        if (gate.type == type) {
          world_.engine().answer(world_.room, {gate.gate, gate.digest, option, reason},
                                 {Actor::kPerson, "ada"}, [](Result<EventPtr>) {});
          return true;
        }
      return false;
    };
    if (!decide()) failed("no gate " + type + " is open");
    settle([decide] { (void)decide(); });
  }

  void pass(int minutes) {
    if (!start()) return;
    since_ = world_.view().head;
    settle({}, std::chrono::minutes(minutes));
  }

  // The process may end while it opens, too.
  bool reopen() {
    auto opened = world_.open();
    if (!opened && world_.crashed()) {
      ++outcome_.crashes;
      world_.crash(options_.mode);
      opened = world_.open();
    }
    if (!opened) failed(opened.error().message);
    return opened.has_value();
  }

  void restart() {
    if (!start()) return;
    world_.close();
    if (!reopen()) return;
    world_.resume();
    settle();
  }

  void go_to_linked(bool into) {
    if (!start()) return;
    const RoomView view = world_.view();
    const auto link = std::ranges::find(view.links, into, &RoomLink::into);
    if (link == view.links.end()) return failed("no such room is linked");
    world_.room = link->room;
    since_ = {};
  }

  // What must be seen.

  void equal(const std::string& expected, const std::string& seen, const std::string& what) {
    if (expected != seen) failed(what + ": expected \"" + expected + "\", saw \"" + seen + "\"");
  }

  std::vector<const Message*> since(const RoomView& view) const {
    std::vector<const Message*> messages;
    for (const Message& message : view.messages)
      if (message.room_seq > since_ && message.kind != "user") messages.push_back(&message);
    return messages;
  }

  bool is_said(const RoomView& view, const std::string& from, const std::string& words) const {
    return std::ranges::any_of(since(view), [&](const Message* message) {
      const bool by = from == "system" ? message->kind == "system" : message->from == from;
      return by && message->text->find(words) != std::string::npos;
    });
  }

  std::string all_said(const RoomView& view) const {
    std::string all;
    for (const Message* message : since(view))
      all += "\n  " + message->from + " [" + message->kind + "]: " + message->text->substr(0, 200);
    return all;
  }

  void see(const std::vector<std::string>& words, const std::string& rest) {
    if (!start()) return;
    const RoomView view = world_.view();
    const std::string& what = words.at(1);
    constexpr std::array kStand = {"phase", "ending", "gate", "intent", "projects"};
    if (options_.rehearsed && std::ranges::find(kStand, what) == kStand.end()) return;
    if (what == "messages") {
      std::vector<std::string> kinds;
      for (const Message* message : since(view)) kinds.push_back(message->kind);
      return equal(rest, join(kinds, " "), "the messages");
    }
    if (what == "said") {
      if (!is_said(view, words.at(2), rest))
        failed(words[2] + " did not say \"" + rest + "\"; said was:" + all_said(view));
      return;
    }
    if (what == "not") {
      if (is_said(view, words.at(3), rest)) failed(words[3] + " said \"" + rest + "\"");
      return;
    }
    if (what == "gate") return equal(rest, gates_of(view), "the open gate");
    if (what == "no" && words.at(2) == "gate") return equal("", gates_of(view), "the open gates");
    if (what == "no" && words.at(2) == "warnings") return equal("", warnings_of(view), "warnings");
    if (what == "no") return see_prompt(words.at(3), words.at(4), rest, false);
    if (what == "prompt") return see_prompt(words.at(2), words.at(3), rest, true);
    if (what == "warning") {
      if (warnings_of(view).find(rest) == std::string::npos)
        failed("no warning " + rest + "; there are: " + warnings_of(view));
      return;
    }
    if (what == "projects")
      return equal(rest, std::to_string(view.projects.all.size()), "projects");
    if (what == "selected") return equal("1", view.selection ? "1" : "0", "an idea is selected");
    if (what == "looked") return equal(rest, looked(words.at(2)), "what was looked at");
    if (what == "one") return see_one_list();
    if (what == "asked") {
      if (options_.crash_at > 0) return;  // what was in flight is asked again
      const auto times = std::ranges::count_if(world_.asked, [&](const Asked& asked) {
        return asked.agent == words.at(2) && asked.task == words.at(3);
      });
      return equal(rest, std::to_string(times), "asked");
    }
    if (what == "checkpoint") {
      const std::string text = checkpoint(world_.events(), words.at(2), words.at(3));
      if (text.find(rest) == std::string::npos || text.empty())
        failed("the checkpoint says \"" + text + "\"");
      return;
    }
    if (const auto fault = see_project(view, words, rest)) failed(*fault);
  }

  std::string looked(const std::string& agent) {
    std::string words;
    for (const EventPtr& event : world_.events())
      if (event->kind == "turn.finished" && event->by.id == agent)
        words = looked_words(looks_from_json(event->body));
    return words;
  }

  // What stands outside of the talk is asked without it (P-21).
  void see_one_list() {
    std::string list;
    for (const Asked& asked : world_.asked) {
      if (asked.prompt.find("=== discussion ===") == std::string::npos) continue;
      if (asked.tools.empty()) failed(asked.agent + " " + asked.task + " has no tools");
      if (!list.empty() && asked.tools != list)
        failed(asked.agent + " " + asked.task + " has other tools");
      list = asked.tools;
    }
  }

  void see_prompt(const std::string& agent, const std::string& task, const std::string& words,
                  bool wanted) {
    for (auto asked = world_.asked.rbegin(); asked != world_.asked.rend(); ++asked) {
      if (asked->agent != agent || asked->task != task) continue;
      if ((asked->prompt.find(words) != std::string::npos) != wanted)
        failed(std::string("the prompt ") + (wanted ? "lacks" : "has") + " \"" + words + "\"");
      return;
    }
    failed(agent + " was not asked for " + task);
  }

  std::string path_;
  TalkOptions options_;
  ScratchFolder folder_;  // the room's, where the script has files
  Discussion world_;
  TalkRun outcome_;
  std::size_t line_ = 0;
  std::int64_t began_ = 0;
  bool started_ = false;
  bool rehearsed_ = false;
  int said_ = 0;
  RoomSeq since_;
  std::vector<During> during_;
  std::vector<std::pair<std::string, During>> said_during_;  // with the message's id
  std::vector<During> interrupts_;                           // that were made
  std::vector<Line> all_lines_;
};

}  // namespace

TalkRun run_talk(const std::string& path, const std::string& text, const TalkOptions& options) {
  return Script(path, options).run(text);
}

std::vector<std::pair<std::string, std::string>> talk_scripts() {
  const char* root = std::getenv("FM_SOURCE_DIR");
  std::vector<std::pair<std::string, std::string>> scripts;
  const std::filesystem::path folder =
      std::filesystem::path(root != nullptr ? root : ".") / "test/flows/conversation";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".moot") continue;
    std::ifstream file(entry.path());
    std::ostringstream text;
    text << file.rdbuf();
    scripts.emplace_back("test/flows/conversation/" + entry.path().filename().string(), text.str());
  }
  std::ranges::sort(scripts);
  return scripts;
}

}  // namespace fm::testing
