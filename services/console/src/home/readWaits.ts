import type { Batch, Budget, Rotamer, RunSummary } from '@rotamer/client';

/** What goes on only when a person decides something. */
export interface Waits {
  /** Runs that are paused: for a review, or because credits or a cap do not suffice. */
  runs: RunSummary[];
  /** Whether more runs are paused than these. */
  hasMoreRuns: boolean;
  /** Batches that are paused, among the newest. */
  batches: Batch[];
  /** Budgets of which at most a fifth is left. */
  budgets: Budget[];
}

/** Most runs, and most batches and budgets that are read. */
const RUNS = 10;
const BATCHES = 20;
const BUDGETS = 100;

export async function readWaits(api: Rotamer): Promise<Waits> {
  const [runs, batches, budgets] = await Promise.all([
    api.runs.list({ status: 'PAUSED', limit: RUNS }).page(),
    api.batches.list({ limit: BATCHES }).page(),
    api.budgets.list({ limit: BUDGETS }).page(),
  ]);
  return {
    runs: runs.data,
    hasMoreRuns: runs.has_more,
    batches: batches.data.filter(({ status }) => status === 'PAUSED'),
    budgets: budgets.data.filter(isNear),
  };
}

/** The same part as that of the event `budget.warning`. A cap of 0 is set to allow nothing, so it is not nearly spent. */
function isNear({ cap_credits: cap, left_credits: left }: Budget): boolean {
  return cap > 0 && left <= cap / 5;
}
