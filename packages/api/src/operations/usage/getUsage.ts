import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { formatQuery, MAX_CSV_SUMS, rangeQuery } from '../../schemas/report.ts';
import { usage, usageGroups } from '../../schemas/usage.ts';

const GROUPS = `^(${usageGroups.join('|')})(,(${usageGroups.join('|')}))*$`;

const query = Type.Object(
  {
    group_by: Type.Optional(
      Type.String({
        pattern: GROUPS,
        description: `One or several of ${usageGroups.join(', ')}, separated by commas. Default: only the total`,
        examples: ['tool'],
      }),
    ),
    ...rangeQuery,
    ...formatQuery(MAX_CSV_SUMS),
  },
  { additionalProperties: false },
);

/** GET /usage: what was charged, by groups. */
export const getUsage = operation({
  id: 'getUsage',
  method: 'GET',
  path: '/usage',
  access: { scope: 'workspace:read', role: 'viewer' },
  tag: 'Usage',
  summary: 'Sum what was charged by tool, project, member, key or day',
  description:
    'The sums are those of the `post` transfers of the ledger in the same range. Without `from` and `to` it is the current month, in UTC. Members below admin see only their own charges.',
  query,
  responses: { 200: { body: ref(usage), csv: true } },
  errors: [],
  sample: { query: { group_by: 'tool' }, call: 'usage.get', cli: 'usage --by tool', keywords: { group_by: 'tool' } },
});
