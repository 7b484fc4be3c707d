import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BadRequest } from './badRequest.ts';

/** The parameters of a request, from its query and its form. */
export type Fields = Map<string, string>;

/** The largest form, in bytes. The API takes 512 KiB of JSON. */
export const FORM_LIMIT = 1024 * 1024;

const MAX_FIELDS = 200;

/** Lets an application read forms, both `application/x-www-form-urlencoded` and `multipart/form-data`. */
export function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data'];
  app.addContentTypeParser(
    types,
    { parseAs: 'buffer', bodyLimit: FORM_LIMIT },
    async (request: FastifyRequest, body: Buffer<ArrayBuffer>) => {
      const headers = { 'content-type': request.headers['content-type']! };
      const form = await new Response(body, { headers }).formData().catch(() => {
        throw new BadRequest('The form could not be read.');
      });
      return Promise.all(
        [...form].map(async ([name, value]) => [name, typeof value === 'string' ? value : await value.text()]),
      );
    },
  );
}

/**
 * Returns the parameters of a request by name; `normal` changes how names are spelled.
 *
 * @throws BadRequest when a parameter comes twice with two values
 */
export function fieldsOf(request: FastifyRequest, normal = (name: string) => name): Fields {
  const { searchParams } = new URL(request.url, 'http://compat');
  const pairs = [...searchParams, ...((request.body as [string, string][] | undefined) ?? [])];
  if (pairs.length > MAX_FIELDS) throw new BadRequest(`A request has at most ${MAX_FIELDS} parameters.`);
  const fields: Fields = new Map();
  for (const [given, value] of pairs) {
    const name = normal(given);
    if (fields.has(name) && fields.get(name) !== value) throw new BadRequest(`${name} is given twice.`);
    fields.set(name, value);
  }
  return fields;
}
