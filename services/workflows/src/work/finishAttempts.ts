import type { Db } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { Loop } from '@rotamer/kit/process/loop.ts';
import { due, workOnEach } from '@rotamer/kit/work/failedWork.ts';
import { startWorkspaceLoop, type WorkspaceWorkers } from '@rotamer/kit/work/workspaceWorkers.ts';
import { SETTLED } from '../attempts/attemptStore.ts';
import { WORK_SIGNALS } from '../commands/changeAttempt.ts';
import type { Deps } from '../deps.ts';

const INTERVAL_MS = 2_000;

/** Number of attempts that one pass ends, over all workspaces. */
const BATCH = 60;

/** The name by which operators see the loop. */
const FINISH_ATTEMPTS = 'finish-attempts';

type FinishDeps = Pick<Deps, 'db' | 'changeAttempt' | 'log'>;

/** Ends attempts whose nodes have finished, once the charges of all their jobs are final. Returns true if there may be more. */
export async function finishAttempts(deps: FinishDeps, workers: WorkspaceWorkers): Promise<boolean> {
  const settled = await findSettled(deps.db, workers.busy());
  workers.work(settled, (own) =>
    // Every change of a settled attempt ends it, so no event is needed.
    workOnEach({ ...deps, work: FINISH_ATTEMPTS }, own, ({ id }) => deps.changeAttempt(id, () => [])),
  );
  return settled.length === BATCH;
}

/** Finds settled attempts; skips busy workspaces. */
async function findSettled(db: Db, busy: string[]): Promise<{ id: string; workspaceId: string }[]> {
  const { rows } = await db.query(
    prepared(
      `select a.id, a.workspace_id from attempts a
       where a.settling and a.status = 'RUNNING' and a.workspace_id <> all($1) and ${due(FINISH_ATTEMPTS, 'a.id')}
         and ${SETTLED('a.id')}
       order by a.workspace_id, a.id limit $2`,
      [busy, BATCH],
    ),
  );
  return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id }));
}

export function startFinishing(deps: FinishDeps & Pick<Deps, 'signals'>): Loop {
  return startWorkspaceLoop({
    ...deps,
    name: 'finish attempts',
    intervalMs: INTERVAL_MS,
    wokenBy: WORK_SIGNALS.settle,
    pass: (workers) => finishAttempts(deps, workers),
  });
}
