import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import type { DatasetKind } from '../../contract.ts';
import { type ReleaseFile, readRelease, releaseFile } from '../datasets/release.ts';
import { buildIndex, type IndexName, indexesOf } from './buildIndexes.ts';
import { describeFiles, writeRelease } from './describeRelease.ts';
import type { ImportOrder } from './importOrder.ts';
import { type ReadSource, readSource } from './readSource.ts';
import type { LeftOutRecords } from './writeSequences.ts';

export interface Imported {
  release: ReleaseFile;
  /** Undefined when the release was there already. */
  leftOut?: LeftOutRecords;
  /** Sequences whose taxon is not known, where the release has taxa. */
  withoutTaxon?: number;
}

/** What of an import is finished, so that an interrupted one goes on. */
interface Steps {
  mark: string;
  kind: DatasetKind;
  read?: ReadSource;
  indexes: Partial<Record<IndexName, { version: string }>>;
}

const STEPS = '.steps.json';
const LOCK = '.lock';

/**
 * Makes the folder of a release: reads the source once, builds each index once, and gives the folder its name when it
 * is whole. After an interruption it goes on with the first unfinished step, or starts again when the source has
 * changed. A folder that is whole stays as it is.
 *
 * @throws Error when the source is not as expected, a program fails, or another import of the release runs.
 */
export async function importRelease(order: ImportOrder): Promise<Imported> {
  const { root, id, release, sha256 } = order;
  const dir = join(root, id, release);
  if (existsSync(releaseFile(dir))) {
    const there = readRelease(dir);
    if (sha256 !== undefined && there.sha256 !== sha256)
      throw new Error(`${dir} has the SHA-256 ${there.sha256} already`);
    return { release: there };
  }
  const work = join(root, id, `.import-${release}`);
  mkdirSync(work, { recursive: true, mode: 0o755 });
  lock(work);
  try {
    const steps = openSteps(work, order);
    const save = () => writeWhole(join(work, STEPS), JSON.stringify(steps));
    steps.read ??= await readSource(work, order);
    save();
    await order.onRead();
    for (const index of indexesOf(order.kind)) {
      if (steps.indexes[index]) continue;
      order.onProgress(`building the index of ${index}`);
      const about = { kind: order.kind, title: `${id} ${release}` };
      steps.indexes[index] = await buildIndex(work, index, about, order.signal);
      save();
    }
    order.onProgress('computing the digests of all files');
    const described = await describe(work, order, steps);
    rmSync(join(work, STEPS));
    rmSync(dir, { recursive: true, force: true });
    renameSync(work, dir);
    const { leftOut, withoutTaxon } = steps.read;
    return { release: described, leftOut, ...(described.taxonomy && { withoutTaxon }) };
  } finally {
    for (const folder of [work, dir]) rmSync(join(folder, LOCK), { force: true });
  }
}

/** Refuses a second import of a release at the same time. The lock of a process that is gone does not count. */
function lock(work: string): void {
  const path = join(work, LOCK);
  const held = existsSync(path) ? readLock(path) : undefined;
  const runs = held && (held.host !== hostname() || (held.pid !== process.pid && isAlive(held.pid)));
  if (runs)
    throw new Error(
      `process ${held.pid} on ${held.host} imports this release; if that process is gone, remove ${path}`,
    );
  writeWhole(path, JSON.stringify({ pid: process.pid, host: hostname() }));
}

/** What an import of a release that is not finished does: a process works on it, or it was interrupted. */
export type ImportState = { pid: number; host: string } | 'interrupted' | 'none';

/** Returns the state of an import that works in a folder of all datasets. */
export function importState(root: string, id: string, release: string): ImportState {
  const work = join(root, id, `.import-${release}`);
  if (!existsSync(work)) return 'none';
  const held = existsSync(join(work, LOCK)) ? readLock(join(work, LOCK)) : undefined;
  return held && (held.host !== hostname() || isAlive(held.pid)) ? held : 'interrupted';
}

const readLock = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as { pid: number; host: string };

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the finished steps of an earlier import of the same source; otherwise empties the folder. */
function openSteps(work: string, { source, clans, taxonMap, taxdump, kind, onProgress }: ImportOrder): Steps {
  const mark = [source, clans, taxonMap, taxdump].flatMap((one) => one?.mark ?? []).join(' ');
  const path = join(work, STEPS);
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Steps) : undefined;
  if (known?.mark === mark && known.kind === kind && known.read) {
    onProgress(`going on after: ${['the source', ...Object.keys(known.indexes)].join(', ')}`);
    return known;
  }
  const lockText = readFileSync(join(work, LOCK), 'utf8');
  rmSync(work, { recursive: true });
  mkdirSync(work, { mode: 0o755 });
  writeWhole(join(work, LOCK), lockText);
  return { mark, kind, indexes: {} };
}

async function describe(work: string, order: ImportOrder, { read, indexes }: Steps): Promise<ReleaseFile> {
  const files = await describeFiles(work);
  const { sha256, records, residues, taxonomy } = read!;
  const { id: dataset, release, kind, title, licence, source } = order;
  const described: ReleaseFile = {
    ...{ dataset, release, kind, title, licence, source: source.name, sha256, records, residues },
    ...(taxonomy && { taxonomy }),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    createdAt: new Date().toISOString(),
    ...{ files, indexes: indexes as ReleaseFile['indexes'] },
  };
  writeRelease(work, described);
  // Other users run the tools.
  for (const { path } of files) {
    chmodSync(join(work, path), 0o444);
    chmodSync(dirname(join(work, path)), 0o755);
  }
  chmodSync(releaseFile(work), 0o444);
  return described;
}

function writeWhole(path: string, content: string): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}
