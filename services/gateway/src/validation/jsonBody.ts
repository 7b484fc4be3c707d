import { isUtf8 } from 'node:buffer';
import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyBodyParser, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rowOf } from '../access/operations.ts';
import { measureJson } from './jsonLimits.ts';
import { findUnstorable } from './unstorable.ts';

/**
 * Parses JSON bodies. Refused are bodies that are not UTF-8, exceed the limits of `jsonLimits.ts`, contain text that cannot be
 * stored, or have a `__proto__` or `constructor.prototype`.
 */
export function parseJson(app: FastifyInstance): FastifyBodyParser<Buffer> {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request, body, done) => {
    // Many clients send Content-Type: application/json without a body.
    if (body.length === 0 && !needsBody(request)) return done(null, undefined);
    if (!isUtf8(body)) return done(new Fault('invalid_json', 'The body is not valid UTF-8.'));
    const { problem } = measureJson(body);
    if (problem) return done(validationFault([problem]));
    const text = body.toString();
    parse(request, text, (error, value) => {
      const problems = error ? [] : findUnstorable(value, text);
      if (problems.length > 0) done(validationFault(problems));
      else done(error, value);
    });
  };
}

/** For routes that take only JSON: a request without body and content type is unsupported_media_type, not an empty object. */
export function refuseMissingBody(request: FastifyRequest, _: FastifyReply, done: () => void): void {
  if (request.body === undefined && !request.route.schema?.consumes && needsBody(request)) throw noJson();
  done();
}

function needsBody({ route: { schema, config } }: FastifyRequest): boolean {
  return schema?.body !== undefined && !(config.operation && rowOf(config.operation).optionalBody);
}

/** The error for any other content type than JSON. */
export function noJson(): Fault {
  return new Fault('unsupported_media_type', 'The body must be JSON; send Content-Type: application/json.');
}
