import { placeOf, placing } from '@rotamer/domain/membership/places.ts';
import { assertOperation, idsOf } from '@rotamer/domain/membership/requests.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { SetProjectRequest, SetProjectResponse } from '@rotamer/proto/projects/v1/members.ts';
import type { Deps } from '../../deps.ts';
import { HELD, held, moveHeld } from '../../membership/memberships.ts';

/** Maximum number of rows in one transaction, to limit how long starts in the project wait. */
const AT_ONCE = 100;

/**
 * Moves workflows and runs, unless a later operation has moved them. If the target project was closed meanwhile, they follow its members.
 */
export function setProject({
  db,
  clock,
  signals,
}: Pick<Deps, 'db' | 'clock' | 'signals'>): Rpc<SetProjectRequest, SetProjectResponse> {
  return async (request) => {
    assertOperation(request);
    const { workspaceId, seq, projectId } = request;
    for (const { table, type, prefix } of HELD) {
      const all = idsOf(request.groups, type, prefix);
      for (let i = 0; i < all.length; i += AT_ONCE) {
        await placing(db, async (tx) => {
          const place = await placeOf(tx, workspaceId, projectId);
          const rows = await held[table].lockMovable(tx, all.slice(i, i + AT_ONCE), workspaceId, seq);
          await moveHeld(tx, table, rows, { place, seq, now: clock() });
        });
      }
    }
    signals.send(OUTBOX_SIGNAL);
    return { linkedFiles: 0 };
  };
}
