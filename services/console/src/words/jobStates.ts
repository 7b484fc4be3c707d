import type { JobStatus } from '@rotamer/client';

const words: Record<JobStatus, string> = {
  PENDING: 'waiting',
  QUEUED: 'waiting',
  PROCESSING: 'running',
  RETRY: 'waiting to be tried again',
  COMPLETED: 'completed',
  FAILED: 'failed',
  TIMEOUT: 'stopped at its time limit',
  CANCELLED: 'cancelled',
  BUDGET_EXCEEDED: 'stopped early',
};

/** Returns a job's state in words. A state of a newer release is shown as it is. */
export function stateInWords(status: string): string {
  return words[status as JobStatus] ?? status.toLowerCase();
}
