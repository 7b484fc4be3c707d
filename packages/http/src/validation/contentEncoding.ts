import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Refuses a body that is compressed, or is declared as compressed, before it is read. Decompressing would need separate limits, and
 * the largest JSON body has only 512 KiB.
 */
export function refuseCompressedBody(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  _body: unknown,
  done: () => void,
): void {
  const encoding = String(headers['content-encoding'] ?? '').trim();
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (hasBody && !/^(?:identity)?$/i.test(encoding)) {
    // Lists the accepted encodings (RFC 9110, 15.5.16).
    reply.header('accept-encoding', 'identity');
    throw unsupported(encoding);
  }
  done();
}

function unsupported(encoding: string): Fault {
  return new Fault('unsupported_media_type', `Content-Encoding: ${encoding.slice(0, 40)} is not supported.`, {
    resolution: 'Send the body uncompressed, without a Content-Encoding header.',
  });
}
