import type { Db } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { type SumUsageRequest, UsageGroup, type UsageSum } from '@rotamer/proto/billing/v1/billing.ts';

/** What charges are summed by. Days are grouped as dates, which PostgreSQL does faster than texts. */
const columns: Partial<Record<UsageGroup, string>> = {
  [UsageGroup.TOOL]: 'tool',
  [UsageGroup.PROJECT]: 'project_id',
  [UsageGroup.MEMBER]: 'user_id',
  [UsageGroup.KEY]: 'key_id',
  [UsageGroup.DAY]: `(resolved_at at time zone 'UTC')::date`,
};

/**
 * Lets a month of 100,000 jobs be grouped in memory: by all five groups in 0.11 s of processor time, in 8,000 rows. PostgreSQL expects far
 * more groups than there are, and with its default of 4 MB sorts all charges on disk. A hash table may take twice as much.
 */
const WORK_MEM = '32MB';

/** Returns whether charges can be summed by a group. */
export function isGroup(group: UsageGroup): boolean {
  return columns[group] !== undefined;
}

/**
 * Sums charges of a workspace by groups, largest first, with one more than the limit if there is one. The index `holds_charged` has
 * every column, so that no hold is read from its table. A charge counts at the time of its `post` transfer.
 */
export async function sumCharges(db: Db, request: SumUsageRequest): Promise<UsageSum[]> {
  const { workspaceId, from, to, groupBy, userId, limit } = request;
  // Quoted, because PostgreSQL writes other names in small letters.
  const names = groupBy.map((group) => `"group_${group}"`);
  const selected = groupBy.map((group, i) => `${columns[group]} as ${names[i]}`);
  const shown = groupBy.map((group, i) =>
    group === UsageGroup.DAY ? `to_char(sums.${names[i]}, 'YYYY-MM-DD') as ${names[i]}` : names[i],
  );
  const sums = `select ${[...shown, ''].join(', ')} charged, charges from (
       select ${[...selected, ''].join(', ')} sum(charged_millicredits)::bigint as charged, count(*) as charges
       from holds
       where workspace_id = $1 and state = 'posted' and resolved_at >= $2 and resolved_at < $3
         and ($4::text is null or user_id = $4)
       ${names.length > 0 ? `group by ${names.join(', ')}` : ''}
     ) sums
     order by ${['charged desc', ...names.map((name) => `sums.${name}`)].join(', ')} limit $5`;
  const { rows } = await transaction(db, async (tx) => {
    await tx.query(`set local work_mem = '${WORK_MEM}'`);
    return tx.query(sums, [workspaceId, from, to, userId || null, limit + 1]);
  });
  const groupIn = (row: Record<string, string | null>, group: UsageGroup) => row[`group_${group}`] ?? undefined;
  return rows
    .filter((row) => row.charges > 0)
    .map((row) => ({
      tool: groupIn(row, UsageGroup.TOOL),
      projectId: groupIn(row, UsageGroup.PROJECT),
      userId: groupIn(row, UsageGroup.MEMBER),
      keyId: groupIn(row, UsageGroup.KEY),
      day: groupIn(row, UsageGroup.DAY),
      chargedMillicredits: row.charged,
      charges: row.charges,
    }));
}
