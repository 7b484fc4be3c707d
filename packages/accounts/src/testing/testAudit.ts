import { randomUUID } from 'node:crypto';
import { newId } from '@rotamer/kit/ids.ts';
import type { AuditLog } from '../audit/auditLog.ts';
import type { ListedEntry } from '../audit/auditStore.ts';
import { type AuditIntent, entryOf } from '../audit/entry.ts';

/** An audit log in memory. */
export interface TestAudit extends AuditLog {
  /** Entries in the order in which they were appended. */
  entries: ListedEntry[];
  /** Stored intents without an entry, by id. */
  intents: Map<string, AuditIntent>;
}

export function testAudit(): TestAudit {
  const entries: ListedEntry[] = [];
  const intents = new Map<string, AuditIntent>();
  return {
    entries,
    intents,
    async begin(intent) {
      const id = randomUUID();
      intents.set(id, intent);
      return { id, intent };
    },
    async end({ id, intent }, ended) {
      intents.delete(id);
      const at = new Date();
      const number = entries.length + 1;
      entries.push({ ...entryOf(intent, ended, newId('aud', at), at), number, hash: Buffer.alloc(32), email: null });
    },
    async drop({ id }) {
      intents.delete(id);
    },
    hasMoreThan: async () => false,
    async list({ workspaceId, beforeId, limit }) {
      return entries
        .filter((entry) => entry.workspaceId === workspaceId && (beforeId === '' || entry.id < beforeId))
        .toReversed()
        .slice(0, limit + 1);
    },
  };
}
