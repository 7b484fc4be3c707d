import type { ApiError } from '../http/errors.ts';
import { retryAfterOf } from '../http/readError.ts';
import { isFinal, type Transport } from '../http/transport.ts';
import { isTerminal, type JobData } from '../types.ts';
import { countFailure, MAX_OUTAGE_MS, MAX_STREAM_FAILURES, pollDelay, reopenDelay } from './pace.ts';
import { type JobEvent, readStream } from './readStream.ts';

/**
 * Yields every new state of a job until it has ended. Reads its event stream, which is opened again when it breaks, and polls after
 * three failed streams.
 */
export async function* followJob(transport: Transport, jobId: string, signal?: AbortSignal): AsyncGenerator<JobEvent> {
  let last = '';
  for await (const event of allStates(transport, jobId, transport.signal(signal))) {
    const state = JSON.stringify(event);
    if (state !== last) yield event;
    last = state;
  }
}

async function* allStates(transport: Transport, jobId: string, signal?: AbortSignal): AsyncGenerator<JobEvent> {
  const { time } = transport;
  for (let failures = 0; failures < MAX_STREAM_FAILURES; ) {
    const opened = time.now();
    const end = yield* readStream(transport, jobId, signal);
    if (end.terminal) return;
    failures = countFailure(failures, time.now() - opened);
    if (failures === MAX_STREAM_FAILURES) break;
    const { retryAfter } = (end.error ?? {}) as Partial<ApiError>;
    await time.sleep(reopenDelay(retryAfter, end.retryMs, time.random()), signal);
  }
  yield* poll(transport, jobId, signal);
}

async function* poll(transport: Transport, jobId: string, signal?: AbortSignal): AsyncGenerator<JobEvent> {
  const { time } = transport;
  const path = `/jobs/${encodeURIComponent(jobId)}/status`;
  let lastRead = time.now();
  for (let polls = 1; ; polls++) {
    let retryAfter: number | undefined;
    try {
      const { body: job, headers } = await transport.request<JobData>('GET', path, { signal, object: 'job' });
      lastRead = time.now();
      if (isTerminal(job.status)) return yield { event: 'terminal', job };
      yield { event: 'status', job };
      retryAfter = retryAfterOf(headers);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (isFinal(error) || time.now() - lastRead > MAX_OUTAGE_MS) throw error;
      retryAfter = (error as Partial<ApiError>).retryAfter;
    }
    await time.sleep(pollDelay(polls, retryAfter, time.random()), signal);
  }
}
