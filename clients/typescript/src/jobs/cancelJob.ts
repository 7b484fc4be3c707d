import { ConflictError } from '../http/errors.ts';
import type { Transport } from '../http/transport.ts';
import type { JobCancellation, JobData } from '../types.ts';

/**
 * Cancels a job. When the answer of the first try was lost, the next one finds the job CANCELLED and is refused: that is
 * success too.
 */
export async function cancelJob(transport: Transport, jobId: string): Promise<JobCancellation> {
  const path = `/jobs/${encodeURIComponent(jobId)}`;
  let sent = 0;
  try {
    const onTry = () => void sent++;
    return (await transport.request<JobCancellation>('POST', `${path}/cancel`, { repeat: 'safe', onTry })).body;
  } catch (error) {
    const { current_status } = ((error as ConflictError).details ?? {}) as { current_status?: string };
    if (!(error instanceof ConflictError) || sent < 2 || current_status !== 'CANCELLED') throw error;
    const { body: job } = await transport.request<JobData>('GET', `${path}/status`);
    return { object: 'job_cancellation', refunded: job.billing?.outcome !== 'charged', job };
  }
}
