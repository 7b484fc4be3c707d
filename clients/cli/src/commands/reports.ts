import type { AuditFilter, Transfer, Usage, UsageGroup } from '@rotamer/client';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Context } from '../context.ts';
import { counted } from '../output/counted.ts';
import { table } from '../output/table.ts';
import { words } from '../output/visible.ts';
import type { Act } from './group.ts';
import { wholeNumber } from './numbers.ts';

const kinds = ['grant', 'hold', 'extend', 'post', 'refund', 'void'];

interface Flags {
  from?: string;
  to?: string;
  csv?: boolean;
}

/** usage, ledger, audit. */
export function addReports(program: Command, act: Act): void {
  ranged(program.command('usage').description('show what was charged; without a range in the current month'))
    .option(
      '--by <groups>',
      'sum by tool, project, member, key or day, or by several of them, separated by commas',
      groupsOf,
    )
    .action(act(usage));
  ranged(program.command('ledger').description('list the transfers of credits, newest first'))
    .addOption(new Option('--kind <kind>', 'only transfers of this kind').choices(kinds))
    .option('--job <job>', 'only transfers of this job')
    .option('--limit <number>', 'how many to list', wholeNumber, 50)
    .action(act(ledger));
  ranged(program.command('audit').description('list who did what, newest first; for admins'))
    .option('--actor <id>', 'only entries of this user, key or session')
    .option('--action <action>', 'only this action, such as member.removed')
    .option('--resource <id>', 'only entries about this resource')
    .option('--limit <number>', 'how many to list', wholeNumber, 50)
    .action(act(audit));
}

function ranged(command: Command): Command {
  return command
    .option('--from <time>', 'from this day or time in UTC on')
    .option('--to <time>', 'before this day or time in UTC')
    .option('--csv', 'print all of it as CSV');
}

const groups: string[] = ['tool', 'project', 'member', 'key', 'day'] satisfies UsageGroup[];

function groupsOf(text: string): UsageGroup[] {
  const named = text.split(',').map((group) => group.trim());
  const unknown = named.find((group) => !groups.includes(group));
  if (unknown !== undefined) throw new InvalidArgumentError(`It must name some of ${groups.join(', ')}.`);
  return named as UsageGroup[];
}

async function usage({ client, screen, io }: Context, _args: [], flags: Flags & { by?: UsageGroup[] }): Promise<void> {
  const filter = { from: flags.from, to: flags.to, group_by: flags.by };
  if (flags.csv) return io.out.writeDocument(await client().usage.csv(filter));
  const report = await client().usage.get(filter);
  screen.result(report, () => usageTable(report, screen.columns));
}

function usageTable(report: Usage, columns: number): string {
  const { total, data, group_by: groups } = report;
  const shown = (row: Usage['data'][number], group: UsageGroup) => {
    if (group === 'project') return row.project ? (row.project.name ?? row.project.id) : '–';
    if (group === 'member') return row.member ? (row.member.email ?? row.member.id) : '–';
    if (group === 'key') return row.key ? (row.key.name ? `${row.key.name} (${row.key.id})` : row.key.id) : '–';
    return row[group] ?? '–';
  };
  const amounts = ({ credits, charges, display }: Usage['total']) => [
    ...(display ? [`${display.amount} ${display.unit}`] : []),
    credits,
    charges,
  ];
  const names = [...groups, ...(total.display ? ['amount'] : []), 'credits', 'charges'];
  const rows = data.map((row) => [...groups.map((group) => shown(row, group)), ...amounts(row)]);
  const sum = words`${counted(total.credits, 'credit')} from ${report.from} to ${report.to}${report.scope === 'own' ? ', yours only' : ''}\n`;
  if (rows.length === 0) return sum;
  return `${table(
    names.map((name) => name.toUpperCase()),
    rows,
    columns,
  )}${sum}`;
}

async function ledger(
  { client, screen, io }: Context,
  _args: [],
  { csv, limit, from, to, kind, job }: Flags & { limit: number; kind?: Transfer['kind']; job?: string },
): Promise<void> {
  const filter = { from, to, kind, job_id: job };
  if (csv) return io.out.writeDocument(await client().ledger.csv(filter));
  const transfers = await client()
    .ledger.list({ ...filter, limit: Math.min(limit, 100) })
    .take(limit);
  const rows = transfers.map((one) => [
    one.created_at,
    one.kind,
    one.balance_change,
    one.held_change,
    one.tool ?? '',
    one.job_id ?? one.grant_id ?? '',
  ]);
  screen.result(transfers, () =>
    table(['TIME', 'KIND', 'BALANCE', 'HELD', 'TOOL', 'JOB OR GRANT'], rows, screen.columns),
  );
}

async function audit(
  { client, screen, io }: Context,
  _args: [],
  { csv, limit, resource, from, to, actor, action }: Flags & AuditFilter & { limit: number; resource?: string },
): Promise<void> {
  const filter = { from, to, actor, action, resource_id: resource };
  if (csv) return io.out.writeDocument(await client().audit.csv(filter));
  const entries = await client()
    .audit.list({ ...filter, limit: Math.min(limit, 100) })
    .take(limit);
  const rows = entries.map(({ at, actor: who, action: done, resource: about, outcome, code }) => [
    at,
    who.email ?? who.user_id ?? who.type,
    done,
    about.id ?? about.type,
    code ? `${outcome}: ${code}` : outcome,
  ]);
  screen.result(entries, () => table(['TIME', 'WHO', 'ACTION', 'RESOURCE', 'OUTCOME'], rows, screen.columns));
}
