import type { Loop } from '@rotamer/kit/process/loop.ts';
import { workOnEach } from '@rotamer/kit/work/failedWork.ts';
import { type Lanes, startLaneLoop } from '@rotamer/kit/work/lanes.ts';
import { WORK_SIGNALS } from '../commands/changeAttempt.ts';
import { findFunded, RESUME_FUNDED } from '../credits/funds.ts';
import type { Deps } from '../deps.ts';

const INTERVAL_MS = 2_000;

/** Attempts that one pass resumes, over all workspaces. */
const BATCH = 60;

type ResumeDeps = Pick<Deps, 'db' | 'changeAttempt' | 'log'>;

/** Resumes attempts that waited for credits, once their workspace has some. They run, or are refused and wait again. */
export async function resumeFunded(deps: ResumeDeps, lanes: Lanes): Promise<boolean> {
  const funded = await findFunded(deps.db, BATCH, lanes.busy());
  lanes.work(funded, (own) =>
    workOnEach({ ...deps, work: RESUME_FUNDED }, own, ({ id }) =>
      deps.changeAttempt(id, () => [{ type: 'fundsAvailable' }]),
    ),
  );
  return funded.length === BATCH;
}

export function startResuming(deps: ResumeDeps & Pick<Deps, 'signals'>): Loop {
  return startLaneLoop({
    ...deps,
    name: 'resume funded',
    intervalMs: INTERVAL_MS,
    wokenBy: WORK_SIGNALS.resume,
    pass: (lanes) => resumeFunded(deps, lanes),
  });
}
