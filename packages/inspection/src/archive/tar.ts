import { on } from 'node:events';
import { Readable } from 'node:stream';
import { Parser, type ReadEntry } from 'tar';
import { copies } from '../byteStreams.ts';
import { type ArchiveEntry, damaged } from './entry.ts';

const kinds: Record<string, ArchiveEntry['kind']> = {
  File: 'file',
  OldFile: 'file',
  ContiguousFile: 'file',
  Directory: 'directory',
  Link: 'link',
  SymbolicLink: 'link',
};

/** Yields the entries of a TAR in order. Each must be read before the next is requested. */
export async function* tarEntries(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const source = Readable.from(copies(bytes), { objectMode: true, highWaterMark: 1 });
  const parser = new Parser({
    // The file is rejected for problems that the parser would otherwise only warn about or skip.
    strict: true,
    maxMetaEntrySize: 64 * 1024,
  });
  parser.on('ignoredEntry', (entry: ReadEntry) => parser.abort(new Error(`entry of type ${entry.type} is too large`)));
  source.on('error', (error) => parser.emit('error', error));
  // The reader of the entries gets only the first error; a second one without a listener would end the process.
  parser.on('error', () => {});
  const entries = on(parser, 'entry', { close: ['end'] });
  source.pipe(parser as unknown as NodeJS.WritableStream);
  try {
    for await (const [entry] of entries as AsyncIterable<[ReadEntry]>) {
      yield { name: entry.path, kind: kinds[entry.type] ?? 'other', bytes: entry };
      entry.resume();
    }
  } catch (error) {
    throw damaged('TAR', error);
  } finally {
    source.destroy();
  }
}
