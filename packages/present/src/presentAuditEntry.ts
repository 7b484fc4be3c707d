import type { ListedEntry } from '@rotamer/accounts/audit/auditStore.ts';
import type { PublicAuditEntry } from '@rotamer/api/schemas/auditEntry.ts';

/** An entry of the audit log, as the API shows it. The account of an operator is for operators only. */
export function presentAuditEntry(entry: ListedEntry): PublicAuditEntry {
  const isOperator = entry.actor.kind === 'operator';
  return {
    id: entry.id,
    object: 'audit_entry',
    at: entry.at.toISOString(),
    started_at: entry.startedAt.toISOString(),
    actor: {
      type: entry.actor.kind,
      user_id: isOperator ? null : entry.actor.userId,
      email: entry.email,
      key_id: entry.actor.keyId,
    },
    action: entry.action,
    resource: { type: entry.resourceType, id: entry.resourceId },
    outcome: entry.outcome,
    code: entry.code,
    address: entry.address,
    request_id: entry.requestId,
    facts: entry.facts === null ? null : JSON.parse(entry.facts),
    chain: { name: entry.chain, number: entry.number, hash: entry.hash.toString('hex') },
  };
}
