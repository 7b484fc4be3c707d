import type { JobData } from '@rotamer/client';

/** How a job is doing, in one line. */
export function jobLine({ id, tool, status, progress, error, credits_used, billing }: JobData): string {
  const cells = Math.round((progress ?? 0) / 5);
  const bar =
    progress === null || progress === undefined ? '' : `${'█'.repeat(cells)}${'░'.repeat(20 - cells)} ${progress} %`;
  const cost = billing?.finalized_at ? `${credits_used} ${credits_used === 1 ? 'credit' : 'credits'}` : '';
  return [id, tool, status, bar, cost, error ?? ''].filter(Boolean).join('  ');
}
