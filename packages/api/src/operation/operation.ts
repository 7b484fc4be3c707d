import type { ErrorCode } from '@rotamer/kit/errors/errorTable.ts';
import type { Static, TObject, TSchema } from 'typebox';
import type { Access } from './access.ts';
import type { Audit } from './audit.ts';
import type { Example } from './example.ts';
import type { Links } from './links.ts';
import type { Tag } from './tags.ts';

/** One successful response. */
export interface SuccessResponse {
  /** Default: "Success". */
  description?: string;
  /** Schemas of additional headers, by name. */
  headers?: Readonly<Record<string, object>>;
  /** The schema of the body; absent for a response without a body. */
  body?: TSchema;
  /** Media type of the body; default: JSON. */
  type?: string;
  /** Whether `format=csv` gives the same as CSV. */
  csv?: true;
  /** Whether `format=jsonl` gives the same as JSON lines. */
  jsonl?: true;
  /** Whether `compression=zstd` gives the same bytes compressed with Zstandard. */
  zstd?: true;
  /** Operations that can be called with values from the body. */
  links?: Links;
}

/** One operation of the public HTTP API, with everything that a client can know about it. */
export interface Operation {
  /** The operationId of the OpenAPI document: the name of the operation's file. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path relative to `/api/v1`, with parameters in braces: `/jobs/{jobId}`. */
  path: `/${string}`;
  /** The required access; `public` needs no key. */
  access: Access | 'public';
  tag: Tag;
  summary: string;
  /** Description in Markdown. The required scopes and role are added to it. */
  description?: string;
  /** Schemas of path parameters that are more than plain strings. */
  params?: Readonly<Record<string, TSchema>>;
  query?: TObject;
  headers?: TObject;
  body?: TSchema;
  /** The media type of the body; default: JSON. */
  consumes?: 'multipart/form-data';
  /** Whether the JSON body is optional. */
  optionalBody?: true;
  /** Whether a request without an `Idempotency-Key` is refused. */
  requiredKey?: true;
  /** Successful responses, by status. */
  responses: Readonly<Record<number, SuccessResponse>>;
  /** Error codes in addition to those of all operations of its kind (`errorsOf`). */
  errors: readonly ErrorCode[];
  /** Errors that have a `Retry-After` in this operation, but not in every operation. */
  waits?: readonly ErrorCode[];
  /** What the audit log records; absent for operations that it does not record. */
  audit?: Audit;
  /** The request shown by its samples. */
  sample: Example;
}

/** Checks the shape of an operation, and keeps the types of its schemas for the handler. */
export function operation<const Shape extends Operation>(shape: Shape): Shape {
  return shape;
}

/** The names of the parameters in a path. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

type TypeOf<Schema> = Schema extends TSchema ? Static<Schema> : unknown;

/** The type of a response body. Bodies other than JSON are sent as bytes or as a stream. */
type BodyOf<Response> = Response extends { type: string }
  ? unknown
  : Response extends { body: infer Body }
    ? TypeOf<Body>
    : null;

/** The types of a request after validation, and of its responses, under the names that Fastify uses. */
export interface RequestOf<Shape extends Operation> {
  Params: Record<PathParameter<Shape['path']>, string>;
  Querystring: TypeOf<Shape['query']>;
  Body: TypeOf<Shape['body']>;
  Reply: { [Status in keyof Shape['responses']]: BodyOf<Shape['responses'][Status]> };
}

/** Returns the names of the parameters in the path of an operation, in order. */
export function pathParameters({ path }: Pick<Operation, 'path'>): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}
