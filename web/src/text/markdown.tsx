// Markdown as React elements. Nothing that is said can become markup of the page: raw HTML is shown as the text that it is.
import { lexer, type Token, type Tokens } from "marked";
import { Fragment, memo, type ReactNode } from "react";
import { CodeBlock } from "../ui/CodeBlock";

const allowed = /^(https?:|mailto:)/i;

// marked escapes for HTML; React does so again.
const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
const plain = (text: string): string => text.replace(/&(amp|lt|gt|quot|#39);/g, (one) => entities[one] ?? one);

function withMentions(text: string): ReactNode {
  const parts = text.split(/(^|[\s(])(@[a-z][\w-]*)/g);
  if (parts.length === 1) return text;
  return parts.map((part, i) => (i % 3 === 2 ? <span key={i} className="mention">{part}</span> : part));
}

function Inline({ tokens }: { tokens: Token[] | undefined }): ReactNode {
  return (tokens ?? []).map((token, i) => <Fragment key={i}>{inline(token)}</Fragment>);
}

function inline(token: Token): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong><Inline tokens={token.tokens} /></strong>;
    case "em":
      return <em><Inline tokens={token.tokens} /></em>;
    case "del":
      return <del><Inline tokens={token.tokens} /></del>;
    case "codespan":
      return <code>{(token as Tokens.Codespan).text}</code>;
    case "br":
      return <br />;
    case "link": {
      const link = token as Tokens.Link;
      if (!allowed.test(link.href)) return <Inline tokens={link.tokens} />;
      return <a href={link.href} target="_blank" rel="noreferrer noopener"><Inline tokens={link.tokens} /></a>;
    }
    case "image":
      // No request goes to another host because somebody said so: an image is a link.
      return allowed.test((token as Tokens.Image).href) ? <a href={(token as Tokens.Image).href} target="_blank" rel="noreferrer noopener">{(token as Tokens.Image).text || "image"}</a> : (token as Tokens.Image).text;
    case "escape":
      return plain((token as Tokens.Escape).text);
    case "text":
      return token.tokens ? <Inline tokens={token.tokens} /> : withMentions(plain((token as Tokens.Text).text));
    default:
      return token.raw;
  }
}

function Blocks({ tokens }: { tokens: Token[] }): ReactNode {
  return tokens.map((token, i) => <Fragment key={i}>{block(token)}</Fragment>);
}

function block(token: Token): ReactNode {
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "paragraph":
      return <p><Inline tokens={token.tokens} /></p>;
    case "heading": {
      const { depth, level = 3 } = token as Tokens.Heading & { level?: 3 | 4 | 5 | 6 };
      const Tag = `h${level}` as const;
      return <Tag className={`md-h${depth}`}><Inline tokens={token.tokens} /></Tag>;
    }
    case "list": {
      const list = token as Tokens.List;
      const items = list.items.map((item, i) => (
        <li key={i}>
          {item.task ? <input type="checkbox" checked={item.checked ?? false} readOnly disabled aria-label={item.checked ? "done" : "not done"} className="mr-2" /> : null}
          <Blocks tokens={item.tokens.filter((one) => one.type !== "checkbox")} />
        </li>
      ));
      return list.ordered ? <ol start={Number(list.start) || 1}>{items}</ol> : <ul>{items}</ul>;
    }
    case "blockquote":
      return <blockquote><Blocks tokens={token.tokens ?? []} /></blockquote>;
    case "code": {
      const code = token as Tokens.Code;
      const [language, ...rest] = (code.lang ?? "").split(/\s+/);
      return <CodeBlock text={code.text} language={language ?? ""} name={/path=(\S+)/.exec(rest.join(" "))?.[1]} />;
    }
    case "table": {
      const table = token as Tokens.Table;
      return (
        <div className="overflow-x-auto" tabIndex={0} role="group" aria-label="Table">
          <table>
            <thead><tr>{table.header.map((cell, i) => <th key={i}><Inline tokens={cell.tokens} /></th>)}</tr></thead>
            <tbody>{table.rows.map((row, i) => <tr key={i}>{row.map((cell, j) => <td key={j}><Inline tokens={cell.tokens} /></td>)}</tr>)}</tbody>
          </table>
        </div>
      );
    }
    case "hr":
      return <hr />;
    case "text":
      return token.tokens ? <Inline tokens={token.tokens} /> : withMentions(plain((token as Tokens.Text).text));
    default:
      return <p>{token.raw}</p>;
  }
}

// A message is no page: its headings come below those of the page, and none is left out on the way down.
function parsed(text: string): Token[] {
  const tokens = lexer(text, { gfm: true, breaks: true });
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === "heading");
  const top = Math.min(...headings.map((one) => one.depth));
  let former = 2;
  for (const one of headings) {
    former = Math.min(former + 1, 3 + one.depth - top, 6);
    (one as Tokens.Heading & { level?: number }).level = former;
  }
  return tokens;
}

export const Markdown = memo(function Markdown({ text, className = "" }: { text: string; className?: string }): ReactNode {
  return <div className={`prose ${className}`}><Blocks tokens={parsed(text)} /></div>;
});
