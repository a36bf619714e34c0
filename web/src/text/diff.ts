// A unified diff, as Git writes it, read into files and numbered lines. Pure; what cannot be read is left out.
export interface DiffLine {
  kind: "same" | "added" | "removed" | "note";
  text: string;
  // Line numbers before and after; absent where the line is not there.
  before?: number;
  after?: number;
}
export interface DiffHunk {
  // What Git writes behind the @@: the function that the lines are in.
  within: string;
  lines: DiffLine[];
}
export interface DiffFile {
  path: string;
  // The name that it had before.
  from?: string;
  change: "changed" | "added" | "deleted" | "renamed";
  binary: boolean;
  added: number;
  deleted: number;
  hunks: DiffHunk[];
}

// "a/b \303\274.txt" in quotation marks is how Git writes a name that is not plain.
export function unquoted(name: string): string {
  if (!name.startsWith('"') || !name.endsWith('"')) return name;
  const bytes: number[] = [];
  const inner = name.slice(1, -1);
  const plain: Record<string, number> = { n: 10, t: 9, r: 13, "\\": 92, '"': 34, a: 7, b: 8, f: 12, v: 11 };
  const encoder = new TextEncoder();
  for (let i = 0; i < inner.length; i += 1) {
    const letter = inner[i] ?? "";
    if (letter !== "\\") {
      bytes.push(...encoder.encode(String.fromCodePoint(inner.codePointAt(i) ?? 0)));
      if ((inner.codePointAt(i) ?? 0) > 0xffff) i += 1;
      continue;
    }
    const octal = /^[0-7]{3}/.exec(inner.slice(i + 1))?.[0];
    bytes.push(octal ? parseInt(octal, 8) : (plain[inner[i + 1] ?? ""] ?? 63));
    i += octal ? 3 : 1;
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

// "b/server.py" and /dev/null, in quotation marks or not; Git puts a tab behind names with blanks.
function nameOf(told: string): string | undefined {
  const name = unquoted(told.replace(/\t.*$/, ""));
  return name === "/dev/null" ? undefined : name.replace(/^[ab]\//, "");
}

// "diff --git a/x b/x": the second name, where both are the same; else the lines that follow tell.
function nameInHead(rest: string): string {
  if (rest.startsWith('"')) return nameOf(/"(?:[^"\\]|\\.)*"/.exec(rest)?.[0] ?? rest) ?? "";
  const half = (rest.length - 1) / 2;
  return nameOf(Number.isInteger(half) && rest[half] === " " ? rest.slice(half + 1) : (rest.split(" b/").at(-1) ?? rest)) ?? "";
}

const hunkHead = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/;

class Reader {
  files: DiffFile[] = [];
  private hunk: DiffHunk | undefined;
  private left = { before: 0, after: 0 };
  private at = { before: 0, after: 0 };

  private get file(): DiffFile | undefined {
    return this.files.at(-1);
  }

  line(line: string): void {
    if (this.hunk && this.file && this.inHunk(this.hunk, this.file, line)) return;
    const head = /^diff --git (.*)$/.exec(line)?.[1];
    if (head !== undefined) {
      this.hunk = undefined;
      this.files.push({ path: nameInHead(head), change: "changed", binary: false, added: 0, deleted: 0, hunks: [] });
    } else if (this.file) this.aboutFile(this.file, line);
  }

  private inHunk(hunk: DiffHunk, file: DiffFile, line: string): boolean {
    const { left, at } = this;
    if (line.startsWith("\\")) {
      hunk.lines.push({ kind: "note", text: "No end of line at the end of the file" });
      return true;
    }
    if (left.before <= 0 && left.after <= 0) return false;
    const text = line.slice(1).replace(/\r$/, "");
    if (line.startsWith("+")) {
      hunk.lines.push({ kind: "added", text, after: at.after++ });
      left.after -= 1;
      file.added += 1;
    } else if (line.startsWith("-")) {
      hunk.lines.push({ kind: "removed", text, before: at.before++ });
      left.before -= 1;
      file.deleted += 1;
    } else if (line.startsWith(" ") || line === "") {
      hunk.lines.push({ kind: "same", text, before: at.before++, after: at.after++ });
      left.before -= 1;
      left.after -= 1;
    } else return false;
    return true;
  }

  private aboutFile(file: DiffFile, line: string): void {
    const hunk = hunkHead.exec(line);
    if (hunk) {
      const [, before, beforeCount = "1", after, afterCount = "1", within = ""] = hunk;
      this.at = { before: Number(before), after: Number(after) };
      this.left = { before: Number(beforeCount), after: Number(afterCount) };
      this.hunk = { within, lines: [] };
      file.hunks.push(this.hunk);
    } else if (line.startsWith("new file mode")) file.change = "added";
    else if (line.startsWith("deleted file mode")) file.change = "deleted";
    else if (line.startsWith("rename from ")) Object.assign(file, { change: "renamed", from: unquoted(line.slice(12)) });
    else if (line.startsWith("rename to ")) file.path = unquoted(line.slice(10));
    else if (line.startsWith("+++ ")) file.path = nameOf(line.slice(4)) ?? file.path;
    else if (line.startsWith("Binary files ") || line === "GIT binary patch") file.binary = true;
  }
}

export function diffOf(text: string): DiffFile[] {
  const reader = new Reader();
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  for (const line of lines) reader.line(line);
  return reader.files;
}

// A remark on a line, as it is said in the room: the builder gets it, and knows where it belongs.
export function remarkOn(agent: string, path: string, line: DiffLine, words: string): string {
  const at = `@${agent} ${path}:${line.after ?? line.before ?? 1}:`;
  return `${at} ${line.kind === "removed" ? "(the removed line) " : ""}${words.trim()}`;
}
