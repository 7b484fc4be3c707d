import type { Closing } from '@rotamer/domain/membership/places.ts';
import { closeProject as close, placeOf, placing } from '@rotamer/domain/membership/places.ts';
import { closingOf } from '@rotamer/domain/membership/requests.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { CloseProjectRequest, CloseProjectResponse } from '@rotamer/proto/projects/v1/members.ts';
import type { Deps } from '../../deps.ts';
import { deleteSomeJobs } from '../../membership/deleteSomeJobs.ts';
import { jobMemberships } from '../../membership/memberships.ts';
import { moveJobs } from '../../membership/moveJobs.ts';

/** Most jobs that one call moves. */
const MOVED_AT_ONCE = 500;

/** Closes a project for new jobs, then moves or deletes one batch of its jobs. */
export function closeProject(
  deps: Pick<Deps, 'db' | 'signals' | 'clock' | 'changeJob' | 'billing'>,
): Rpc<CloseProjectRequest, CloseProjectResponse> {
  return async (request, { deadlineMs, signal, log }) => {
    const closing = closingOf(request);
    const place = await close(deps.db, closing);
    if (place.projectId === closing.projectId) await deleteSomeJobs({ ...deps, log }, closing, { deadlineMs, signal });
    else await moveSomeJobs(deps, closing);
    return { done: !(await jobMemberships.hasSome(deps.db, closing)) };
  };
}

async function moveSomeJobs({ db, signals, clock }: Pick<Deps, 'db' | 'signals' | 'clock'>, closing: Closing) {
  await placing(db, async (tx) => {
    const place = await placeOf(tx, closing.workspaceId, closing.projectId);
    const jobs = await jobMemberships.lockSome(tx, closing, MOVED_AT_ONCE);
    await moveJobs(tx, jobs, place, closing.seq, clock());
  });
  signals.send(OUTBOX_SIGNAL);
}
