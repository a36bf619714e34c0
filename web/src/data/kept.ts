// What this browser keeps: drafts, what is still to be sent, how far somebody has read. Never needed, only convenient.
export function kept<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`folkmoot:${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    const empty = value === undefined || value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
    if (empty) localStorage.removeItem(`folkmoot:${key}`);
    else localStorage.setItem(`folkmoot:${key}`, JSON.stringify(value));
  } catch {
    // A full or forbidden store costs the convenience only.
  }
}
