#include "test/house/proofs.h"

#include <re2/re2.h>

#include <utility>

#include "test/house/repository.h"

namespace fm::house {
namespace {

// The literals of a name that was broken over several lines, as one.
std::string joined(std::string_view literals) {
  static const RE2 literal(R"re("((?:[^"\\]|\\.)*)")re");
  std::string name;
  std::string part;
  for (re2::StringPiece rest(literals); RE2::FindAndConsume(&rest, literal, &part);) name += part;
  RE2::GlobalReplace(&name, R"re(\\(.))re", R"re(\1)re");
  return name;
}

std::set<std::string> leading_ids(std::string_view text) {
  static const RE2 id(R"re(\s*([A-Z]{1,2}-\d+[a-z]?)\b[,:]?)re");
  std::set<std::string> ids;
  std::string one;
  for (re2::StringPiece rest(text); RE2::Consume(&rest, id, &one);) ids.insert(one);
  return ids;
}

}  // namespace

std::vector<Proof> proofs_in_source(std::string_view path, std::string_view text) {
  static const RE2 test_case(
      R"re((?m)^\s*TEST_CASE(?:_[A-Z_]+)?\(\s*(?:[\w:<>]+,\s*)?((?:"(?:[^"\\\n]|\\.)*"\s*)+))re");
  std::vector<Proof> proofs;
  std::string literals;
  for (re2::StringPiece rest(text); RE2::FindAndConsume(&rest, test_case, &literals);) {
    std::string name = joined(literals);
    auto ids = leading_ids(name);
    proofs.push_back({std::string(path), std::move(name), std::move(ids)});
  }
  return proofs;
}

std::vector<Proof> proofs_in_script(std::string_view path, std::string_view text) {
  static const RE2 line(R"re((?m)^\s*# proves (.*)$)re");
  Proof proof{std::string(path), "", {}};
  std::string ids;
  for (re2::StringPiece rest(text); RE2::FindAndConsume(&rest, line, &ids);)
    proof.ids.merge(leading_ids(ids));
  return {proof};
}

std::vector<Proof> all_proofs() {
  std::vector<Proof> all;
  for (const auto& [path, text] : files({"src", "test"}, "_test.cc"))
    for (Proof& proof : proofs_in_source(path, text)) all.push_back(std::move(proof));
  for (const auto& [path, text] : files({"test"}, ".moot"))
    for (Proof& proof : proofs_in_script(path, text)) all.push_back(std::move(proof));
  return all;
}

}  // namespace fm::house
