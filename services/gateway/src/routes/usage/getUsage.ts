import { hasRole } from '@rotamer/api/operation/access.ts';
import { getUsage as operation } from '@rotamer/api/operations/usage/getUsage.ts';
import { MAX_CSV_SUMS } from '@rotamer/api/schemas/report.ts';
import type { PublicUsage, UsageGroupName } from '@rotamer/api/schemas/usage.ts';
import { type Range, readRange } from '@rotamer/http/params/range.ts';
import { sendCsv, tooManyRows } from '@rotamer/http/server/csv.ts';
import type { Cell } from '@rotamer/kit/csvLine.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { presentAmount, presentUsageRow, type UsageNames } from '@rotamer/present/presentUsage.ts';
import { UsageGroup, type UsageSum } from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../../deps.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

const groupOf: Record<UsageGroupName, UsageGroup> = {
  tool: UsageGroup.TOOL,
  project: UsageGroup.PROJECT,
  member: UsageGroup.MEMBER,
  key: UsageGroup.KEY,
  day: UsageGroup.DAY,
};

/** Most rows of a JSON response. */
const MAX_ROWS = 10_000;

/** GET /usage: what was charged, by groups. */
export const getUsage = handler(
  operation,
  ({ billing, projects, members, apiKeys, clock }) =>
    async (request, reply) => {
      const { workspaceId, userId, role } = request.credential!;
      const { unit } = request.workspace!;
      const groups = groupsOf(request.query.group_by);
      const range = rangeOf(readRange(request.query), clock());
      const isCsv = request.query.format === 'csv';
      const isAdmin = hasRole(role, 'admin');
      const scope = callScope(request, reply);
      const { sums, hasMore } = await billing.sumUsage(
        {
          workspaceId,
          ...range,
          groupBy: groups.map((group) => groupOf[group]),
          userId: isAdmin ? undefined : userId,
          limit: isCsv ? MAX_CSV_SUMS : MAX_ROWS,
        },
        scope,
      );
      if (hasMore) throw isCsv ? tooManyRows(MAX_CSV_SUMS, 'narrow from and to, or use fewer groups') : tooManyGroups();
      const names = await namesOf(sums, workspaceId, { projects, members, apiKeys }, scope);
      const data = sums.map((sum) => presentUsageRow(sum, groups, names, unit));
      if (isCsv) {
        const header = headerOf(groups);
        const rows = data.map((row) => csvRow(row, groups));
        return sendCsv(reply as never, 'usage', header, [rows]) as never;
      }
      const total = (field: 'chargedMillicredits' | 'charges') => sums.reduce((sum, one) => sum + one[field], 0);
      return {
        object: 'usage' as const,
        from: range.from.toISOString(),
        to: range.to.toISOString(),
        group_by: groups,
        scope: isAdmin ? ('workspace' as const) : ('own' as const),
        total: presentAmount(total('chargedMillicredits'), total('charges'), unit),
        data: groups.length > 0 ? data : [],
      };
    },
  { importance: 'list' },
);

function groupsOf(text: string | undefined): UsageGroupName[] {
  const groups = (text?.split(',') ?? []) as UsageGroupName[];
  if (new Set(groups).size === groups.length) return groups;
  throw validationFault([{ path: 'group_by', message: 'must name each group once' }]);
}

/** Without a beginning: the month of the end. Without an end: until now. */
function rangeOf({ from, to }: Range, now: Date): Required<Range> {
  const end = to ?? now;
  const lastMoment = new Date(end.getTime() - 1);
  const begin = from ?? new Date(Date.UTC(lastMoment.getUTCFullYear(), lastMoment.getUTCMonth(), 1));
  if (begin < end) return { from: begin, to: end };
  throw validationFault([{ path: 'from', message: 'must be before to, and not in the future' }]);
}

function tooManyGroups(): Error {
  const message = `gives more than ${MAX_ROWS} rows: narrow from and to, use fewer groups, or format=csv`;
  return validationFault([{ path: 'group_by', message }]);
}

/** Projects, users and keys are named also when they are gone. */
async function namesOf(
  sums: UsageSum[],
  workspaceId: string,
  { projects, members, apiKeys }: Pick<Deps, 'projects' | 'members' | 'apiKeys'>,
  scope: CallScope,
): Promise<UsageNames> {
  const distinct = (values: (string | undefined)[]) =>
    [...new Set(values.filter((value) => value !== undefined && value !== ''))] as string[];
  const projectIds = distinct(sums.map(({ projectId }) => projectId)).slice(0, MAX_ROWS);
  const userIds = distinct(sums.map(({ userId }) => userId));
  const keyIds = distinct(sums.map(({ keyId }) => keyId));
  const named = projectIds.length > 0 ? (await projects.listNames({ projectIds }, scope)).projects : [];
  return {
    projects: new Map(named.map((project) => [project.id, project])),
    emails: userIds.length > 0 ? await members.emails(userIds) : new Map(),
    keys: keyIds.length > 0 ? await apiKeys.names(workspaceId, keyIds) : new Map(),
  };
}

const csvColumns: Record<UsageGroupName, readonly string[]> = {
  tool: ['tool'],
  project: ['project_id', 'project_name'],
  member: ['user_id', 'user_email'],
  key: ['key_id', 'key_name'],
  day: ['day'],
};

function headerOf(groups: UsageGroupName[]): string[] {
  return [...groups.flatMap((group) => csvColumns[group]), 'credits', 'charges', 'amount', 'unit'];
}

function csvRow(row: PublicUsage['data'][number], groups: UsageGroupName[]): Cell[] {
  const cells: Record<UsageGroupName, Cell[]> = {
    tool: [row.tool ?? null],
    project: [row.project?.id ?? null, row.project?.name ?? null],
    member: [row.member?.id ?? null, row.member?.email ?? null],
    key: [row.key?.id ?? null, row.key?.name ?? null],
    day: [row.day ?? null],
  };
  const { credits, charges, display } = row;
  return [...groups.flatMap((group) => cells[group]), credits, charges, display?.amount ?? null, display?.unit ?? null];
}
