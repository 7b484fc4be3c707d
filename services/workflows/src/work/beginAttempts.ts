import type { Db } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import { due, workOnEach } from '@rotamer/kit/work/failedWork.ts';
import { beginCapped, type CappedAttempt } from '../commands/beginAttempt.ts';
import type { Deps } from '../deps.ts';

const INTERVAL_MS = 5_000;

const BATCH = 60;

/** The name by which operators see the loop. */
const BEGIN_ATTEMPTS = 'begin-attempts';

type BeginDeps = Pick<Deps, 'db' | 'billing' | 'changeAttempt' | 'log'>;

/**
 * Begins capped attempts that their request could not begin, because its process crashed or billing was unavailable. Returns true if there
 * may be more.
 */
export async function beginAttempts(deps: BeginDeps, signal?: AbortSignal): Promise<boolean> {
  const queued = await findQueued(deps.db);
  await workOnEach({ ...deps, work: BEGIN_ATTEMPTS }, queued, (attempt) => beginCapped(deps, attempt, { signal }));
  return queued.length === BATCH;
}

/** Picks queued attempts in random order, so that attempts whose budget billing cannot set do not block the others. */
async function findQueued(db: Db): Promise<CappedAttempt[]> {
  const { rows } = await db.query(
    prepared(
      `select id, workspace_id, budget_id, max_millicredits from attempts
       where status = 'QUEUED' and budget_id is not null and ${due(BEGIN_ATTEMPTS, 'id')}
       order by random() limit $1`,
      [BATCH],
    ),
  );
  return rows.map((row) => ({
    id: row.id,
    workspaceId: row.workspace_id,
    budget: { id: row.budget_id, capMillicredits: row.max_millicredits },
  }));
}

export function startBeginning(deps: BeginDeps): Loop {
  return startLoop({
    name: 'begin attempts',
    intervalMs: INTERVAL_MS,
    log: deps.log,
    pass: (signal) => beginAttempts(deps, signal),
  });
}
