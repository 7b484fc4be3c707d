import { isUtf8 } from 'node:buffer';
import { measureJson } from '@rotamer/api/validation/jsonLimits.ts';
import { jsonProblem } from '@rotamer/api/validation/jsonProblem.ts';
import { findUnstorable } from '@rotamer/api/validation/unstorable.ts';
import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyBodyParser, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Parses a JSON body. Refuses bodies that are not UTF-8, exceed the limits of `jsonLimits.ts`, contain text that cannot be
 * stored, or contain `__proto__` or `constructor.prototype`.
 */
export const parseJson: FastifyBodyParser<Buffer> = (request, body, done) => {
  // Many clients send Content-Type: application/json without a body.
  if (body.length === 0 && !needsBody(request)) return done(null, undefined);
  let value: unknown;
  try {
    value = readJson(body);
  } catch (error) {
    return done(error as Error);
  }
  done(null, value);
};

function readJson(body: Buffer): unknown {
  if (body.length === 0) throw new Fault('invalid_json', 'The body is empty.');
  if (!isUtf8(body)) throw new Fault('invalid_json', 'The body is not valid UTF-8.');
  const { problem } = measureJson(body);
  if (problem) throw validationFault([problem]);
  // Some editors write a byte order mark, which is removed.
  const text = body.toString().replace(/^\ufeff/, '');
  const value = parse(text);
  const problems = findUnstorable(value, text);
  if (problems.length > 0) throw validationFault(problems);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const where = jsonProblem(text);
    throw new Fault('invalid_json', `The body is not valid JSON${where ? `: ${where}` : ''}.`);
  }
}

/** For routes that accept only JSON: a request without body and content type is unsupported_media_type, not an empty object. */
export function refuseMissingBody(request: FastifyRequest, _: FastifyReply, done: () => void): void {
  if (request.body === undefined && !request.route.config.operation?.consumes && needsBody(request)) throw noJson();
  done();
}

function needsBody({ route: { schema, config } }: FastifyRequest): boolean {
  return schema?.body !== undefined && !config.operation?.optionalBody;
}

/** The error for a content type other than JSON. */
export function noJson(): Fault {
  return new Fault('unsupported_media_type', 'The body must be JSON; send Content-Type: application/json.');
}
