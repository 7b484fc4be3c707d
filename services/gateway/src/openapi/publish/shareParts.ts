import { isDeepStrictEqual } from 'node:util';
import { type OpenApiDocument, operationsOf, pascalCase, type Response } from './document.ts';

/** Longer names of responses help nobody. */
const MAX_NAME = 60;

/** Moves what every operation repeats to `components`: headers, examples of errors, and whole error responses. */
export function shareParts(document: OpenApiDocument): void {
  const headers: Record<string, unknown> = {};
  const examples: Record<string, unknown> = {};
  const responses: Record<string, unknown> = {};
  Object.assign(document.components, { headers, examples, responses });

  for (const operation of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      shareAll(response.headers, headers, 'headers');
      if (Number(status) < 400) continue;
      for (const { examples: shown } of Object.values(response.content ?? {})) shareAll(shown, examples, 'examples');
      const name = nameOf(status, response, responses);
      responses[name] = response;
      operation.responses[status] = { $ref: `#/components/responses/${name}` } as never;
    }
  }
}

/** Replaces values by references; the first of a name is the shared one, another one of that name stays where it is. */
function shareAll(values: Record<string, unknown> | undefined, shared: Record<string, unknown>, kind: string): void {
  for (const [name, value] of Object.entries(values ?? {})) {
    shared[name] ??= value;
    if (isDeepStrictEqual(shared[name], value)) values![name] = { $ref: `#/components/${kind}/${name}` };
  }
}

/** Named after its error codes, or after its status where they are many. */
function nameOf(status: string, response: Response, taken: Record<string, unknown>): string {
  const codes = [...response.description.matchAll(/`(\w+)`/g)].map(([, code]) => pascalCase(code!));
  const joined = codes.join('Or');
  const base = codes.length > 0 && joined.length <= MAX_NAME ? joined : `Status${status}`;
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base}${n}`;
    if (!taken[name] || isDeepStrictEqual(taken[name], response)) return name;
  }
}
