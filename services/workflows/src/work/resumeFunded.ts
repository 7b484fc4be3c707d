import type { Loop } from '@rotamer/kit/process/loop.ts';
import { workOnEach } from '@rotamer/kit/work/failedWork.ts';
import { startWorkspaceLoop, type WorkspaceWorkers } from '@rotamer/kit/work/workspaceWorkers.ts';
import { WORK_SIGNALS } from '../commands/changeAttempt.ts';
import { findFunded, RESUME_FUNDED } from '../credits/funds.ts';
import type { Deps } from '../deps.ts';

const INTERVAL_MS = 2_000;

/** Number of attempts that one pass resumes, over all workspaces. */
const BATCH = 60;

type ResumeDeps = Pick<Deps, 'db' | 'changeAttempt' | 'log'>;

/**
 * Resumes attempts that were paused for credits, once their workspace is funded. If credits are refused again, they pause again. Returns
 * true if there may be more.
 */
export async function resumeFunded(deps: ResumeDeps, workers: WorkspaceWorkers): Promise<boolean> {
  const funded = await findFunded(deps.db, BATCH, workers.busy());
  workers.work(funded, (own) =>
    workOnEach({ ...deps, work: RESUME_FUNDED }, own, ({ id }) =>
      deps.changeAttempt(id, () => [{ type: 'fundsAvailable' }]),
    ),
  );
  return funded.length === BATCH;
}

export function startResuming(deps: ResumeDeps & Pick<Deps, 'signals'>): Loop {
  return startWorkspaceLoop({
    ...deps,
    name: 'resume funded',
    intervalMs: INTERVAL_MS,
    wokenBy: WORK_SIGNALS.resume,
    pass: (workers) => resumeFunded(deps, workers),
  });
}
