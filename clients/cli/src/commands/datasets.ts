import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { table } from '../output/table.ts';
import { words } from '../output/visible.ts';
import type { Act } from './group.ts';

/** datasets list, show. */
export function addDatasets(program: Command, act: Act): void {
  const group = program.command('datasets').description('reference data that tools search, such as Swiss-Prot');
  group.command('list').description('list the datasets of your workspace').action(act(list));
  group.command('show').description('show a dataset and its releases').argument('<dataset>').action(act(show));
}

async function list({ client, screen }: Context): Promise<void> {
  const datasets = await client().datasets.list().take(Number.POSITIVE_INFINITY);
  screen.result(datasets, () =>
    table(
      ['DATASET', 'NEWEST', 'KIND', 'RECORDS', 'TITLE'],
      datasets.map(({ id, newest_release: newest, kind, title, releases }) => {
        const records = releases.find(({ release }) => release === newest)?.records;
        return [id, newest ?? '', kind, records?.toLocaleString('en') ?? '', title];
      }),
      screen.columns,
    ),
  );
}

async function show({ client, screen }: Context, [id]: [string]): Promise<void> {
  const dataset = await client().datasets.get(id);
  const releases = dataset.releases.map(({ release, state, records, residues, taxonomy, sha256 }) => [
    ...[release, state, records.toLocaleString('en'), residues.toLocaleString('en'), taxonomy, sha256],
  ]);
  screen.result(dataset, () => [
    words`${dataset.title} (${dataset.id})\n${dataset.kind}, ${dataset.license}, from ${dataset.source}\n\n`,
    table(['RELEASE', 'STATE', 'RECORDS', 'RESIDUES', 'TAXONOMY', 'SHA-256'], releases, screen.columns),
  ]);
}
