import { isUtf8 } from 'node:buffer';
import { Fault } from '@rotamer/kit/fault.ts';
import type { FastifyBodyParser, FastifyInstance } from 'fastify';

/** Parses JSON bodies: UTF-8 only, and without `__proto__` or `constructor.prototype` in them. */
export function parseJson(app: FastifyInstance): FastifyBodyParser<Buffer> {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request, body, done) => {
    if (!isUtf8(body)) return done(new Fault('invalid_json', 'The body is not valid UTF-8.'));
    parse(request, body.toString(), (error, value) => {
      // The secure parser's own refusal is a SyntaxError without a code.
      if (error instanceof SyntaxError) {
        return done(
          new Fault('invalid_json', 'The body has a property that is never allowed: __proto__ or constructor.'),
        );
      }
      done(error, value);
    });
  };
}
