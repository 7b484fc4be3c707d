import type { Command } from './command.ts';
import { optionalInteger, WrongCall } from './values.ts';

const PAGE = 100;

export const auditVerify: Command = {
  name: 'audit verify',
  isRead: true,
  summary: 'recomputes every hash of the audit log; exits with 1 and names the first break of each broken chain',
  required: {},
  optional: { chain: 'W|operator', head: 'COUNT:HASH' },
  async run({ chain, head }, { auditCheck }) {
    const known = readHead(chain, head);
    const { chains, entries, breaks } = await auditCheck.verifyChains({ chain, known });
    return { intact: breaks.length === 0, chains, entries, ...(breaks.length > 0 && { breaks }) };
  },
  isBad: (answer) => !(answer as { intact: boolean }).intact,
};

export const auditList: Command = {
  name: 'audit list',
  isRead: true,
  summary: 'lists the operator commands, or the entries that a workspace may read, newest first',
  required: {},
  optional: { workspace: 'W', before: 'ID', limit: 'N' },
  async run({ workspace, before, limit }, { audit }) {
    const { entries, hasMore } = await audit.listAuditEntries({
      workspaceId: workspace,
      beforeId: before,
      limit: optionalInteger('limit', limit) ?? PAGE,
    });
    return {
      entries: entries.map((entry) => ({
        id: entry.id,
        at: entry.at,
        actor: `${entry.actorKind} ${entry.actorId}`.trim(),
        action: entry.action,
        resource: entry.resourceId || null,
        workspace: entry.workspaceId || null,
        outcome: entry.outcome,
        code: entry.code || null,
        facts: entry.factsJson ? JSON.parse(entry.factsJson) : null,
        chain: entry.chain,
        number: entry.number,
        hash: Buffer.from(entry.hash).toString('hex'),
      })),
      has_more: hasMore,
    };
  },
};

/** Reads a head as the gateway logs it: `audit_count` and `audit_hash`. */
function readHead(chain: string | undefined, head: string | undefined) {
  if (head === undefined) return undefined;
  const [, count, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(head) ?? [];
  if (!count || !hash) throw new WrongCall('--head must be the audit_count and audit_hash of a log line: 12:9f86d081…');
  if (!chain) throw new WrongCall('--head needs --chain, the chain of the log line.');
  return { chain, count: Number(count), hash: Buffer.from(hash, 'hex') };
}
