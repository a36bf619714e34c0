// folkmoot-corpus: scores the readers on any folder in the form of test/corpus (README.md there).
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "team/pack/languages.h"
#include "test/support/corpus_report.h"
#include "test/support/corpus_sum.h"

namespace {

constexpr std::string_view kUsage =
    R"(folkmoot-corpus: how much of a corpus is read right

Usage: folkmoot-corpus DIR [--failures] [--json] [--kind KIND] [--language DIR]

DIR has model_output/*.json with roster.json, streams/*.json,
user_messages.jsonl and context/messages.jsonl (or messages.jsonl or
context.jsonl); any of them may be missing.

  --failures            each miss: expected, got, and the text, shortened
  --json                the figures as one line of JSON, the last one
  --kind KIND           only this kind: routing, ideas, scores, task_complete,
                        discuss_result, plan, tool_call, streams, trigger,
                        approval, cancel, intent, acts, also, answers, decided,
                        plain or commands
  --language DIR        the languages in DIR, such as packs/default/language,
                        instead of those that were built in

Exit status: 0 when it ran, 2 for wrong usage or a folder that is no corpus.
)";

struct Wish {
  std::filesystem::path folder;
  bool failures = false;
  bool json = false;
  std::string kind;
  std::filesystem::path languages;
  bool help = false;
};

int refuse(const std::string& why) {
  fmt::print(stderr, "folkmoot-corpus: {}\n\n{}", why, kUsage);
  return 2;
}

fm::Result<Wish> read_arguments(const std::vector<std::string_view>& arguments) {
  Wish wish;
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    const std::string_view said = arguments[at];
    if (said == "--help" || said == "-h") {
      wish.help = true;
    } else if (said == "--failures") {
      wish.failures = true;
    } else if (said == "--json") {
      wish.json = true;
    } else if (said == "--kind" && at + 1 < arguments.size()) {
      wish.kind = arguments[++at];
    } else if (said == "--language" && at + 1 < arguments.size()) {
      wish.languages = arguments[++at];
    } else if (said.starts_with("--kind=")) {
      wish.kind = said.substr(std::string_view("--kind=").size());
    } else if (said.starts_with("-") || !wish.folder.empty()) {
      return fm::fail("usage_invalid", fmt::format("\"{}\" is not understood.", said));
    } else {
      wish.folder = said;
    }
  }
  return wish;
}

fm::Result<fm::Vocabulary> vocabulary_for(const Wish& wish) {
  if (wish.languages.empty()) return fm::built_in_vocabulary();
  std::vector<std::pair<std::string, std::string>> texts;
  for (const auto& file : fm::corpus_files(wish.languages, ".yaml"))
    texts.emplace_back(file.string(), fm::corpus_bytes(file));
  std::vector<fm::LanguageFile> files;
  for (const auto& [path, text] : texts) files.push_back({path, text});
  return fm::Vocabulary::open(files);
}

int run(const std::vector<std::string_view>& arguments) {
  const auto wish = read_arguments(arguments);
  if (!wish) return refuse(wish.error().message);
  if (wish->help) {
    fmt::print("{}", kUsage);
    return 0;
  }
  if (wish->folder.empty()) return refuse("The folder of a corpus is missing.");
  if (!wish->kind.empty() && !fm::is_corpus_kind(wish->kind))
    return refuse(fmt::format("There is no kind \"{}\".", wish->kind));
  if (!fm::is_corpus(wish->folder))
    return refuse(fmt::format("{} is no folder with parts of a corpus.", wish->folder.string()));
  const auto vocabulary = vocabulary_for(*wish);
  if (!vocabulary) {
    fmt::print(stderr, "folkmoot-corpus: {}\n", vocabulary.error().message);
    return 1;
  }
  const fm::CorpusScore score = fm::score_corpus(wish->folder, *vocabulary, wish->kind);
  if (wish->failures) fmt::print("{}\n", fm::miss_list(score));
  fmt::print("{}", fm::score_table(score));
  if (wish->json) fmt::print("{}\n", fm::score_json(score));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "folkmoot-corpus: {}\n", error.what());
    return 1;
  }
}
