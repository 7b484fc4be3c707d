import type { Budget, BudgetRequest, Rotamer } from '@rotamer/client';
import { Argument, type Command } from 'commander';
import type { Context } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { table } from '../output/table.ts';
import { words } from '../output/visible.ts';
import type { Act } from './group.ts';
import { keyNamed, memberNamed } from './named.ts';

/** budgets list, set, delete. */
export function addBudgets(program: Command, act: Act): void {
  const group = program.command('budgets').description('caps on what jobs may cost');
  group.command('list').description('list budgets with what is spent').action(act(list));
  group
    .command('set')
    .description('set the budget of the workspace, or of a project, member or key, in credits')
    .addArgument(new Argument('<scope>').choices(['workspace', 'project', 'member', 'key']))
    .addArgument(new Argument('<period>', 'in UTC').choices(['day', 'month', 'total']))
    .argument('<credits>')
    .option('--subject <id>', 'the project by its id, the member by id or e-mail address, the key by id or prefix')
    .action(act(set));
  group.command('delete').description('delete a budget').argument('<budget>').action(act(remove));
}

async function list({ client, screen }: Context): Promise<void> {
  const budgets = await client().budgets.list({ limit: 100 }).take(Number.POSITIVE_INFINITY);
  const head = ['BUDGET', 'SCOPE', 'SUBJECT', 'PERIOD', 'CAP', 'SPENT', 'HELD', 'LEFT', 'UNTIL'];
  screen.result(budgets, () => table(head, budgets.map(rowOf), screen.columns));
}

function rowOf(budget: Budget): string[] {
  const { cap_credits: cap, spent_credits: spent, held_credits: held, left_credits: left } = budget;
  const amounts = [cap, spent, held, left].map(String);
  return [budget.id, budget.scope, budget.subject_id, budget.period, ...amounts, budget.period_end ?? ''];
}

async function set(
  { client, screen }: Context,
  [scope, period, credits]: [BudgetRequest['scope'], BudgetRequest['period'], string],
  { subject }: { subject?: string },
): Promise<void> {
  const cap = Number(credits);
  if (credits.trim() === '' || !Number.isFinite(cap)) throw new UsageError('<credits> must be a number.');
  if (scope !== 'workspace' && subject === undefined) throw new UsageError(`Name the ${scope} with --subject.`);
  const subjectId = subject && (await subjectNamed(client(), scope, subject));
  const budget = await client().budgets.set({
    scope,
    period,
    cap_credits: cap,
    ...(subjectId !== undefined && { subject_id: subjectId }),
  });
  screen.result(budget, () => words`${budget.id} has ${budget.left_credits} of ${budget.cap_credits} credits left.\n`);
}

async function subjectNamed(client: Rotamer, scope: BudgetRequest['scope'], named: string): Promise<string> {
  if (scope === 'member') return memberNamed(client, named);
  return scope === 'key' ? keyNamed(client, named) : named;
}

async function remove({ client, screen }: Context, [id]: [string]): Promise<void> {
  const deletion = await client().budgets.delete(id);
  screen.result(deletion, () => words`Deleted ${deletion.id}.\n`);
}
