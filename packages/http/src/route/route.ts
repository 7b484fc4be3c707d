import { type Operation, pathParameters, type RequestOf } from '@rotamer/api/operation/operation.ts';
import { pathText } from '@rotamer/api/validation/pathText.ts';
import { MAX_PROBLEMS, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { requireKey } from './requiredKey.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for routes of the public API only. */
    operation?: Operation;
  }
}

/** An operation of the public API that an application serves. `Deps`: what its handlers need. */
export interface Route<Deps> {
  operation: Operation;
  /** Adds the route to the application. */
  register(app: FastifyInstance, dependencies: Deps): void;
}

type Bodies<Reply> = Reply[keyof Reply];

/** Serves one request of an operation: returns the body of a 200, or sends another response with `reply`. */
export type Handle<Shape extends Operation> = (
  request: FastifyRequest<RequestOf<Shape>>,
  reply: FastifyReply<RequestOf<Shape>>,
) => Promise<Bodies<RequestOf<Shape>['Reply']> | FastifyReply>;

interface Options extends Pick<RouteOptions, 'onSend' | 'validatorCompiler'> {
  /** Which requests are refused first under overload (`shedLoad.ts`). */
  importance?: 'list' | 'read' | 'write';
  /** A hook after the scopes of the body are checked, before its validation. */
  preValidation?: (request: FastifyRequest) => Promise<void>;
  /** Changes the application for this route only. */
  prepare?: (app: FastifyInstance) => void;
}

/**
 * Returns the function that makes routes whose handlers need `Deps`. Its parameter `make` is called once, when the route is registered,
 * and returns the function that serves each request. The types of request and responses follow from the operation's schemas.
 */
export function routesWith<Deps>() {
  return <Shape extends Operation>(
    operation: Shape,
    make: (dependencies: Deps, app: FastifyInstance) => Handle<Shape>,
    { importance, preValidation, prepare, ...options }: Options = {},
  ): Route<Deps> => {
    const add = (app: FastifyInstance, dependencies: Deps) => {
      prepare?.(app);
      app.route({
        ...options,
        method: operation.method,
        url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        config: { operation, ...(importance && { importance }) },
        schema: requestSchema(operation),
        preValidation: [...bodyRules(operation), ...(preValidation ? [preValidation] : [])],
        handler: make(dependencies, app) as never,
      });
    };
    const register = (app: FastifyInstance, dependencies: Deps) => {
      if (prepare) app.register(async (own) => add(own, dependencies));
      else add(app, dependencies);
    };
    return { operation, register };
  };
}

/** The schemas that validate a request. */
function requestSchema(operation: Operation): FastifySchema {
  const { params = {}, query, headers, body } = operation;
  const names = pathParameters(operation);
  const schemas = names.map((name): [string, TSchema] => [name, params[name] ?? Type.String()]);
  return {
    ...(names.length > 0 && { params: Type.Object(Object.fromEntries(schemas)) }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body }),
  };
}

/** Hooks for an operation without a body, with an optional body or with a required idempotency key. */
function bodyRules({ method, body, optionalBody: isOptional, requiredKey }: Operation) {
  return [
    ...(requiredKey ? [requireKey] : []),
    ...(body || method === 'GET' ? [] : [refuseBody]),
    ...(isOptional ? [optionalBody] : []),
  ];
}

/** For routes with an optional body: a missing body counts as `{}`. The contract allows no null, so that one is refused. */
async function optionalBody(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {};
}

/** For routes without a body: accepts a missing body, null and `{}`. Any field is refused as unknown. */
async function refuseBody({ body }: FastifyRequest): Promise<void> {
  if (body === undefined || body === null) return;
  const fields = typeof body === 'object' && !Array.isArray(body) ? Object.keys(body) : [];
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw validationFault([{ path: 'body', message: 'must be empty' }]);
  }
  if (fields.length === 0) return;
  throw validationFault(
    fields.slice(0, MAX_PROBLEMS).map((field) => ({ path: pathText([field]), message: 'is not a known field' })),
    fields.length,
  );
}
