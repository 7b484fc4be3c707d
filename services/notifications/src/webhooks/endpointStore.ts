import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { isId } from '@rotamer/kit/ids.ts';
import type { Endpoint } from './endpoint.ts';

const COLUMNS = `id, workspace_id, url, description, event_types, project_id, state, reason, failing_since, last_failed_at,
  secret_version, former_signs_until, created_at, updated_at`;

/** Inserts an endpoint. */
export async function insertEndpoint(tx: Queryable, endpoint: Endpoint): Promise<void> {
  await tx.query(
    `insert into webhook_endpoints (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [endpoint.id, endpoint.workspaceId, ...changeable(endpoint), endpoint.createdAt, endpoint.updatedAt],
  );
}

/** Stores everything of an endpoint that can change. */
export async function saveEndpoint(tx: Queryable, endpoint: Endpoint): Promise<void> {
  await tx.query(
    prepared(
      `update webhook_endpoints set url = $3, description = $4, event_types = $5, project_id = $6, state = $7, reason = $8,
         failing_since = $9, last_failed_at = $10, secret_version = $11, former_signs_until = $12, updated_at = $13
       where id = $1 and workspace_id = $2`,
      [endpoint.id, endpoint.workspaceId, ...changeable(endpoint), endpoint.updatedAt],
    ),
  );
}

const changeable = (endpoint: Endpoint) => [
  endpoint.url,
  endpoint.description,
  endpoint.eventTypes,
  endpoint.projectId,
  endpoint.state,
  endpoint.reason,
  endpoint.failingSince,
  endpoint.lastFailedAt,
  endpoint.secretVersion,
  endpoint.formerSignsUntil,
];

/** Returns the endpoints of a workspace, oldest first. */
export async function listEndpoints(db: Queryable, workspaceId: string): Promise<Endpoint[]> {
  const { rows } = await db.query(
    `select ${COLUMNS} from webhook_endpoints where workspace_id = $1 order by id collate "C"`,
    [workspaceId],
  );
  return rows.map(toEndpoint);
}

export async function readEndpoint(db: Queryable, id: string, workspaceId: string): Promise<Endpoint | undefined> {
  return findEndpoint(db, id, workspaceId, '');
}

/** Locks an endpoint until the transaction ends: meanwhile it gets no new deliveries, and no outcome is recorded. */
export async function lockEndpoint(tx: Queryable, id: string, workspaceId: string): Promise<Endpoint | undefined> {
  return findEndpoint(tx, id, workspaceId, 'for update');
}

async function findEndpoint(db: Queryable, id: string, workspaceId: string, lock: string) {
  if (!isId('whe', id)) return undefined;
  const { rows } = await db.query(
    prepared(`select ${COLUMNS} from webhook_endpoints where id = $1 and workspace_id = $2 ${lock}`, [id, workspaceId]),
  );
  return rows[0] && toEndpoint(rows[0]);
}

/** Returns the enabled endpoints of some workspaces, and keeps them as they are until the transaction ends. */
export async function holdEndpoints(tx: Queryable, workspaceIds: readonly string[]): Promise<Endpoint[]> {
  const { rows } = await tx.query(
    prepared(
      `select ${COLUMNS} from webhook_endpoints where workspace_id = any($1) and state = 'enabled' order by id for share`,
      [workspaceIds],
    ),
  );
  return rows.map(toEndpoint);
}

/** Makes creations in a workspace wait for each other until the transaction ends, so that its limit holds. */
export async function lockCreations(tx: Queryable, workspaceId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('webhooks ' || $1, 0))`, [workspaceId]);
}

/** Deletes an endpoint with its deliveries. Returns false when there is none. */
export async function removeEndpoint(db: Queryable, id: string, workspaceId: string): Promise<boolean> {
  if (!isId('whe', id)) return false;
  const { rowCount } = await db.query('delete from webhook_endpoints where id = $1 and workspace_id = $2', [
    id,
    workspaceId,
  ]);
  return rowCount === 1;
}

// biome-ignore lint/suspicious/noExplicitAny: a row of webhook_endpoints
function toEndpoint(row: any): Endpoint {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    url: row.url,
    description: row.description,
    eventTypes: row.event_types,
    projectId: row.project_id,
    state: row.state,
    reason: row.reason,
    failingSince: row.failing_since,
    lastFailedAt: row.last_failed_at,
    secretVersion: row.secret_version,
    formerSignsUntil: row.former_signs_until,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
