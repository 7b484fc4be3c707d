import type { CallOptions, Transport } from '../http/transport.ts';
import type { JobData } from '../types.ts';

export interface SubmitOptions extends CallOptions {
  /** Repeating a submission with the same key and body creates one job. By default each call has a new key. */
  idempotencyKey?: string;
  /** The response comes when the job has ended, or after this many seconds, at most 60. By default it comes at once. */
  waitSeconds?: number;
}

/** Submits a job. The call creates one idempotency key and keeps it for its retries. */
export async function submitJob(
  transport: Transport,
  path: string,
  body: unknown,
  { idempotencyKey = crypto.randomUUID(), waitSeconds = 0, signal, timeoutMs, retryForMs }: SubmitOptions = {},
): Promise<JobData> {
  const headers = { 'idempotency-key': idempotencyKey, ...(waitSeconds > 0 && { prefer: `wait=${waitSeconds}` }) };
  const sending = { signal, timeoutMs, retryForMs, body, headers, object: 'job' };
  return (await transport.request<JobData>('POST', path, sending)).body;
}
