import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import type { DatasetKind } from '../../contract.ts';
import { NAMES } from '../datasets/records.ts';
import { type ReleaseFile, readRelease, releaseFile } from '../datasets/release.ts';
import { buildIndex, type IndexName, indexesOf } from './buildIndexes.ts';
import { describeFiles, writeRelease } from './describeRelease.ts';
import { writeClans } from './writeClans.ts';
import { writeHhProfiles } from './writeHhProfiles.ts';
import { writeProfiles } from './writeProfiles.ts';
import { type Counts, type LeftOutRecords, writeSequences } from './writeSequences.ts';

/** A file to import, which may be compressed with gzip. */
export interface ImportSource {
  /** A path, an S3 key or an address. */
  name: string;
  /** Differs when the source has changed: its size and date. */
  mark: string;
  open(): Promise<AsyncIterable<Uint8Array>>;
}

export interface ImportOrder {
  /** The folder of all datasets. */
  root: string;
  id: string;
  release: string;
  kind: DatasetKind;
  title: string;
  licence: string;
  source: ImportSource;
  /** The clans of profiles, as `Pfam-A.clans.tsv`. */
  clans?: ImportSource;
  /** The expected SHA-256 of the source, hex. */
  sha256?: string;
  /** Called at the begin of each step, and while the source is read. */
  onProgress(line: string): void;
  /** Called before the first index is built. */
  onRead(): Promise<void>;
  signal: AbortSignal;
}

export interface Imported {
  release: ReleaseFile;
  /** Undefined when the release was there already. */
  leftOut?: LeftOutRecords;
}

/** What of an import is finished, so that an interrupted one goes on. */
interface Steps {
  mark: string;
  kind: DatasetKind;
  read?: Counts & { sha256: string; leftOut?: LeftOutRecords };
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
    return { release: described, leftOut: steps.read.leftOut };
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
function openSteps(work: string, { source, clans, kind, onProgress }: ImportOrder): Steps {
  const mark = clans ? `${source.mark} ${clans.mark}` : source.mark;
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

async function readSource(work: string, order: ImportOrder): Promise<NonNullable<Steps['read']>> {
  const { source, kind, onProgress, signal } = order;
  onProgress(`reading ${source.name}`);
  const hash = createHash('sha256');
  let bytes = 0;
  const raw = (async function* () {
    for await (const chunk of chunksOf(source, signal)) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  })();
  const report = everySeconds(2, ({ records }: Counts) =>
    onProgress(`read ${Math.round(bytes / 1e6)} MB, ${records} records`),
  );
  const content = await unzipped(raw);
  const read = await write(kind, content, work, report);
  // A compressed file may have bytes after its end.
  for await (const _ of raw);
  const sha256 = hash.digest('hex');
  if (order.sha256 !== undefined && sha256 !== order.sha256)
    throw new Error(`${source.name} has the SHA-256 ${sha256}, not ${order.sha256}`);
  if (isOfSequences(kind)) await refuseRepeatedNames(work);
  if (order.clans) {
    onProgress(`reading ${order.clans.name}`);
    await writeClans(await unzipped(chunksOf(order.clans, signal)), work);
  }
  return { ...read, sha256 };
}

async function* chunksOf({ open }: ImportSource, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const chunk of await open()) {
    signal.throwIfAborted();
    yield chunk;
  }
}

const isOfSequences = (kind: DatasetKind) => kind === 'protein-sequences' || kind === 'nucleotide-sequences';

/** Writes the records of a source in the form of its kind (`release.ts`). */
export function write(
  kind: DatasetKind,
  content: AsyncIterable<Uint8Array>,
  dir: string,
  report?: (counts: Counts) => void,
): Promise<Counts & { leftOut?: LeftOutRecords }> {
  if (kind === 'hmm-profiles') return writeProfiles(content, dir, report);
  return kind === 'hhm-profiles' ? writeHhProfiles(content, dir, report) : writeSequences(content, dir, kind, report);
}

/** Returns the content of a stream, which is compressed with gzip or not: its first bytes say so. */
async function unzipped(raw: AsyncGenerator<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const first = await raw.next();
  if (first.done) return raw;
  const whole = (async function* () {
    yield first.value;
    yield* raw;
  })();
  const isGzip = first.value[0] === 0x1f && first.value[1] === 0x8b;
  if (!isGzip) return whole;
  const from = Readable.from(whole, { objectMode: false });
  const gunzip = createGunzip();
  from.on('error', (error) => gunzip.destroy(error));
  return from.pipe(gunzip);
}

function everySeconds<Value>(seconds: number, report: (value: Value) => void): (value: Value) => void {
  let next = performance.now() + seconds * 1000;
  return (value) => {
    if (performance.now() < next) return;
    next = performance.now() + seconds * 1000;
    report(value);
  };
}

/** Refuses names that two records have, because a result names records. `sort` needs little memory for any number. */
async function refuseRepeatedNames(work: string): Promise<void> {
  const script = `cut -f1 ${NAMES} | sort -S 256M -T . | uniq -d | head -n 3`;
  const child = spawn('sh', ['-c', script], { cwd: work, env: { PATH: process.env.PATH, LC_ALL: 'C' } });
  const [repeated, failure] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (repeated !== '') throw new Error(`several records are called ${repeated.trim().split('\n').join(', ')}`);
  if (failure !== '') throw new Error(`the names of the records could not be compared: ${failure.trim()}`);
}

async function describe(work: string, order: ImportOrder, { read, indexes }: Steps): Promise<ReleaseFile> {
  const files = await describeFiles(work);
  const { sha256, records, residues } = read!;
  const { id: dataset, release, kind, title, licence, source } = order;
  const described: ReleaseFile = {
    ...{ dataset, release, kind, title, licence, source: source.name, sha256, records, residues },
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
