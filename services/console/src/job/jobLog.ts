import { goneSignal } from '@rotamer/http/request/goneSignal.ts';
import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance } from 'fastify';
import { eventStreams, passOn } from '../http/passOn.ts';
import type { Visit, VisitOf } from '../site/visit.ts';
import { lastOf } from './liveLog.ts';

/** The end of a log. */
export interface ShownLog {
  text: string;
  /** The text lacks the beginning. */
  isCut: boolean;
  attempt: number;
  /** The attempt that was asked for; undefined: the last one. */
  wanted: number | undefined;
  /** Where the stream of the log goes on. */
  place: string;
}

type OfLog = { Params: { jobId: string }; Querystring: { attempt?: string; after?: string } };

/** Longest wait for a log that is shown on a page. */
const READ_MS = 10_000;

/** Returns the number of an attempt; undefined, which is the last one, for anything else. */
function attemptOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

function pathOf(jobId: string, attempt: number | undefined): string {
  return `/jobs/${encodeURIComponent(jobId)}/log${attempt === undefined ? '' : `?attempt=${attempt}`}`;
}

/**
 * Reads the end of a log. Returns undefined when there is no such attempt.
 *
 * @throws Fault `service_unavailable` when the log cannot be read now.
 */
export async function readLog(
  { api }: Visit,
  jobId: string,
  wantedText: string | undefined,
): Promise<ShownLog | undefined> {
  const wanted = attemptOf(wantedText);
  const response = await api.open(pathOf(jobId, wanted), { signal: AbortSignal.timeout(READ_MS) });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Fault('service_unavailable', 'The log cannot be read at the moment.');
  const all = await response.text();
  // The tag of a log names its attempt and its end, as the ids of its events do.
  const place = /^"([1-9]\d{0,5}-\d{1,15})"$/.exec(response.headers.get('etag') ?? '')?.[1] ?? '';
  const text = lastOf(all);
  return { text, isCut: text !== all, attempt: Number.parseInt(place, 10) || 1, wanted, place };
}

/** GET …/jobs/{jobId}/log/text, to download the log; …/log/events, its stream, for the page. */
export function jobLog(app: FastifyInstance, visit: VisitOf): void {
  const passOnEvents = eventStreams(app);

  app.get<OfLog>('/w/:workspace/jobs/:jobId/log/text', async (request, reply) => {
    const { api } = visit(request);
    const path = pathOf(request.params.jobId, attemptOf(request.query.attempt));
    const response = await api.open(path, { signal: goneSignal(reply) });
    if (!response.ok) throw notFound('log');
    return passOn(reply, response, ['content-type', 'content-length', 'content-disposition', 'etag']);
  });

  app.get<OfLog>('/w/:workspace/jobs/:jobId/log/events', async (request, reply) => {
    const { api } = visit(request);
    // A browser that connects again sends the last id that it has.
    const lastId = request.headers['last-event-id'] ?? request.query.after ?? '';
    const headers: Record<string, string> = /^\d{1,6}-\d{1,15}$/.test(String(lastId))
      ? { 'last-event-id': String(lastId) }
      : {};
    const path = `${pathOf(request.params.jobId, undefined)}/stream`;
    return passOnEvents(reply, (signal) => api.open(path, { headers, signal }));
  });
}
