import { ConflictError } from '../http/errors.ts';
import type { CallOptions, Transport } from '../http/transport.ts';
import type { JobCancellation, JobData, JobStop } from '../types.ts';

/** Cancels a job that has not started. */
export function cancelJob(transport: Transport, jobId: string, options: CallOptions = {}): Promise<JobCancellation> {
  return endJob<JobCancellation>(transport, jobId, 'cancel', options, (job) => {
    return { object: 'job_cancellation', refunded: job.billing?.outcome !== 'charged', job };
  });
}

/**
 * Stops a job, also one that is running. A running metered job is still PROCESSING in the response: it ends within
 * seconds as BUDGET_EXCEEDED, and keeps its results so far.
 */
export function stopJob(transport: Transport, jobId: string, options: CallOptions = {}): Promise<JobStop> {
  return endJob<JobStop>(transport, jobId, 'stop', options, (job) => ({ object: 'job_stop', job }));
}

/** Statuses in which a job ends by each request. */
const ends: Record<'cancel' | 'stop', (string | undefined)[]> = {
  cancel: ['CANCELLED'],
  stop: ['CANCELLED', 'BUDGET_EXCEEDED'],
};

/** Ends a job. If a response was lost, the next attempt finds the job already ended and is refused, which counts as success. */
async function endJob<Answer>(
  transport: Transport,
  jobId: string,
  verb: 'cancel' | 'stop',
  options: CallOptions,
  answerOf: (job: JobData) => Answer,
): Promise<Answer> {
  const path = `/jobs/${encodeURIComponent(jobId)}`;
  const object = verb === 'cancel' ? 'job_cancellation' : 'job_stop';
  let sent = 0;
  try {
    const onTry = () => void sent++;
    const sending = { ...options, repeat: 'safe' as const, object, onTry };
    return (await transport.request<Answer>('POST', `${path}/${verb}`, sending)).body;
  } catch (error) {
    const { current_status } = ((error as ConflictError).details ?? {}) as { current_status?: string };
    if (!(error instanceof ConflictError) || sent < 2 || !ends[verb].includes(current_status)) throw error;
    return answerOf((await transport.request<JobData>('GET', `${path}/status`, { ...options, object: 'job' })).body);
  }
}
