import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import type { Deps } from '../deps.ts';
import { purgeSubmissions } from '../runs/submissions.ts';

const INTERVAL_MS = 60_000;
const BATCH = 500;

/** Deletes expired idempotency keys. */
export function startForgetting({ db, log }: Pick<Deps, 'db' | 'log'>): Loop {
  return startLoop({
    name: 'forget submissions',
    intervalMs: INTERVAL_MS,
    log,
    pass: () => purgeSubmissions(db, BATCH),
  });
}
