/** The chain of the operator commands of the installation. Every other chain has the id of its workspace. */
export const OPERATOR_CHAIN = 'operator';

/** Whether an audited action was done. `unknown`: the process died, or a service failed, before the answer was known. */
export type Outcome = 'ok' | 'refused' | 'unknown';

/** What is known of an action before it is tried. */
export interface AuditIntent {
  chain: string;
  /** The workspace whose admins may read the entry; null for operator commands about no workspace. */
  workspaceId: string | null;
  actor: {
    kind: 'key' | 'session' | 'operator' | 'system';
    /** For operator commands the account and host that they ran on, as the operator's machine says. */
    userId: string | null;
    /** The public id of the key or session, never its secret. */
    keyId: string | null;
  };
  /** E.g. `sharing.changed`. */
  action: string;
  resourceType: string;
  /** Null while the resource has no id yet. */
  resourceId: string | null;
  /** The caller's network address. */
  address: string | null;
  requestId: string | null;
  startedAt: Date;
}

/** How an action ended. */
export interface AuditOutcome {
  outcome: Outcome;
  /** The public error code of a refusal or failure. */
  code: string | null;
  /** The id of a created resource. */
  resourceId?: string | null;
  /** Ids, amounts and enumerations of the response. */
  facts?: Record<string, unknown>;
}

/** An entry of a chain, before its place in the chain is known. */
export interface AuditEntry extends Omit<AuditIntent, 'startedAt'> {
  id: string;
  startedAt: Date;
  at: Date;
  outcome: Outcome;
  code: string | null;
  /** JSON with sorted names; null for none. */
  facts: string | null;
}

/** An entry in its place. */
export interface ChainedEntry extends AuditEntry {
  /** 1 for the first entry of the chain. */
  number: number;
  /** SHA-256 over the hash of the entry before, the number, and `canonicalEntry`. */
  hash: Buffer;
}

const MAX_FACT = 1_000;

/** Returns the entry of an intent that has ended. */
export function entryOf(intent: AuditIntent, ended: AuditOutcome, id: string, at: Date): AuditEntry {
  return {
    ...intent,
    id,
    at,
    resourceId: idText(ended.resourceId) ?? intent.resourceId,
    outcome: ended.outcome,
    code: ended.code,
    facts: factsText(ended.facts),
  };
}

/** Returns the text that the hash of an entry covers, in addition to its number and the hash before. Every field is in it. */
export function canonicalEntry(entry: AuditEntry): string {
  return JSON.stringify({
    chain: entry.chain,
    id: entry.id,
    workspace_id: entry.workspaceId,
    at: entry.at.toISOString(),
    started_at: entry.startedAt.toISOString(),
    actor_kind: entry.actor.kind,
    user_id: entry.actor.userId,
    key_id: entry.actor.keyId,
    action: entry.action,
    resource_type: entry.resourceType,
    resource_id: entry.resourceId,
    address: entry.address,
    request_id: entry.requestId,
    outcome: entry.outcome,
    code: entry.code,
    facts: entry.facts,
  });
}

/** Returns a text that can be an id, and null for any other value: what callers send as an id may be anything. */
export function idText(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{1,128}$/.test(value) ? value : null;
}

function factsText(facts: Record<string, unknown> = {}): string | null {
  const known = Object.entries(facts)
    .filter(([, value]) => value !== undefined && value !== null && sortedJson(value).length <= MAX_FACT)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return known.length > 0 ? sortedJson(Object.fromEntries(known)) : null;
}

/** JSON in which the names of every object are sorted, so that equal values have equal texts. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
