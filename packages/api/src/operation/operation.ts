import type { ErrorCode } from '@rotamer/kit/errors/errorTable.ts';
import type { Static, TObject, TSchema } from 'typebox';
import type { Access } from './access.ts';
import type { Example } from './example.ts';
import type { Links } from './links.ts';
import type { Tag } from './tags.ts';

/** One successful response. */
export interface SuccessResponse {
  /** Default: "Success". */
  description?: string;
  /** By name: the schema of each header, besides those of every response. */
  headers?: Readonly<Record<string, object>>;
  /** The schema of the body; a response without one has no body. */
  body?: TSchema;
  /** Media type of the body; default: JSON. */
  type?: string;
  /** Operations that can be called with what the body contains. */
  links?: Links;
}

/** One operation of the public HTTP API: everything that a client can know about it. */
export interface Operation {
  /** The operationId of the OpenAPI document: the name of the operation's file. */
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to `/api/v1`, with parameters in braces: `/jobs/{jobId}`. */
  path: `/${string}`;
  /** Who may use it; `public` needs no key. */
  access: Access | 'public';
  tag: Tag;
  summary: string;
  /** Markdown. The scopes and the role are added to it. */
  description?: string;
  /** Schemas of path parameters that are more than plain strings. */
  params?: Readonly<Record<string, TSchema>>;
  query?: TObject;
  headers?: TObject;
  body?: TSchema;
  /** The media type of the body; default: JSON. */
  consumes?: 'multipart/form-data';
  /** The JSON body may be left out. */
  optionalBody?: true;
  /** A request without an `Idempotency-Key` is refused. */
  requiredKey?: true;
  /** By status. */
  responses: Readonly<Record<number, SuccessResponse>>;
  /** Errors besides those that all operations of its kind have (`errorsOf`). */
  errors: readonly ErrorCode[];
  /** Errors that come with a `Retry-After` here, and not everywhere. */
  waits?: readonly ErrorCode[];
  /** The request that its samples show. */
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

/** Bodies that are not JSON are sent as bytes or as a stream. */
type BodyOf<Response> = Response extends { type: string }
  ? unknown
  : Response extends { body: infer Body }
    ? TypeOf<Body>
    : null;

/** What a request of an operation holds after validation, and what its responses may hold; in the words of Fastify. */
export interface RequestOf<Shape extends Operation> {
  Params: Record<PathParameter<Shape['path']>, string>;
  Querystring: TypeOf<Shape['query']>;
  Body: TypeOf<Shape['body']>;
  Reply: { [Status in keyof Shape['responses']]: BodyOf<Shape['responses'][Status]> };
}

/** The names of the parameters in the path of an operation, in their order. */
export function pathParameters({ path }: Pick<Operation, 'path'>): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}
