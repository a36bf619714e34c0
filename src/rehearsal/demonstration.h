// A demonstration: a conversation that is written out whole for one wish (P-34).
//
// It is a file of its own among the screenplays. Its scenes and lists are used where the person
// wishes just that, in its opening words or in words near to them, and never elsewhere: with any
// other wish the neutral scenes are played. It never changes after it was read.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "rehearsal/rehearsal_template.h"

namespace fm {

using TemplateLists = std::map<std::string, std::vector<Template>, std::less<>>;

// The agreement as files, before anything of it is built.
struct FirstCommit {
  std::string subject;
  std::map<std::string, Template> files;  // by path
};

struct Demonstration {
  using Words = std::vector<std::string>;

  std::string name;      // what `folkmoot demo` takes: "barber"
  std::string title;     // "A booking page for a barber shop"
  std::string about;     // what can be seen in it, one line
  std::string opening;   // the person's first words
  Words keys;            // beginnings of words that the wish must have
  bool advises = false;  // nothing is built in it, so that what is asked next can go on with it
  std::map<std::string, Words, std::less<>> listens;  // what it can take up, by the words for it
  TemplateLists lists;                                // looked up before those of all screenplays
  std::optional<FirstCommit> start;                   // of what is built in it; none: nothing is

  // Whether `wish` is the opening or near to it. `turns_away`: words that make it another wish
  // where the opening has them not ("without", "not").
  bool is_for(std::string_view wish, const Words& turns_away) const;

  // Which of `listens` the person spoke of, each as true: {"prices": true}. What they spoke of
  // shortly behind a word of `turns_away` does not count.
  JsonObject heard(const std::vector<std::string>& said, const Words& turns_away) const;
};

// The first e-mail address in what a person answered; empty where there is none.
std::string email_in(std::string_view answer);

// Whether an answer is a few words that can be put as they are where words were asked for: no
// question, no address, and none of `evades` ("you", "whatever").
bool is_wording(std::string_view answer, const Demonstration::Words& evades);

}  // namespace fm
