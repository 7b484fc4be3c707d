import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { Refusal } from '../inspection.ts';
import { limits } from './budget.ts';
import { type ArchiveEntry, damaged } from './entry.ts';

const FILE_TYPE = 0o170000;
const LOCAL_HEADER_BYTES = 30;

/** Yields the entries of a ZIP file on disk in the order of its directory, which is checked as a whole first. */
export async function* zipEntries(path: string, check: (names: string[]) => void): AsyncGenerator<ArchiveEntry> {
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true }).catch((error) => {
    throw damaged('ZIP', error);
  });
  try {
    const entries = await readDirectory(zip);
    check(entries.map(({ fileName }) => fileName));
    for (const entry of entries) yield { name: entry.fileName, kind: kindOf(entry), bytes: bytesOf(zip, entry) };
  } finally {
    zip.close();
  }
}

async function readDirectory(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      entries.push(entry);
      // The caller rejects the entry above the limit; the rest of the directory need not be read.
      if (entries.length > limits.entries) return entries;
    }
  } catch (error) {
    throw unsafeName(error) ?? damaged('ZIP', error);
  }
  refuseOverlaps(entries);
  return entries;
}

/** Entries that share bytes unpack to far more than the file holds (Fifield 2019, "A better zip bomb"). */
function refuseOverlaps(entries: Entry[]): void {
  const ranges = entries
    .map((entry) => ({ start: entry.relativeOffsetOfLocalHeader, entry }))
    .sort((a, b) => a.start - b.start);
  let end = 0;
  for (const { start, entry } of ranges) {
    if (start < end)
      throw new Refusal(
        'archive_overlapping_entries',
        'entries of the ZIP archive share the same bytes, as in a decompression bomb. Pack the files again.',
      );
    end = start + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize;
  }
}

function kindOf({ fileName, externalFileAttributes }: Entry): ArchiveEntry['kind'] {
  const type = (externalFileAttributes >>> 16) & FILE_TYPE;
  if (type === 0o120000) return 'link';
  if (type !== 0 && type !== 0o100000 && type !== 0o040000) return 'other';
  return fileName.endsWith('/') ? 'directory' : 'file';
}

async function* bytesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted())
    throw new Refusal(
      'archive_encrypted',
      'it is encrypted and cannot be inspected. Pack it again without a password.',
    );
  try {
    yield* await zip.openReadStreamPromise(entry);
  } catch (error) {
    throw damaged('ZIP', error);
  }
}

/** yauzl rejects these names itself, with an error that has no code. */
function unsafeName(error: unknown): Refusal | undefined {
  const said = error instanceof Error ? error.message : '';
  if (!/^(absolute path|invalid relative path|invalid characters in fileName)/.test(said)) return undefined;
  return new Refusal(
    'archive_unsafe_name',
    `the ZIP archive has an entry with an unsafe name (${said}). Pack it again with relative names and '/' between folders.`,
  );
}
