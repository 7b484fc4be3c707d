import type { PublicUsage, UsageGroupName } from '@rotamer/api/schemas/usage.ts';
import { toCredits } from '@rotamer/domain/credits.ts';
import type { DisplayUnit, UsageSum } from '@rotamer/proto/billing/v1/billing.ts';
import type { NamedProject } from '@rotamer/proto/projects/v1/projects.ts';

/** The names of what usage is grouped by. */
export interface UsageNames {
  projects: ReadonlyMap<string, NamedProject>;
  emails: ReadonlyMap<string, string>;
  /** Of API keys, by public id. */
  keys: ReadonlyMap<string, string>;
}

type Row = PublicUsage['data'][number];

/** One group of usage with its sums. A group that billing does not know is null. */
export function presentUsageRow(
  sum: UsageSum,
  groups: readonly UsageGroupName[],
  { projects, emails, keys }: UsageNames,
  unit: DisplayUnit | undefined,
): Row {
  const { projectId, userId, keyId } = sum;
  const project = projectId ? projects.get(projectId) : undefined;
  const all: Omit<Row, 'credits' | 'charges' | 'display'> = {
    tool: sum.tool || null,
    project: projectId ? { id: projectId, name: project?.name ?? null, deleted: project?.deleted ?? false } : null,
    member: userId ? { id: userId, email: emails.get(userId) ?? null } : null,
    key: keyId ? { id: keyId, name: keys.get(keyId) || null } : null,
    day: sum.day ?? '',
  };
  const chosen = Object.fromEntries(groups.map((group) => [group, all[group]]));
  return { ...chosen, ...presentAmount(sum.chargedMillicredits, sum.charges, unit) };
}

/** An amount in credits, and in the unit of the workspace. */
export function presentAmount(millicredits: number, charges: number, unit: DisplayUnit | undefined) {
  const credits = toCredits(millicredits);
  return { credits, charges, display: unit ? { amount: rounded(credits * unit.rate), unit: unit.name } : null };
}

/** Six decimals, without the noise of binary fractions. */
function rounded(amount: number): number {
  return Math.round(amount * 1e6) / 1e6;
}
