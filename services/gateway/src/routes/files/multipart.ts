import type { Multipart } from '@fastify/multipart';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyRequest } from 'fastify';

/** Text parts are limited here; the size of the file is limited while it is stored. */
export const multipartOptions = {
  throwFileSizeLimit: false,
  limits: { fields: 20, parts: 22, fieldNameSize: 100, fieldSize: 64 * 1024, fileSize: Number.POSITIVE_INFINITY },
};

/**
 * The parts of a request as they arrive; the next one comes once a file has been read to its end.
 *
 * @throws unsupported_media_type for another content type, validation_error for malformed multipart/form-data.
 */
export async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  if (!request.isMultipart()) throw noMultipart();
  const parts = request.parts();
  for (;;) {
    const next = await parts.next().catch((error: Error) => {
      throw malformed(error);
    });
    if (next.done) return;
    yield next.value;
  }
}

export function noMultipart(): Fault {
  return new Fault('unsupported_media_type', 'The body must be a form; send Content-Type: multipart/form-data.');
}

/** The error for a body that the parser cannot read, or that ended early. */
export function malformed(cause: Error & { code?: string }): Fault {
  const message = cause.code?.endsWith('_LIMIT') ? 'has too many parts' : 'is not valid multipart/form-data';
  return new Fault('validation_error', `body: ${message}`, { details: { errors: [{ path: 'body', message }] }, cause });
}
