import type { Queryable } from '@rotamer/kit/db/db.ts';
import {
  type AuditEntry,
  type AuditIntent,
  type AuditOutcome,
  type ChainedEntry,
  canonicalEntry,
  type Outcome,
} from './entry.ts';

/** Every statement on the audit log. */

/** An intent whose action has ended, or whose time is over. */
export interface DueIntent {
  id: string;
  intent: AuditIntent;
  /** Undefined when nobody reported how the action ended. */
  ended?: AuditOutcome;
}

/** The newest entry of a chain, as the table of heads has it. */
export interface ChainHead {
  chain: string;
  count: number;
  hash: Buffer;
}

export async function insertIntent(db: Queryable, id: string, intent: AuditIntent, dueAt: Date): Promise<void> {
  await db.query(
    'insert into audit_intents (id, chain, intent, due_at) values ($1, $2, $3, $4) on conflict (id) do nothing',
    [id, intent.chain, JSON.stringify(intent), dueAt],
  );
}

/** Keeps how an action ended until its entry can be appended. */
export async function storeOutcome(db: Queryable, id: string, ended: AuditOutcome, dueAt: Date): Promise<void> {
  await db.query('update audit_intents set ended = $2, due_at = $3 where id = $1', [id, JSON.stringify(ended), dueAt]);
}

/** Removes the intent of an action that is not recorded. */
export async function dropIntent(db: Queryable, id: string): Promise<void> {
  await db.query('delete from audit_intents where id = $1', [id]);
}

/** Returns an intent, for the operator whose command has ended. */
export async function findIntent(db: Queryable, id: string): Promise<AuditIntent | undefined> {
  const { rows } = await db.query('select intent from audit_intents where id = $1', [id]);
  return rows[0] && readIntent(rows[0].intent);
}

/** Returns the chains with due intents, those that wait longest first. */
export async function dueChains(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const { rows } = await db.query(
    'select chain from audit_intents where due_at <= $1 group by chain order by min(due_at) limit $2',
    [now, limit],
  );
  return rows.map(({ chain }) => chain);
}

export async function dueIntents(db: Queryable, chain: string, now: Date, limit: number): Promise<DueIntent[]> {
  const { rows } = await db.query(
    'select id, intent, ended from audit_intents where chain = $1 and due_at <= $2 order by due_at, id limit $3',
    [chain, now, limit],
  );
  return rows.map(({ id, intent, ended }) => ({
    id,
    intent: readIntent(intent),
    ended: ended === null ? undefined : JSON.parse(ended),
  }));
}

/** Lets the due intents of a chain wait, so that other chains come first. */
export async function postponeIntents(db: Queryable, chain: string, now: Date, until: Date): Promise<void> {
  await db.query('update audit_intents set due_at = $3 where chain = $1 and due_at <= $2', [chain, now, until]);
}

/**
 * Appends entries to a chain in place of their intents, in one round trip. An intent that has its entry already is left out.
 * Returns the head of the chain, and how many entries were appended.
 */
export async function appendEntries(
  db: Queryable,
  chain: string,
  ended: { intentId: string; entry: AuditEntry }[],
): Promise<ChainHead & { appended: number }> {
  const { rows } = await db.query('select appended, count, hash from append_audit($1, $2, $3)', [
    chain,
    ended.map(({ intentId }) => intentId),
    ended.map(({ entry }) => canonicalEntry(entry)),
  ]);
  return { chain, ...rows[0] };
}

/** Which entries to list, newest first. */
export interface AuditQuery {
  /** Undefined: the chain of operator commands, of all workspaces. */
  workspaceId?: string;
  /** The id of a user, key or session. */
  actor?: string;
  action?: string;
  /** The id of a resource. */
  resource?: string;
  /** Entries at or after this time. */
  from?: Date;
  /** Entries before this time. */
  to?: Date;
  /** Entries before this one; empty for the newest. */
  beforeId: string;
  limit: number;
}

/** An entry with the addresses that its user has now. */
export interface ListedEntry extends ChainedEntry {
  email: string | null;
}

const COLUMNS = `e.chain, e.number, e.id, e.workspace_id, e.at, e.started_at, e.actor_kind, e.user_id, e.key_id, e.action,
  e.resource_type, e.resource_id, e.address, e.request_id, e.outcome, e.code, e.facts, e.hash`;

/** Returns one entry more than the limit, if there is one. */
export async function listEntries(db: Queryable, query: AuditQuery): Promise<ListedEntry[]> {
  const { where, values } = conditionsOf(query);
  const { rows } = await db.query(
    `select ${COLUMNS}, u.email from audit_entries e left join users u on u.id = e.user_id
     where ${where} order by e.id desc limit $${values.length + 1}`,
    [...values, query.limit + 1],
  );
  return rows.map((row) => ({ ...toEntry(row), email: row.email ?? null }));
}

/** Returns whether more entries than a number match. */
export async function hasMoreThan(db: Queryable, query: AuditQuery, count: number): Promise<boolean> {
  const { where, values } = conditionsOf(query);
  const { rowCount } = await db.query(
    `select from audit_entries e where ${where} order by e.id desc offset $${values.length + 1} limit 1`,
    [...values, count],
  );
  return rowCount === 1;
}

/** Conditions are added only where they are set, so that each can use its index. */
function conditionsOf({ workspaceId, actor, action, resource, from, to, beforeId }: AuditQuery) {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    workspaceId === undefined ? `e.chain = 'operator'` : `e.workspace_id = ${bind(workspaceId)}`,
    actor !== undefined && `(e.user_id = ${bind(actor)} or e.key_id = $${values.length})`,
    action !== undefined && `e.action = ${bind(action)}`,
    resource !== undefined && `e.resource_id = ${bind(resource)}`,
    from !== undefined && `e.at >= ${bind(from)}`,
    to !== undefined && `e.at < ${bind(to)}`,
    beforeId !== '' && `e.id < ${bind(beforeId)}`,
  ].filter((condition) => condition !== false);
  return { where: conditions.join(' and '), values };
}

/** Returns the heads of all chains, or of one. */
export async function readHeads(db: Queryable, chain: string | undefined): Promise<ChainHead[]> {
  const { rows } = await db.query('select chain, count, hash from audit_heads where $1::text is null or chain = $1', [
    chain ?? null,
  ]);
  return rows;
}

/** Returns the chains that have entries, and no head. */
export async function headlessChains(db: Queryable): Promise<string[]> {
  const { rows } = await db.query(
    `select distinct chain from audit_entries e
     where not exists (select from audit_heads h where h.chain = e.chain) order by chain`,
  );
  return rows.map(({ chain }) => chain);
}

/** Returns a page of a chain, in order. */
export async function readChain(db: Queryable, chain: string, after: number, limit: number): Promise<ChainedEntry[]> {
  const { rows } = await db.query(
    `select ${COLUMNS} from audit_entries e where e.chain = $1 and e.number > $2 order by e.number limit $3`,
    [chain, after, limit],
  );
  return rows.map(toEntry);
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the statements above
function toEntry(row: any): ChainedEntry {
  return {
    chain: row.chain,
    number: row.number,
    id: row.id,
    workspaceId: row.workspace_id,
    at: row.at,
    startedAt: row.started_at,
    actor: { kind: row.actor_kind, userId: row.user_id, keyId: row.key_id },
    action: row.action,
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    address: row.address,
    requestId: row.request_id,
    outcome: row.outcome as Outcome,
    code: row.code,
    facts: row.facts,
    hash: row.hash,
  };
}

function readIntent(text: string): AuditIntent {
  const stored = JSON.parse(text);
  return { ...stored, startedAt: new Date(stored.startedAt) };
}
