import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { SessionFilter } from './sessionStore.ts';

/**
 * Refuses the devices that a person approved and that have not collected their session. A device that collects its session at the
 * same moment has a session afterwards, or is refused.
 */
export async function refuseApproved(db: Queryable, { userId, workspaceId }: SessionFilter): Promise<void> {
  await db.query(
    `update device_authorizations set state = 'denied'
     where state = 'approved' and ($1::text is null or user_id = $1) and ($2::text is null or workspace_id = $2)`,
    [userId ?? null, workspaceId ?? null],
  );
}
