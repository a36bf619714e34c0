#include "team/conversation/code_wish.h"

#include <re2/re2.h>

namespace fm {

bool names_code(const ConversationWords& known, std::string_view text) {
  static const re2::RE2 kPlain(
      R"re((^|[^\w-])(--[a-z][a-z-]+|[\w./-]*\w\.(c|cc|cpp|cs|go|h|hpp|java|js|jsx|kt|lua|php|pl|py|rb|rs|sh|sql|swift|ts|tsx|vue))\b)re");
  return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), kPlain) ||
         !ConversationText(known, text).naming(known.code_words).words.empty();
}

}  // namespace fm
