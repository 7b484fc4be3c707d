import type { CallOptions, Transport } from '../http/transport.ts';
import type { JobData } from '../types.ts';

export interface SubmitOptions extends CallOptions {
  /** Repeating a submission with the same key and body creates one job. By default each call has a new key. */
  idempotencyKey?: string;
  /** The response comes when the job has ended, or after this many seconds, at most 60. By default it comes at once. */
  waitSeconds?: number;
  /** Labels of the job, at most 16. */
  labels?: Record<string, string>;
  /** The job is cancelled, and costs nothing, when it has not started after this many seconds. */
  cancelAfterSeconds?: number;
  /** You get a mail when the job has ended. */
  notify?: boolean;
}

/** Submits a job. The call creates one idempotency key and keeps it for its retries. */
export async function submitJob(
  transport: Transport,
  path: string,
  body: unknown,
  options: SubmitOptions = {},
): Promise<JobData> {
  const { idempotencyKey = crypto.randomUUID(), waitSeconds = 0, notify, signal, timeoutMs, retryForMs } = options;
  const prefer = [...(waitSeconds > 0 ? [`wait=${waitSeconds}`] : []), ...(notify ? ['notify=mail'] : [])].join(', ');
  const labels = Object.entries(options.labels ?? {})
    .map((pair) => pair.join('='))
    .join(',');
  const { cancelAfterSeconds } = options;
  const headers = {
    'idempotency-key': idempotencyKey,
    ...(prefer && { prefer }),
    ...(labels && { labels }),
    ...(cancelAfterSeconds !== undefined && { 'cancel-after': String(Math.ceil(cancelAfterSeconds)) }),
  };
  // A response that waits must not count as one that is missing.
  const sending = { signal, timeoutMs, waitMs: waitSeconds * 1000, retryForMs, body, headers, object: 'job' };
  return (await transport.request<JobData>('POST', path, sending)).body;
}
