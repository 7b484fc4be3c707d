/** The parts of an OpenAPI document that are changed before it is published. */
export interface OpenApiDocument {
  servers?: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; [kind: string]: Record<string, unknown> };
  [field: string]: unknown;
}

export interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Response>;
  [field: string]: unknown;
}

export interface Parameter {
  name: string;
  description?: string;
  required?: boolean;
  schema: Schema;
}

export interface Response {
  description: string;
  headers?: Record<string, unknown>;
  links?: Record<string, unknown>;
  content?: Record<string, { schema: Schema; examples?: Record<string, unknown> }>;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  [keyword: string]: unknown;
}

/** All operations. */
export function operationsOf({ paths }: OpenApiDocument): Operation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

/** Returns the schemas directly inside of a schema, with the names of properties. Skips conditions (`if`), which repeat others. */
export function partsOf({
  properties = {},
  items,
  anyOf = [],
  oneOf = [],
}: Schema): { name?: string; schema: Schema }[] {
  return [
    ...Object.entries(properties).map(([name, schema]) => ({ name, schema })),
    ...(items ? [{ schema: items }] : []),
    ...[...anyOf, ...oneOf].map((schema) => ({ schema })),
  ];
}

/** Yields a schema and everything inside of it, but not the schemas that it refers to. */
export function* within(schema: Schema, name?: string): Generator<{ name?: string; schema: Schema }> {
  yield { name, schema };
  for (const part of partsOf(schema)) yield* within(part.schema, part.name ?? name);
}

/** `accepted_kinds` → `AcceptedKinds`. */
export function pascalCase(text: string): string {
  return text.replace(/(?:^|[_-])(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
