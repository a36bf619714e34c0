// Holds a value against a schema of the OpenAPI description, as far as that uses schemas. Unknown keys are mistakes too.
interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}
export type Page = { components: { schemas: Record<string, Schema>; responses: Record<string, unknown> }; paths: Record<string, Record<string, unknown>> };

export function mistakes(page: Page, schema: Schema, value: unknown, at = "$"): string[] {
  if (schema.$ref) return mistakes(page, page.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, value, at);
  if (schema.enum && !schema.enum.includes(value)) return [`${at}: ${String(value)} is none of ${schema.enum.join(", ")}`];
  switch (schema.type) {
    case "integer":
      return Number.isInteger(value) ? [] : [`${at}: ${String(value)} is no whole number`];
    case "string":
    case "boolean":
      return typeof value === schema.type ? [] : [`${at}: ${String(value)} is no ${schema.type}`];
    case "array":
      return Array.isArray(value) ? value.flatMap((one, i) => mistakes(page, schema.items ?? {}, one, `${at}[${i}]`)) : [`${at}: no list`];
    case "object": {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${at}: no object`];
      const all = value as Record<string, unknown>;
      const missing = (schema.required ?? []).filter((name) => all[name] === undefined).map((name) => `${at}.${name} is missing`);
      if (!schema.properties) {
        const each = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
        return [...missing, ...(each ? Object.entries(all).flatMap(([name, one]) => mistakes(page, each, one, `${at}.${name}`)) : [])];
      }
      const properties = schema.properties;
      return [...missing, ...Object.entries(all).flatMap(([name, one]) => (properties[name] ? (one === undefined ? [] : mistakes(page, properties[name], one, `${at}.${name}`)) : [`${at}.${name} is not in the description`]))];
    }
    default:
      return [];
  }
}
