import type { Closing } from '@rotamer/domain/membership/places.ts';
import { closeProject as close, placeOf, placing } from '@rotamer/domain/membership/places.ts';
import { closingOf } from '@rotamer/domain/membership/requests.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { CloseProjectRequest, CloseProjectResponse } from '@rotamer/proto/projects/v1/members.ts';
import type { Deps } from '../../deps.ts';
import { deleteSome } from '../../membership/deleteSome.ts';
import { HELD, hasHeld, held, moveHeld } from '../../membership/memberships.ts';

/** Maximum number of members of each type that one call moves. */
const MOVED_AT_ONCE = 100;

/** Closes a project for new workflows and runs, then moves or deletes some of its members. Returns whether all are done. */
export function closeProject(
  deps: Pick<Deps, 'db' | 'jobs' | 'signals' | 'clock' | 'changeAttempt'>,
): Rpc<CloseProjectRequest, CloseProjectResponse> {
  return async (request, { signal, deadlineMs }) => {
    const closing = closingOf(request);
    const place = await close(deps.db, closing);
    if (place.projectId === closing.projectId) await deleteSome(deps, closing, { signal, deadlineMs });
    else await moveSome(deps, closing);
    deps.signals.send(OUTBOX_SIGNAL);
    return { done: !(await hasHeld(deps.db, closing)) };
  };
}

async function moveSome({ db, clock }: Pick<Deps, 'db' | 'clock'>, closing: Closing): Promise<void> {
  for (const { table } of HELD) {
    await placing(db, async (tx) => {
      const place = await placeOf(tx, closing.workspaceId, closing.projectId);
      const rows = await held[table].lockSome(tx, closing, MOVED_AT_ONCE);
      await moveHeld(tx, table, rows, { place, seq: closing.seq, now: clock() });
    });
  }
}
