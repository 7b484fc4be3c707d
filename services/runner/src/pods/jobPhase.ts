import type { V1Job } from '@kubernetes/client-node';

/** The phase of an attempt's Job. `queued`: Kueue has not let it start. `gone`: it was deleted. */
export type JobPhase =
  | { at: 'queued' }
  | { at: 'waiting' }
  | { at: 'running' }
  | { at: 'succeeded' }
  | { at: 'failed'; reason: string }
  | { at: 'gone' };

/** Reads the phase from the Job's status, so that the runner needs no right to read pods. */
export function phaseOf({ spec, status }: V1Job): JobPhase {
  const condition = (type: string) => status?.conditions?.find((one) => one.type === type && one.status === 'True');
  const failure = condition('Failed') ?? condition('FailureTarget');
  if (failure) return { at: 'failed', reason: [failure.reason, failure.message].filter(Boolean).join(': ') };
  if (condition('Complete') || condition('SuccessCriteriaMet')) return { at: 'succeeded' };
  if (spec?.suspend) return { at: 'queued' };
  return { at: (status?.ready ?? 0) > 0 ? 'running' : 'waiting' };
}
