import type { Tool, ToolSummary } from '@rotamer/client';
import type { Command } from 'commander';
import { stringify } from 'yaml';
import type { Context } from '../context.ts';
import { counted } from '../output/counted.ts';
import type { Heading } from '../output/screen.ts';
import { table } from '../output/table.ts';
import { oneLine, words } from '../output/visible.ts';
import { exampleJob } from '../submit/exampleJob.ts';
import type { Act } from './group.ts';

/** tools list, search, show, example. */
export function addTools(program: Command, act: Act): void {
  const group = program.command('tools').description('the catalogue of tools');
  group
    .command('list')
    .description('list all tools, or those that take a format')
    .option('--accepts <format>', 'only tools with an input of this format, such as FASTA')
    .action(act(list));
  group
    .command('search')
    .description('find tools by what they do, best matches first')
    .argument('<words...>', 'such as: phylogenetic tree')
    .action(act(search));
  group
    .command('show')
    .description('show inputs, settings, outputs and price of a tool')
    .argument('<tool>')
    .action(act(show));
  group
    .command('example')
    .description('print a job file for a tool, for submit -f')
    .argument('<tool>')
    .action(act(example));
}

async function list({ client, screen }: Context, _: unknown, { accepts }: { accepts?: string }): Promise<void> {
  const tools = await client().tools.list({ accepts }).take(Number.POSITIVE_INFINITY);
  screen.result(tools, () => tableOf(tools, screen.columns));
}

async function search({ client, screen }: Context, [words]: [string[]]): Promise<void> {
  const tools = await client()
    .tools.list({ search: words.join(' ') })
    .take(Number.POSITIVE_INFINITY);
  screen.result(tools, () => (tools.length > 0 ? tableOf(tools, screen.columns) : 'No tool matches these words.'));
}

function tableOf(tools: ToolSummary[], columns: number) {
  return table(
    ['TOOL', 'CATEGORY', 'DESCRIPTION'],
    tools.map(({ id, category, description }) => [id, category, description]),
    columns,
  );
}

async function show({ client, screen }: Context, [id]: [string]): Promise<void> {
  const tool = await client().tools.get(id);
  screen.result(tool, () => describe(tool, screen.columns));
}

async function example({ client, screen }: Context, [id]: [string]): Promise<void> {
  const job = exampleJob(await client().tools.get(id));
  screen.result(job, () => stringify(job));
}

function describe(tool: Tool, columns: number): (string | Heading)[] {
  const { properties = {} } = (tool.settings ?? {}) as { properties?: Record<string, Record<string, unknown>> };
  const slots = tool.input.slots.map(({ id, min, max, acceptedFormats, label }) => [
    id,
    `${min}–${max}`,
    joined(acceptedFormats),
    label,
  ]);
  const settings = Object.entries(properties).map(([name, { default: initial, description }]) => [
    name,
    initial,
    description,
  ]);
  const ports = tool.output.ports.map(({ id, type, format, label }) => [id, type, format, label]);
  const section = (heading: string, names: string[], rows: unknown[][]) => [
    '\n',
    { heading },
    `\n${table(names, rows, columns)}`,
  ];
  return [
    { heading: oneLine(tool.name) },
    words` (${tool.id} ${tool.version})\n${tool.description}\n${priceOf(tool)}\n`,
    ...section('Inputs', ['SLOT', 'ITEMS', 'FORMATS', 'WHAT'], slots),
    ...(settings.length > 0 ? section('Settings', ['NAME', 'DEFAULT', 'WHAT'], settings) : []),
    ...section('Outputs', ['PORT', 'TYPE', 'FORMAT', 'WHAT'], ports),
  ];
}

function joined(formats: unknown): string {
  return Array.isArray(formats) ? formats.join(', ') : '';
}

function priceOf({
  credit_model: { is_free, mode, base_credits, credits_per_unit, unit, rate_credits_per_minute },
}: Tool): string {
  if (is_free) return 'Price: free';
  if (mode === 'metered_runtime') return `Price: ${counted(rate_credits_per_minute ?? 0, 'credit')} a minute`;
  return `Price: ${counted(base_credits ?? 0, 'credit')}${credits_per_unit ? ` and ${credits_per_unit} per ${unit}` : ''}`;
}
