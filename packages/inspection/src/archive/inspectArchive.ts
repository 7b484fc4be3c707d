import { MAX_FILE_BYTES } from '@rotamer/domain/limits.ts';
import { gzip, officePackages, tar, zip } from '../binary/binaryFormats.ts';
import { type Accepted, Refusal } from '../inspection.ts';
import { type Budget, refuseNesting } from './budget.ts';
import { type ArchiveEntry, inEntry, refuseUnsafe } from './entry.ts';
import { gunzip } from './gzip.ts';
import { spooled } from './spool.ts';
import { tarEntries } from './tar.ts';
import { zipEntries } from './zip.ts';

/** The position of content in an upload. */
export interface Place {
  budget: Budget;
  /** 0 for the upload itself, 1 in an archive, 2 in an archive in an archive. */
  depth: number;
  /** Directly in a GZIP, where a TAR does not count as another level. */
  inGzip?: boolean;
  /** A part of an office package, where XML is expected. */
  inOffice?: boolean;
}

/** Inspects the content of an archive entry like an upload. */
export type Inspect = (bytes: AsyncIterable<Uint8Array>, name: string, place: Place) => Promise<Accepted>;

export async function inspectGzip(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  place: Place,
  inspect: Inspect,
): Promise<Accepted> {
  const inside = { budget: place.budget, depth: place.depth + 1, inGzip: true };
  refuseNesting(inside.depth);
  place.budget.addEntry();
  const innerName = name.replace(/\.(gz|gzip)$/i, '').replace(/\.tgz$/i, '.tar');
  const size = { bytes: 0 };
  const inner = await inspect(counted(place.budget.unpacked(gunzip(bytes)), size), innerName, inside);
  return packedText(inner, size.bytes) ?? { ...gzip, textual: false, units: { entries: place.budget.entries() } };
}

/**
 * Returns the format of a GZIP with a single text as that text's format, because tools read such a file like the text.
 * Returns undefined for other content, and for text above the size limit of files.
 */
function packedText({ format, textual, decoding, units }: Accepted, bytes: number): Accepted | undefined {
  if (!textual || decoding?.gzip || bytes > MAX_FILE_BYTES) return undefined;
  return { ...gzip, format, textual, units, decoding: { gzip: true, charset: decoding?.charset ?? 'utf-8' } };
}

async function* counted(bytes: AsyncIterable<Uint8Array>, size: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    size.bytes += chunk.length;
    yield chunk;
  }
}

export async function inspectTar(bytes: AsyncIterable<Uint8Array>, place: Place, inspect: Inspect): Promise<Accepted> {
  const inside = { budget: place.budget, depth: place.inGzip ? place.depth : place.depth + 1 };
  refuseNesting(inside.depth);
  for await (const entry of tarEntries(bytes)) await inspectEntry(entry, inside, inspect);
  return { ...tar, textual: false, units: { entries: place.budget.entries() } };
}

export async function inspectZip(bytes: AsyncIterable<Uint8Array>, place: Place, inspect: Inspect): Promise<Accepted> {
  const inside: Place = { budget: place.budget, depth: place.depth + 1 };
  refuseNesting(inside.depth);
  let format = zip;
  for await (const path of spooled(bytes, place.budget.disk)) {
    const entries = zipEntries(path, (names) => {
      format = officeFormat(names) ?? zip;
      inside.inOffice = format !== zip;
    });
    for await (const entry of entries) {
      const unpacked = { ...entry, bytes: place.budget.unpacked(entry.bytes) };
      await inspectEntry(unpacked, inside, inspect);
    }
  }
  return { ...format, textual: false, units: { entries: place.budget.entries() } };
}

async function inspectEntry(entry: ArchiveEntry, place: Place, inspect: Inspect): Promise<void> {
  place.budget.addEntry();
  refuseUnsafe(entry);
  if (entry.kind === 'directory') return;
  try {
    await inspect(entry.bytes, entry.name, place);
  } catch (error) {
    throw error instanceof Refusal ? inEntry(entry.name, error) : error;
  }
}

/** Returns the format of an office package, which has a list of content types and one main part; undefined for other archives. */
function officeFormat(names: string[]) {
  if (!names.includes('[Content_Types].xml') || !names.includes('_rels/.rels')) return undefined;
  return officePackages.find(({ folder }) => names.some((name) => name.startsWith(folder)))?.format;
}
