import type { TSchema } from 'typebox';
import type { Access } from '../operation/access.ts';
import { type Operation, pathParameters, type SuccessResponse } from '../operation/operation.ts';
import { ZSTD } from '../schemas/bytes.ts';
import { errorResponses } from '../schemas/error.ts';
import { commonHeaders } from '../schemas/headers.ts';

const JSON_TYPE = 'application/json';

/** Returns the Operation Object of OpenAPI 3.1 for an operation. References to named schemas keep the form for validators. */
export function describeOperation(operation: Operation) {
  const { id, access, tag, summary, description, body, consumes = JSON_TYPE, optionalBody } = operation;
  const words = access === 'public' ? 'Needs no key.' : scopesInWords(access);
  const parameters = parametersOf(operation);
  return {
    operationId: id,
    summary,
    tags: [tag],
    description: description ? `${description}\n\n${words}` : words,
    ...(body && { requestBody: { required: !optionalBody, content: { [consumes]: { schema: body } } } }),
    ...(parameters.length > 0 && { parameters }),
    security: access === 'public' ? [] : [{ apiKey: access.scope ? [access.scope] : [] }],
    responses: responsesOf(operation),
  };
}

function scopesInWords({ scope, role, withProject, withSavedFile }: Access): string {
  const more = [
    ...(withProject ? [`with a \`project_id\` also \`${withProject}\``] : []),
    ...(withSavedFile ? [`with a saved file also \`${withSavedFile}\``] : []),
  ];
  if (!scope) return 'Needs no scope.';
  return `Needs the scope ${[`\`${scope}\``, ...more].join(', ')}, and the role ${role}.`;
}

function parametersOf({ query, headers, path, params = {}, requiredKey }: Operation) {
  const inPath = pathParameters({ path }).map(
    (name) => [name, params[name] ?? { type: 'string' }] as [string, TSchema],
  );
  // The schemas of headers require none: handlers validate headers themselves, to report all problems together.
  const isRequired = (name: string) => requiredKey && name === 'Idempotency-Key';
  return [
    ...Object.entries(query?.properties ?? {}).map(([name, schema]) => parameter('query', name, schema)),
    ...inPath.map(([name, schema]) => parameter('path', name, schema, true)),
    ...Object.entries(headers?.properties ?? {}).map(([name, schema]) =>
      parameter('header', name, schema, isRequired(name)),
    ),
  ];
}

function parameter(place: string, name: string, described: TSchema, required = false) {
  const { description, examples, ...schema } = described as TSchema & { description?: string; examples?: unknown[] };
  return {
    schema,
    ...(examples && { example: examples[0] }),
    in: place,
    name,
    ...(description !== undefined && { description }),
    required,
  };
}

function responsesOf(operation: Operation) {
  const success = Object.entries(operation.responses).map(([status, response]) => [status, describeSuccess(response)]);
  const failure = Object.entries(errorResponses(operation)).map(([status, { headers, ...response }]) => [
    status,
    { ...response, headers: describeHeaders(headers) },
  ]);
  return Object.fromEntries([...success, ...failure]);
}

function describeSuccess({
  description = 'Success',
  headers,
  body,
  type = JSON_TYPE,
  csv,
  jsonl,
  zstd,
  links,
}: SuccessResponse) {
  const text = { schema: { type: 'string' } };
  return {
    description,
    headers: describeHeaders(headers),
    ...(body && {
      content: {
        [type]: { schema: body },
        ...(csv && { 'text/csv': text }),
        ...(jsonl && { 'application/x-ndjson': text }),
        ...(zstd && { [ZSTD]: { schema: body } }),
      },
    }),
    ...(links && { links }),
  };
}

/** Header Objects: those of every response, and additional ones. */
function describeHeaders(more: Readonly<Record<string, object>> = {}) {
  return Object.fromEntries(
    Object.entries({ ...commonHeaders, ...more }).map(([name, header]) => {
      const { description, ...schema } = header as { description?: string };
      return [name, { schema, ...(description !== undefined && { description }) }];
    }),
  );
}
