import { notFound, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { shownLine } from '@rotamer/kit/shownText.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { ChangeJobRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { readOwnJob } from '../job/jobStore.ts';
import { presentJob } from '../job/presentJob.ts';
import { bounds } from '../submit/bounds.ts';

/** Changes name and labels of a job. A repeat changes nothing. */
export function change(deps: Pick<Deps, 'db' | 'changeJob'>): Rpc<ChangeJobRequest, Job> {
  return async ({ jobId, name, setLabels, removedLabels }, { caller, signal }) => {
    if (name !== undefined && [...name].length > bounds.label)
      throw validationFault([{ path: 'name', message: `must have at most ${bounds.label} characters` }]);
    const found = await readOwnJob(deps.db, jobId, caller.workspaceId);
    const command = { type: 'change', name: name && shownLine(name), setLabels, removedLabels } as const;
    const changed = found && (await deps.changeJob(jobId, command, signal));
    if (!changed) throw notFound('job');
    return presentJob(changed.job);
  };
}
