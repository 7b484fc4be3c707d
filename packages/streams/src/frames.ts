import { presentJob } from '@rotamer/present/presentJob.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';

/** How soon a client reconnects, in milliseconds. */
export const RETRY_FRAME = 'retry: 3000\n\n';

/** One event on the wire (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export function frame(
  event: 'status' | 'terminal' | 'event' | 'resync' | 'log' | 'ended' | 'ping' | 'error',
  data: unknown,
): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

const rendered = new WeakMap<Job, string>();

/** The `status` event of a job, rendered once for all streams. */
export function statusFrame(job: Job): string {
  const known = rendered.get(job);
  if (known) return known;
  const text = frame('status', presentJob(job));
  rendered.set(job, text);
  return text;
}
