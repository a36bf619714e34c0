// The tags between which models write their reasoning into an answer (P-22). Data, in one place.
#pragma once

#include <array>
#include <string_view>

namespace fm {

struct ReasoningTag {
  std::string_view open;
  std::string_view close;
};

// In lower case, as they are compared.
inline constexpr std::array kReasoningTags{
    ReasoningTag{"<think>", "</think>"},
    ReasoningTag{"<thinking>", "</thinking>"},
    ReasoningTag{"<thought>", "</thought>"},
    ReasoningTag{"<thoughts>", "</thoughts>"},
    ReasoningTag{"<antthinking>", "</antthinking>"},
    ReasoningTag{"<thought_process>", "</thought_process>"},
    ReasoningTag{"<inner_monologue>", "</inner_monologue>"},
    ReasoningTag{"<internal>", "</internal>"},
    ReasoningTag{"<scratchpad>", "</scratchpad>"},
    ReasoningTag{"<analysis>", "</analysis>"},
    ReasoningTag{"<reasoning>", "</reasoning>"},
    ReasoningTag{"<reflection>", "</reflection>"},
    ReasoningTag{"<seed:think>", "</seed:think>"},
    ReasoningTag{"<mm:think>", "</mm:think>"},
    ReasoningTag{"<longcat_think>", "</longcat_think>"},
    ReasoningTag{"<|think|>", "<|/think|>"},
    ReasoningTag{"<|thinking|>", "<|/thinking|>"},
    ReasoningTag{"<|start_thinking|>", "<|end_thinking|>"},
    ReasoningTag{"<|begin_of_thought|>", "<|end_of_thought|>"},
    ReasoningTag{"<｜begin▁of▁thinking｜>", "<｜end▁of▁thinking｜>"},
    ReasoningTag{"<|channel>thought", "<channel|>"},
    ReasoningTag{"<unused94>", "<unused95>"},
    ReasoningTag{"◁think▷", "◁/think▷"},
    ReasoningTag{"[think]", "[/think]"},
};

}  // namespace fm
