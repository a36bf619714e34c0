// A rule of a script as the reply that FakeHttp plays.
#pragma once

#include <string_view>

#include "test/fakes/fake_openai.h"

namespace fm {

FakeReply fake_openai_reply(const FakeRule& rule, std::string_view model, int number);

}  // namespace fm
