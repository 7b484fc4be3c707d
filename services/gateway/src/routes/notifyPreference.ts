import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';

/** How the response names the preference when it was followed. */
const NOTIFY = 'notify=mail';

/** Returns whether a `Prefer` header (RFC 7240) asks for a mail at the end. */
export function prefersMail({ prefer = '' }: IncomingHttpHeaders): boolean {
  return /(?:^|[,;])\s*notify\s*=\s*"?mail"?\s*(?=[,;]|$)/i.test(String(prefer));
}

/**
 * Records that a submission asks for a mail at the end of its job or run. Returns the preferences that were followed. The job is
 * accepted already, so a failure is logged and does not fail the request.
 */
export async function applyNotify(
  request: FastifyRequest,
  subjectId: string,
  notices: Pick<Deps['notices'], 'request'>,
): Promise<string[]> {
  if (!prefersMail(request.headers)) return [];
  try {
    await notices.request(subjectId, request.credential!.userId);
    return [NOTIFY];
  } catch (error) {
    request.log.warn({ err: error, subject_id: subjectId }, 'a request for a mail was not stored');
    return [];
  }
}
