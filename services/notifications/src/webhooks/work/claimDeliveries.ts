import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { roundRobin } from '@rotamer/kit/work/roundRobin.ts';
import type { StoredEvent } from '@rotamer/present/presentEvent.ts';
import type { DeliveredEvent } from '../body.ts';
import { DELIVERY_COLUMNS, type StoredDelivery, toDelivery } from '../deliveryStore.ts';
import type { SecretOf } from '../signature.ts';

/** Most deliveries of one endpoint in one claim. */
export const SHARE = 8;

/** A delivery that this process attempts now, with everything that the request needs. */
export interface ClaimedDelivery {
  delivery: StoredDelivery;
  url: string;
  secret: SecretOf;
  /** Whether the last attempts of the endpoint failed. */
  isFailing: boolean;
  /** The event as the feed shows it; undefined when the feed no longer has it. */
  event: DeliveredEvent | undefined;
}

const due = roundRobin({
  table: 'webhook_deliveries',
  alias: 'd',
  by: 'endpoint_id',
  columns: ['id', 'due_at'],
  waiting: 'd.due_at is not null',
  due: 'd.due_at <= $4',
  orderBy: 'due_at',
  thenBy: ['id'],
  share: SHARE,
  lockOf: { workspaces: '$2', busy: '$1' },
});

/**
 * Claims deliveries that are due, one of each endpoint in turn. An endpoint whose last attempts failed gets one at a time. The
 * claim is a lease: when the process dies, the delivery is due again after `leaseMs`.
 *
 * @param busy endpoints for which nothing is claimed
 */
export async function claimDeliveries(
  db: Queryable,
  { busy, limit, now, leaseMs }: { busy: readonly string[]; limit: number; now: Date; leaseMs: number },
): Promise<ClaimedDelivery[]> {
  const { rows } = await db.query(
    prepared(
      `${due}, picked as (
         select due.id from due join webhook_endpoints e on e.id = due.endpoint_id
         where due.turn = 1 or e.failing_since is null order by due.turn, due.due_at limit $2
       ), claimed as (
         update webhook_deliveries d set attempts = d.attempts + 1, due_at = $3
         from picked where d.id = picked.id returning d.*
       )
       select ${DELIVERY_COLUMNS.map((column) => `c.${column}`).join(', ')}, c.body, e.url, e.secret_version, e.former_signs_until,
         e.failing_since is not null as is_failing, v.seq, v.type, v.created_at as happened_at, v.resource_type, v.project_id, v.run_id, v.data
       from claimed c join webhook_endpoints e on e.id = c.endpoint_id
       left join events v on v.workspace_id = c.workspace_id and v.seq = c.event_seq`,
      [busy, limit, new Date(now.getTime() + leaseMs), now],
    ),
  );
  return rows.map(toClaimed);
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the statement above
function toClaimed(row: any): ClaimedDelivery {
  const delivery = toDelivery(row);
  const { endpointId, resourceId } = delivery;
  return {
    delivery,
    url: row.url,
    secret: { endpointId, secretVersion: row.secret_version, formerSignsUntil: row.former_signs_until },
    isFailing: row.is_failing,
    event: row.body !== null ? { body: row.body } : row.seq === null ? undefined : { row: eventOf(row, resourceId) },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the statement above
const eventOf = (row: any, resourceId: string): StoredEvent => ({
  ...{ id: row.event_id, type: row.type, createdAt: row.happened_at, resourceType: row.resource_type },
  ...{ resourceId, projectId: row.project_id ?? undefined, runId: row.run_id ?? undefined, data: row.data },
});
