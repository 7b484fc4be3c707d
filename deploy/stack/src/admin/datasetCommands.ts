import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { type Dataset, type DatasetRelease, ReleaseState } from '@rotamer/proto/jobs/v1/datasets.ts';
import type { DatasetKind } from '@rotamer/tools/contract.ts';
import { parseReference } from '@rotamer/tools/shared/datasets/reference.ts';
import { datasetKinds, readRelease, releaseFile } from '@rotamer/tools/shared/datasets/release.ts';
import { describeFiles } from '@rotamer/tools/shared/releases/describeRelease.ts';
import type { ImportSource } from '@rotamer/tools/shared/releases/importOrder.ts';
import { type Imported, importRelease, importState } from '@rotamer/tools/shared/releases/importRelease.ts';
import { publishRelease } from '@rotamer/tools/shared/releases/publishRelease.ts';
import type { Clients } from './clients.ts';
import type { Command } from './command.ts';
import { openSource } from './datasetSources.ts';
import { optionalYesOrNo, WrongCall } from './values.ts';

export const datasetImport: Command = {
  name: 'dataset import',
  summary:
    'makes a release of reference data: reads FASTA, profiles of HMMER or an archive of HH-suite, and builds the indexes; goes on when repeated',
  required: { id: 'swissprot', release: '2026_04' },
  optional: {
    ...{ file: 'PATH', url: 'URL', s3: 'KEY', sha256: 'HEX', kind: datasetKinds.join('|') },
    ...{ clans: 'PATH|URL', 'taxon-map': 'PATH|URL', taxdump: 'PATH|URL' },
    ...{ title: 'T', licence: 'L', everyone: 'yes|no' },
  },
  async run(options, { datasets }, openStore, root) {
    const { id, release, kind = 'protein-sequences', title = '', licence = '', sha256 } = options;
    refuseBadNames(id!, release!);
    if (!datasetKinds.includes(kind as DatasetKind))
      throw new WrongCall(`--kind must be one of ${datasetKinds.join(', ')}, not '${kind}'`);
    if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256)) throw new WrongCall('--sha256 must have 64 hex digits');
    const everyone = optionalYesOrNo('everyone', options.everyone);
    const source = await openSource(options, openStore!);
    const others = await openOthers(options, kind);
    const named = { datasetId: id!, release: release! };
    const known = (await datasets.listAll({})).datasets.find((dataset) => dataset.id === id);
    const state = known?.releases.find((each) => each.release === release)?.state;
    if (state !== ReleaseState.READY) await datasets.begin({ ...named, kind, title, licence, source: source.name });
    const imported = await importRelease({
      ...{ root: root!, id: id!, release: release!, kind: kind as DatasetKind, source, ...others, sha256 },
      title: title || known?.title || id!,
      licence: licence || known?.licence || '',
      onProgress: (line) => console.error(line),
      onRead: async () => void (await datasets.change({ ...named, state: ReleaseState.BUILDING })),
      signal: untilInterrupted(),
    }).catch(async (error: Error) => {
      await datasets.change({ ...named, state: ReleaseState.FAILED, failure: error.message }).catch(() => {});
      throw new Fault('validation_error', `The import failed: ${error.message}`, { cause: error });
    });
    const { sha256: found, records, residues, bytes, taxonomy } = imported.release;
    await datasets.change({ ...named, state: ReleaseState.READY, sha256: found, records, residues, bytes, taxonomy });
    if (everyone !== undefined) await datasets.grant({ datasetId: id!, everyone });
    return summaryOf(imported, join(root!, id!, release!));
  },
};

/** The options that name a source besides the records, with the kinds that have it. */
const others = {
  clans: { option: 'clans', kinds: ['hmm-profiles'] },
  taxonMap: { option: 'taxon-map', kinds: ['protein-sequences', 'nucleotide-sequences'] },
  taxdump: { option: 'taxdump', kinds: ['protein-sequences', 'nucleotide-sequences'] },
};

/** Opens the sources of clans and of taxa. */
async function openOthers(
  options: Record<string, string>,
  kind: string,
): Promise<Partial<Record<keyof typeof others, ImportSource>>> {
  const given = Object.entries(others).flatMap(([name, { option, kinds }]) => {
    const named = options[option];
    if (named === undefined) return [];
    if (!kinds.includes(kind))
      throw new WrongCall(`--${option} belongs to --kind ${kinds.join(' or ')}, not to ${kind}`);
    return [
      openSource(/^https?:/.test(named) ? { url: named } : { file: named }).then((source) => [name, source] as const),
    ];
  });
  return Object.fromEntries(await Promise.all(given));
}

function summaryOf({ release, leftOut, withoutTaxon }: Imported, folder: string): object {
  const { dataset, release: name, sha256, records, residues, bytes, taxonomy = 'none', indexes } = release;
  return {
    ...{
      dataset: `${dataset}@${name}`,
      sha256,
      records,
      residues,
      bytes,
      folder,
      indexes: Object.keys(indexes),
      taxonomy,
    },
    ...(withoutTaxon && { without_taxon: withoutTaxon }),
    ...(leftOut && leftOut.count > 0 && { left_out: leftOut.count, first_left_out: leftOut.first }),
  };
}

/** Returns a signal that is aborted at Ctrl+C, so that the program that builds an index ends with the command. */
function untilInterrupted(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => stop.abort(new Error(`ended by ${name}`)));
  return stop.signal;
}

export const datasetList: Command = {
  name: 'dataset list',
  isRead: true,
  summary: 'lists all datasets, with their releases and who may search them',
  required: {},
  async run(_options, { datasets }, _openStore, root) {
    return { datasets: (await datasets.listAll({})).datasets.map((dataset) => present(dataset, root!)) };
  },
};

export const datasetShow: Command = {
  name: 'dataset show',
  isRead: true,
  summary: 'shows a dataset, and which of its releases are in the folder of this machine',
  required: { id: 'swissprot' },
  async run({ id }, { datasets }, _openStore, root) {
    const dataset = await find(datasets, id!);
    const here = dataset.releases.filter(({ release }) => existsSync(releaseFile(join(root!, id!, release))));
    return { ...present(dataset, root!), folder: join(root!, id!), here: here.map(({ release }) => release) };
  },
};

export const datasetRetire: Command = {
  name: 'dataset retire',
  summary: 'refuses new jobs that name the release; accepted jobs still use its folder',
  required: { id: 'swissprot', release: '2026_03' },
  async run({ id, release }, { datasets }) {
    const retired = await datasets.change({ datasetId: id!, release: release!, state: ReleaseState.RETIRED });
    return { dataset: id, ...presentRelease(retired) };
  },
};

export const datasetVerify: Command = {
  name: 'dataset verify',
  isRead: true,
  summary: 'reads all files of a release on this machine, and compares their digests and its registration',
  required: { id: 'swissprot', release: '2026_04' },
  async run({ id, release: name }, { datasets }, _openStore, root) {
    refuseBadNames(id!, name!);
    const dir = join(root!, id!, name!);
    if (!existsSync(releaseFile(dir))) throw new WrongCall(`${dir} has no release`);
    const described = readRelease(dir);
    const registered = (await find(datasets, id!)).releases.find(({ release }) => release === name);
    const found = new Map((await describeFiles(dir)).map((file) => [file.path, file]));
    const damaged = described.files.filter(({ path, sha256 }) => found.get(path)?.sha256 !== sha256);
    const problems = [
      ...damaged.map(({ path }) => `${path} is ${found.has(path) ? 'altered' : 'missing'}`),
      ...(registered?.sha256 === described.sha256 ? [] : ['the release is registered with other data']),
    ];
    return { dataset: `${id}@${name}`, files: described.files.length, bytes: described.bytes, problems };
  },
  isBad: (answer) => (answer as { problems: string[] }).problems.length > 0,
};

export const datasetPublish: Command = {
  name: 'dataset publish',
  summary: 'copies a release from this machine to the blob store, from which runners with a cache fetch it',
  required: { id: 'swissprot', release: '2026_04' },
  async run({ id, release: name }, { datasets }, openStore, root) {
    refuseBadNames(id!, name!);
    const dir = join(root!, id!, name!);
    if (!existsSync(releaseFile(dir))) throw new WrongCall(`${dir} has no release`);
    const registered = (await find(datasets, id!)).releases.find(({ release }) => release === name);
    if (registered?.sha256 !== readRelease(dir).sha256)
      throw new WrongCall(`${id}@${name} is not registered with the data of ${dir}`);
    const published = await publishRelease(await openStore!(), dir, (line) => console.error(line));
    return { dataset: `${id}@${name}`, ...published };
  },
};

export const datasetGrant: Command = {
  name: 'dataset grant',
  summary: 'says who may search a dataset: every workspace, or some, separated by commas',
  required: { id: 'swissprot' },
  optional: { everyone: 'yes|no', workspaces: 'W,…', revoke: 'W,…' },
  async run({ id, everyone, workspaces, revoke }, { billing, datasets }, _openStore, root) {
    const added = listOf(workspaces);
    // The jobs service does not know which workspaces exist, so this is checked here.
    for (const workspaceId of added) await billing.getWorkspace({ workspaceId });
    const change = {
      everyone: optionalYesOrNo('everyone', everyone),
      addedWorkspaceIds: added,
      removedWorkspaceIds: listOf(revoke),
    };
    return present(await datasets.grant({ datasetId: id!, ...change }), root!);
  },
};

const listOf = (text = ''): string[] => text.split(',').filter((id) => id !== '');

function refuseBadNames(id: string, release: string): void {
  if (!parseReference(`${id}@${release}`))
    throw new WrongCall(`--id must be like swissprot, --release like 2026_04, not '${id}' and '${release}'`);
}

async function find(datasets: Clients['datasets'], id: string): Promise<Dataset> {
  const dataset = (await datasets.listAll({})).datasets.find((each) => each.id === id);
  if (!dataset) throw new WrongCall(`there is no dataset '${id}'`);
  return dataset;
}

const present = ({ id, kind, title, licence, source, everyone, workspaceIds, releases }: Dataset, root: string) => ({
  ...{ id, kind, title, licence, source, everyone, workspaces: workspaceIds },
  releases: releases.map((each) => ({ ...presentRelease(each), ...importOf(root, id, each) })),
});

const UNFINISHED: ReleaseState[] = [ReleaseState.IMPORTING, ReleaseState.BUILDING];

/** Returns what an import does that is not finished, and how to go on with one that was interrupted. */
function importOf(root: string, id: string, { release, state }: DatasetRelease): { import?: string } {
  if (!UNFINISHED.includes(state)) return {};
  const known = importState(root, id, release);
  if (typeof known === 'object') return { import: `process ${known.pid} on ${known.host} works on it` };
  const what = known === 'none' ? 'no import of it is on this machine' : 'it was interrupted';
  return { import: `${what}: to go on, repeat dataset import --id ${id} --release ${release} with the same source` };
}

const presentRelease = ({
  release,
  state,
  sha256,
  records,
  residues,
  bytes,
  taxonomy,
  failure,
  readyAt,
}: DatasetRelease) => ({
  release,
  state: state.replace('RELEASE_STATE_', '').toLowerCase(),
  ...(sha256 && { sha256, records, residues, bytes, taxonomy: taxonomy || 'none', ready_at: readyAt?.toISOString() }),
  ...(failure && { failure }),
});
