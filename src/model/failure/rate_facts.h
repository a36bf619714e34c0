// What a provider's headers say about its limits, in every form they use (P-30).
//
//   x-ratelimit-{limit,remaining,reset}-{requests,tokens}[-day|-minute...]   OpenAI and many others
//   anthropic-ratelimit-{requests,tokens,input-tokens,output-tokens}-{limit,remaining,reset}
//   x-ratelimitbysize-{limit,remaining}-{minute,...}                         Mistral
//   x-ratelimit-{limit,remaining,reset}                                      OpenRouter and others
//   ratelimit, ratelimit-policy                                              the IETF draft
//
// Resets are durations ("1m2.5s"), seconds, epoch seconds or milliseconds, or RFC 3339 times. What
// cannot be read is absent. Pure.
#pragma once

#include "base/clock.h"
#include "model/model.h"
#include "net/http_client.h"

namespace fm {

RateBuckets rate_buckets(const HttpHeaders& headers, UtcMs now);

}  // namespace fm
