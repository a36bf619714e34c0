// A long paste is shown as one word and sent whole.
export type Pastes = Record<string, string>;

export const isLongPaste = (text: string): boolean => text.length > 2000 || text.split("\n").length > 30;

export function pasteWord(text: string, taken: Pastes): string {
  const lines = text.split("\n").length;
  let number = Object.keys(taken).length + 1;
  const word = () => `[paste ${number}: ${lines === 1 ? `${text.length} characters` : `${lines} lines`}]`;
  while (word() in taken) number += 1;
  return word();
}

export function withPastes(text: string, pastes: Pastes): string {
  let whole = text;
  for (const [word, paste] of Object.entries(pastes)) whole = whole.split(word).join(paste);
  return whole;
}
