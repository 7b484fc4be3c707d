import { readSse, type StreamBreak } from '../http/readSse.ts';
import type { Transport } from '../http/transport.ts';
import type { JobData } from '../types.ts';

/** A state of a job. `terminal` is the last one. */
export interface JobEvent {
  event: 'status' | 'terminal';
  job: JobData;
}

/** How a stream ended. */
export type StreamEnd = { terminal: true } | ({ terminal: false } & StreamBreak);

/** Reads a job's event stream once, until its terminal event or until it breaks. Throws only for a final refusal. */
export async function* readStream(
  transport: Transport,
  jobId: string,
  signal?: AbortSignal,
): AsyncGenerator<JobEvent, StreamEnd> {
  const path = `/jobs/${encodeURIComponent(jobId)}/events`;
  const events = readSse(transport, { path, signal, what: `The events of ${jobId}` });
  try {
    for (;;) {
      const next = await events.next();
      if (next.done) return { terminal: false, ...next.value };
      const { event, data } = next.value;
      if (event !== 'status' && event !== 'terminal') continue;
      yield { event, job: data as JobData };
      if (event === 'terminal') return { terminal: true };
    }
  } finally {
    await events.return({});
  }
}
