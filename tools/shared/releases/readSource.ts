import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import type { DatasetKind } from '../../contract.ts';
import { NAMES } from '../datasets/records.ts';
import { quoted } from '../problems.ts';
import type { ImportOrder, ImportSource } from './importOrder.ts';
import { writeClans } from './writeClans.ts';
import { writeHhProfiles } from './writeHhProfiles.ts';
import { writeProfiles } from './writeProfiles.ts';
import { type Counts, type LeftOutRecords, writeSequences } from './writeSequences.ts';
import { type FoundTaxa, finishTaxa, readTaxonMap, taxonFinder } from './writeTaxa.ts';

/** What an import has found in its source. */
export interface ReadSource extends Written {
  /** Hex. */
  sha256: string;
}

interface Written extends Counts, Partial<FoundTaxa> {
  leftOut?: LeftOutRecords;
}

/**
 * Reads the source of a release once, and writes its records.
 *
 * @throws Error when the source is not as expected.
 */
export async function readSource(work: string, order: ImportOrder): Promise<ReadSource> {
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
  const content = unzipped(raw);
  const openOther = (other: ImportSource | undefined) => other && unzipped(chunksOf(other, signal));
  const taxa = { map: openOther(order.taxonMap), taxdump: openOther(order.taxdump) };
  const read = await write(kind, content, work, report, taxa);
  // A compressed file may have bytes after its end.
  for await (const _ of raw);
  const sha256 = hash.digest('hex');
  if (order.sha256 !== undefined && sha256 !== order.sha256)
    throw new Error(`${source.name} has the SHA-256 ${sha256}, not ${order.sha256}`);
  if (isOfSequences(kind)) await refuseRepeatedNames(work);
  if (order.clans) {
    onProgress(`reading ${order.clans.name}`);
    await writeClans(openOther(order.clans)!, work);
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

/** Where the taxa of sequences come from, besides their headers. */
interface TaxonSources {
  map?: AsyncIterable<Uint8Array>;
  /** Read after the records. */
  taxdump?: AsyncIterable<Uint8Array>;
}

/** Writes the records of a source in the form of its kind (`release.ts`). */
export async function write(
  kind: DatasetKind,
  content: AsyncIterable<Uint8Array>,
  dir: string,
  report?: (counts: Counts) => void,
  { map, taxdump }: TaxonSources = {},
): Promise<Written> {
  if (kind === 'hmm-profiles') return writeProfiles(content, dir, report);
  if (kind === 'hhm-profiles') return writeHhProfiles(content, dir, report);
  const finder = taxonFinder(map && (await readTaxonMap(map)), taxdump !== undefined);
  const written = await writeSequences(content, dir, kind, finder, report);
  return { ...written, ...(await finishTaxa(dir, finder, taxdump)) };
}

/** Yields the content of a stream, which is compressed with gzip or not: its first bytes say so. */
async function* unzipped(raw: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const first = await raw.next();
  if (first.done) return;
  const whole = (async function* () {
    yield first.value;
    yield* raw;
  })();
  const isGzip = first.value[0] === 0x1f && first.value[1] === 0x8b;
  if (!isGzip) {
    yield* whole;
    return;
  }
  const from = Readable.from(whole, { objectMode: false });
  const gunzip = createGunzip();
  from.on('error', (error) => gunzip.destroy(error));
  try {
    yield* from.pipe(gunzip);
  } catch (error) {
    throw gzipError(error as NodeJS.ErrnoException);
  }
}

/** Says in words what is wrong with a compressed source. Other errors stay as they are. */
function gzipError(error: NodeJS.ErrnoException): Error {
  if (error.code === 'Z_BUF_ERROR')
    return new Error('the compressed file was cut off: its data end too early; download it again', { cause: error });
  if (error.code?.startsWith('Z_'))
    return new Error(`the compressed file is damaged (${error.message}); download it again`, { cause: error });
  return error;
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
  const names = repeated.trim().split('\n').map(quoted).join(', ');
  if (repeated !== '')
    throw new Error(`several records are called ${names}; the first words of all headers must differ`);
  if (failure !== '') throw new Error(`the names of the records could not be compared: ${failure.trim()}`);
}
