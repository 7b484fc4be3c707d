import { STATUS_CODES } from 'node:http';
import { type OpenApiDocument, operationsOf, pascalCase, type Response } from './document.ts';

/** Longest name of a response; longer names do not help readers. */
const MAX_NAME = 60;

/** A part of the document, with its name and its position. */
interface Part {
  name: string;
  holder: Record<string, unknown>;
  key: string;
}

/** Moves repeated parts to `components`: parameters, headers, links, examples of errors, and whole responses. */
export function shareParts(document: OpenApiDocument): void {
  const operations = operationsOf(document);
  const responses = operations.flatMap((operation) => Object.values(operation.responses));
  const contents = responses.flatMap(({ content = {} }) => Object.values(content));
  const parameters = operations.flatMap(({ parameters = [] }) => partsOf(parameters, ({ name }) => name));
  share(document, 'parameters', parameters);
  share(
    document,
    'headers',
    responses.flatMap(({ headers = {} }) => partsOf(headers)),
  );
  share(
    document,
    'links',
    responses.flatMap(({ links = {} }) => partsOf(links)),
  );
  share(
    document,
    'examples',
    contents.flatMap(({ examples = {} }) => partsOf(examples)),
  );
  shareResponses(document);
}

/** Moves repeated parts to the components. Of several parts with one name, the most repeated has the name, and others a number too. */
function share(document: OpenApiDocument, kind: string, parts: Part[]): void {
  const shared: Record<string, unknown> = {};
  for (const [name, named] of Map.groupBy(parts, (part) => part.name)) {
    const alike = [...Map.groupBy(named, ({ holder, key }) => JSON.stringify(holder[key])).values()];
    const repeated = alike.filter(({ length }) => length > 1).sort((a, b) => b.length - a.length);
    for (const [n, parts] of repeated.entries()) {
      const id = n === 0 ? name : `${name}${n + 1}`;
      shared[id] = parts[0]!.holder[parts[0]!.key];
      for (const { holder, key } of parts) holder[key] = { $ref: `#/components/${kind}/${id}` };
    }
  }
  document.components[kind] = shared;
}

function partsOf<T>(values: Record<string, T> | T[], nameOf = (_value: T, key: string) => key): Part[] {
  const holder = values as Record<string, unknown>;
  return Object.entries(values).map(([key, value]) => ({ name: nameOf(value, key), holder, key }));
}

/** Shares error responses, and successful responses that several operations have. */
function shareResponses(document: OpenApiDocument): void {
  const shared: Record<string, Response> = {};
  const holders = operationsOf(document).map(({ responses }) => responses as Record<string, unknown>);
  const all = holders.flatMap((holder) => partsOf(holder)).map((part) => ({ ...part, value: part.holder[part.key] }));
  for (const alike of Map.groupBy(all, ({ key, value }) => key + JSON.stringify(value)).values()) {
    const [{ key: status, value }] = alike as [(typeof all)[0]];
    if (Number(status) < 400 && alike.length === 1) continue;
    const name = nameOf(status, value as Response, shared);
    shared[name] = value as Response;
    for (const { holder, key } of alike) holder[key] = { $ref: `#/components/responses/${name}` };
  }
  document.components.responses = shared;
}

/** Names a response after its schema or error codes, or after its status when it has many codes. */
function nameOf(status: string, { content, description }: Response, taken: Record<string, unknown>): string {
  const codes = [...description.matchAll(/`(\w+)`/g)].map(([, code]) => pascalCase(code!));
  const words = Number(status) < 400 ? content?.['application/json']?.schema.$ref?.split('/').at(-1) : codes.join('Or');
  const base = words && words.length <= MAX_NAME ? words : STATUS_CODES[status]!.replaceAll(' ', '');
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base}${n}`;
    if (!taken[name]) return name;
  }
}
