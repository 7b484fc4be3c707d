import type { JobData } from '@rotamer/client';
import { oneLine } from './visible.ts';

/** Returns the state of a job in one line. */
export function jobLine({ id, tool, status, progress, error, credits_used, billing }: JobData): string {
  const cells = Math.min(20, Math.max(0, Math.round((progress ?? 0) / 5)));
  const bar =
    progress === null || progress === undefined ? '' : `${'█'.repeat(cells)}${'░'.repeat(20 - cells)} ${progress} %`;
  const cost = billing?.finalized_at ? `${credits_used} ${credits_used === 1 ? 'credit' : 'credits'}` : '';
  return [id, tool, status, bar, cost, error ?? ''].filter(Boolean).map(oneLine).join('  ');
}
