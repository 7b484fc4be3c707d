import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from './api.ts';
import type { Account, Job, List } from './resources.ts';
import type { Screen } from './screen.ts';

/** Time limit, in milliseconds. Jobs are settled when they end, but jobs of an earlier, killed demo may still have to run. */
const timeoutMs = 120_000;

/** Waits until all of the latest jobs are settled, and returns them. */
export async function untilSettled(api: Api): Promise<Job[]> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const { data: jobs } = await api.get<List<Job>>('/jobs?limit=100');
    const open = jobs.filter((job) => !job.billing?.finalized_at);
    if (open.length === 0) return jobs;
    if (performance.now() > end) throw new Error(`Jobs not settled in time: ${open.map((job) => job.id).join(', ')}`);
    await sleep(500);
  }
}

/** Returns the credits that the workspace can spend now. */
export async function availableCredits(api: Api): Promise<number> {
  return (await api.get<Account>('/account')).workspace.credits.available;
}

/** Shows what was reserved, refunded and charged; returns whether it adds up to the account's balance. */
export function reportCredits(screen: Screen, jobs: Job[], before: number, after: number): boolean {
  const sum = (pick: (billing: NonNullable<Job['billing']>) => number | null) =>
    jobs.reduce((total, { billing }) => total + milli(billing ? (pick(billing) ?? 0) : 0), 0);
  const reserved = sum((billing) => billing.reserved_credits);
  const refunded = sum((billing) => billing.refund_credits);
  const charged = sum((billing) => billing.final_credits);
  const expected = milli(before) - charged;

  const show = (label: string, millicredits: number, note = '') =>
    screen.line(label, `${(millicredits / 1000).toFixed(3).padStart(12)}${note}`);
  show('before', milli(before));
  show('reserved', reserved, `   for ${jobs.length} jobs`);
  show('refunded', refunded);
  show('charged', charged, reserved - refunded === charged ? '   = reserved − refunded  ✓' : '   ✗ DIFFERS');
  show('after', milli(after), milli(after) === expected ? '   = before − charged     ✓' : '   ✗ DIFFERS');
  return reserved - refunded === charged && milli(after) === expected;
}

function milli(credits: number): number {
  return Math.round(credits * 1000);
}
