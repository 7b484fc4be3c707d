import { placeOf, placing } from '@rotamer/domain/membership/places.ts';
import { assertOperation, idsOf } from '@rotamer/domain/membership/requests.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { SetProjectRequest, SetProjectResponse } from '@rotamer/proto/projects/v1/members.ts';
import { ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import type { Deps } from '../../deps.ts';
import { jobMemberships } from '../../membership/memberships.ts';
import { moveJobs } from '../../membership/moveJobs.ts';

/** Jobs of one transaction. Submissions to the project wait for at most one such transaction. */
const AT_ONCE = 500;

/**
 * Moves jobs to a project, except those that a later operation has moved. If the project has been closed, the jobs go
 * to its target.
 */
export function setProject(deps: Pick<Deps, 'db' | 'signals' | 'clock'>): Rpc<SetProjectRequest, SetProjectResponse> {
  const { db, signals, clock } = deps;
  return async (request) => {
    assertOperation(request);
    const { workspaceId, seq, projectId } = request;
    const ids = idsOf(request.groups, ResourceType.JOB, 'job');
    for (let i = 0; i < ids.length; i += AT_ONCE) {
      await placing(db, async (tx) => {
        const place = await placeOf(tx, workspaceId, projectId);
        const jobs = await jobMemberships.lockMovable(tx, ids.slice(i, i + AT_ONCE), workspaceId, seq);
        await moveJobs(tx, jobs, place, seq, clock());
      });
    }
    signals.send(OUTBOX_SIGNAL);
    return { linkedFiles: 0 };
  };
}
