// Writes src/api/types.gen.ts from the server's OpenAPI description; with --check only compares.
import { readFileSync, writeFileSync } from "node:fs";
import { parse } from "yaml";

const source = new URL("../../src/server/api/openapi.yaml", import.meta.url);
const target = new URL("../src/api/types.gen.ts", import.meta.url);
const page = parse(readFileSync(source, "utf8"));

const nameOf = (ref) => ref.split("/").at(-1);
const key = (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
const comment = (text, indent) => (text ? `${indent}/** ${text.trim().replace(/\s*\n\s*/g, " ")} */\n` : "");

function typeOf(schema, indent = "") {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  switch (schema.type) {
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
      return schema.type;
    case "array": {
      const item = typeOf(schema.items, indent);
      return / \| /.test(item) ? `(${item})[]` : `${item}[]`;
    }
    case "object":
      return objectOf(schema, indent);
    default:
      return "unknown";
  }
}

function objectOf(schema, indent) {
  if (!schema.properties)
    return schema.additionalProperties ? `Record<string, ${typeOf(schema.additionalProperties)}>` : "Record<string, unknown>";
  const required = new Set(schema.required ?? []);
  const inner = `${indent}  `;
  const lines = Object.entries(schema.properties).map(
    ([name, one]) =>
      `${comment(one.description, inner)}${inner}${key(name)}${required.has(name) ? "" : "?"}: ${typeOf(one, inner)};\n`,
  );
  return `{\n${lines.join("")}${indent}}`;
}

function declared([name, schema]) {
  const type = typeOf(schema);
  return schema.type === "object" && schema.properties
    ? `export interface ${name} ${type}\n`
    : `export type ${name} = ${type};\n`;
}

const resolved = (response) => (response.$ref ? page.components.responses[nameOf(response.$ref)] : response);

// What a call takes and gives: Calls["rooms"]["gives"].
function callOf(method, path, operation, shared) {
  const good = Object.entries(operation.responses).find(([status]) => status.startsWith("2"));
  const content = good ? resolved(good[1]).content : undefined;
  const json = content?.["application/json"]?.schema;
  const gives = json ? typeOf(json, "    ") : content ? "string" : "void";
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  const query = [...shared, ...(operation.parameters ?? [])]
    .map((one) => (one.$ref ? page.components.parameters[nameOf(one.$ref)] : one))
    .filter((one) => one.in === "query");
  const queryType = query.length
    ? `{ ${query.map((one) => `${key(one.name)}${one.required ? "" : "?"}: ${typeOf(one.schema)}`).join("; ")} }`
    : "undefined";
  return (
    comment(`${method.toUpperCase()} ${path}: ${operation.summary}`, "  ") +
    `  ${operation.operationId}: {\n    takes: ${body ? typeOf(body, "    ") : "undefined"};\n` +
    `    query: ${queryType};\n    gives: ${gives};\n  };\n`
  );
}

const calls = Object.entries(page.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => method !== "parameters")
    .map(([method, operation]) => callOf(method, path, operation, item.parameters ?? [])),
);

const text =
  "// Written by `npm run types` from src/server/api/openapi.yaml. Change that, not this.\n\n" +
  Object.entries(page.components.schemas).map(declared).join("\n") +
  `\nexport interface Calls {\n${calls.join("")}}\n`;

if (process.argv.includes("--check")) {
  let former = "";
  try {
    former = readFileSync(target, "utf8");
  } catch {
    // No file is the same as an old one.
  }
  if (former !== text) {
    console.error("src/api/types.gen.ts is not what the OpenAPI description says: run `npm run types`.");
    process.exit(1);
  }
} else {
  writeFileSync(target, text);
}
