// Reads server-sent events out of pieces of text as they come.
export interface Sent {
  kind: string;
  data: string;
  id?: string;
}

export class SentReader {
  private rest = "";
  private kind = "";
  private data: string[] = [];
  private id: string | undefined;

  // Also counts comments, by which a server shows that it is there.
  comments = 0;

  push(piece: string): Sent[] {
    const sent: Sent[] = [];
    this.rest += piece;
    // A \r at the very end may be half of a line's end.
    const hold = this.rest.endsWith("\r") ? 1 : 0;
    const text = hold ? this.rest.slice(0, -1) : this.rest;
    const lines = text.split(/\r\n|\n|\r/);
    this.rest = (lines.pop() ?? "") + (hold ? "\r" : "");
    for (const line of lines) {
      const one = this.line(line);
      if (one) sent.push(one);
    }
    return sent;
  }

  private line(line: string): Sent | undefined {
    if (line === "") {
      const { kind, data, id } = this;
      this.kind = "";
      this.data = [];
      this.id = undefined;
      if (!data.length) return undefined;
      return { kind: kind || "message", data: data.join("\n"), ...(id === undefined ? {} : { id }) };
    }
    if (line.startsWith(":")) {
      this.comments += 1;
      return undefined;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.kind = value;
    if (field === "data") this.data.push(value);
    if (field === "id") this.id = value;
    return undefined;
  }
}
