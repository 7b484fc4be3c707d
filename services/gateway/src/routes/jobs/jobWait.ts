import type { IncomingHttpHeaders } from 'node:http';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import { SETTLEMENT_MS } from '@rotamer/streams/eventStream.ts';
import type { JobHub } from '@rotamer/streams/hub.ts';
import { emptyStream, giveUpWaiting, offer, take } from '@rotamer/streams/stream.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { callScope } from '../../request/callScope.ts';

/** The longest time that a request may wait, in seconds: proxies commonly give up after a minute. */
const MAX_WAIT_SECONDS = 60;

/**
 * Returns the seconds of the preference `wait` in a `Prefer` header (RFC 7240), at most 60; undefined without one. A preference that
 * cannot be understood is ignored, as the standard says.
 */
export function preferredWait({ prefer = '' }: IncomingHttpHeaders): number | undefined {
  const seconds = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,9})"?\s*(?=[,;]|$)/i.exec(String(prefer))?.[1];
  return seconds === undefined || Number(seconds) === 0 ? undefined : Math.min(Number(seconds), MAX_WAIT_SECONDS);
}

/** Holds a request until its job has ended, if its `Prefer` header asks for that. */
export interface JobWaits {
  /**
   * Returns the newest state of a job: as soon as it has ended and is settled, after the given number of seconds, or when the client
   * disconnects, the key is revoked or the gateway stops. Returns undefined at once when the key, its workspace or the process has
   * no room for another waiting request; these share the slots of event streams.
   */
  untilEnded(job: Job, seconds: number, request: FastifyRequest, reply: FastifyReply): Promise<Job | undefined>;
}

type Needs = Pick<Deps, 'hub' | 'jobs' | 'keys' | 'streamSlots'>;

/** Creates the waits. A waiting request takes a slot and a listener, but no connection to a database or service. */
export function createJobWaits({ hub, jobs, keys, streamSlots }: Needs, app: FastifyInstance): JobWaits {
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  return {
    async untilEnded(job, seconds, request, reply) {
      const free = takeSlot(streamSlots, request);
      if (!free) return undefined;
      request.leaveFlight?.();
      const left = new AbortController();
      // The client may have disconnected while its job was accepted.
      if (reply.raw.closed) left.abort();
      else reply.raw.on('close', () => left.abort());
      const unwatchKey = keys.watch(request.credential!, () => left.abort());
      const signal = AbortSignal.any([left.signal, stopping.signal, AbortSignal.timeout(seconds * 1000)]);
      const scope = callScope(request, reply);
      try {
        return await newestUntil(hub, job, () => jobs.get({ jobId: job.id }, scope), signal);
      } finally {
        free();
        unwatchKey();
      }
    },
  };
}

function takeSlot(slots: Deps['streamSlots'], { credential }: FastifyRequest): (() => void) | undefined {
  const { keyId, workspaceId } = credential!;
  try {
    return slots.take({ keyId, workspaceId });
  } catch {
    return undefined;
  }
}

/** Follows a job by the rules of its event stream, and keeps only the newest state. */
function newestUntil(hub: JobHub, first: Job, read: () => Promise<Job>, signal: AbortSignal): Promise<Job> {
  return new Promise((resolve) => {
    let state = emptyStream;
    let newest = first;
    let settlement: NodeJS.Timeout | undefined;
    const finish = () => {
      unwatch();
      clearTimeout(settlement);
      signal.removeEventListener('abort', finish);
      resolve(newest);
    };
    const changed = (job: Job) => {
      const shown = take(offer(state, job));
      state = shown.state;
      newest = shown.status ?? newest;
      if (shown.terminal) return finish();
      if (!state.unsettled) return;
      settlement ??= setTimeout(() => {
        newest = giveUpWaiting(state).terminal ?? newest;
        finish();
      }, SETTLEMENT_MS);
    };
    const unwatch = hub.watch(first.id, { changed, gone: finish });
    signal.addEventListener('abort', finish);
    if (signal.aborted) return finish();
    changed(first);
    // Reads what changed before the hub watched the job. If this read fails, the hub's own read brings the change.
    if (!state.ended) read().then(changed, () => {});
  });
}
