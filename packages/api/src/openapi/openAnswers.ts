import { type OpenApiDocument, operationsOf, type Schema, within } from './document.ts';

/** Responses in which the API text forbids other fields. */
const closed = new Set(['Project', 'JobResultStructuredItem']);

/** Allows unknown fields in responses, because later releases may add some. Requests with unknown fields are refused. */
export function openAnswers(document: OpenApiDocument): void {
  const { schemas } = document.components;
  const requests = new Set<string>();

  function addRequest(schema: Schema): void {
    for (const { schema: part } of within(schema)) {
      const name = part.$ref?.split('/').at(-1);
      if (name === undefined || requests.has(name)) continue;
      requests.add(name);
      addRequest(schemas[name]!);
    }
  }

  for (const { requestBody } of operationsOf(document)) {
    for (const { schema } of Object.values(requestBody?.content ?? {})) addRequest(schema);
  }
  for (const [name, schema] of Object.entries(schemas)) {
    if (requests.has(name) || closed.has(name)) continue;
    for (const { schema: part } of within(schema))
      if (part.additionalProperties === false) delete part.additionalProperties;
  }
}
