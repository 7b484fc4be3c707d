import type { Consumer } from '@rotamer/kit/bus/bus.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { MembershipEvent, MembershipEventType } from '@rotamer/proto/gateway/v1/membership.ts';
import type { Deps } from '../deps.ts';

/** All events about memberships. */
export const MEMBERSHIP_EVENTS: ReadonlySet<string> = new Set([
  MembershipEventType.CREATED,
  MembershipEventType.UPDATED,
  MembershipEventType.DELETED,
]);

/** Records a user's present role. Later launches use it. An older event changes nothing. */
export function handleMembershipEvents({ db }: Pick<Deps, 'db'>): Consumer {
  return async ({ value }) => {
    const { membership, type, occurredAt } = MembershipEvent.decode(value);
    if (!membership) return;
    const { workspaceId, userId, role } = membership;
    await db.query(
      prepared(
        `insert into members as m (workspace_id, user_id, role, changed_at) values ($1, $2, $3, $4)
         on conflict (workspace_id, user_id) do update set role = excluded.role, changed_at = excluded.changed_at
           where m.changed_at <= excluded.changed_at`,
        [workspaceId, userId, type === MembershipEventType.DELETED ? null : role, occurredAt],
      ),
    );
  };
}
