// Answers to open questions as one message, in the form that the room reads: `1: ...` in lines.
export interface Answer {
  number: number;
  text: string;
  decide: boolean;
}

export function answersMessage(answers: Answer[]): string {
  return answers
    .filter((one) => one.decide || one.text.trim())
    .map((one) => `${one.number}: ${one.decide ? "you decide" : one.text.trim().replace(/\s*\n\s*/g, " ")}`)
    .join("\n");
}
