import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import type { ResultFile } from '../api/gateway.ts';

/** The files of an archive that stay empty: the alignment of the second database, and the templates. */
const EMPTY = ['bfd.mgnify30.metaeuk30.smag30.a3m', 'pdb70.m8'];

/** The byte after the alignment of each query, by which MMseqs2 separates entries. */
const END_OF_ENTRY = Buffer.from([0]);

/**
 * Returns the archive that ColabFold unpacks: `uniref.a3m` with the alignments of all queries. It is made while it is sent, so an
 * archive of any size lies in memory in pieces only. An archive with a file that cannot be read ends with an error.
 */
export function archiveOf(alignments: ResultFile[], open: (file: ResultFile) => Promise<Readable>): Gzip {
  const tar = pack();
  const zipped = createGzip();
  tar.on('error', (error) => zipped.destroy(error));
  zipped.on('close', () => tar.destroy());
  tar.pipe(zipped);
  fill(tar, alignments, open).catch((error: Error) => zipped.destroy(error));
  return zipped;
}

async function fill(tar: Pack, alignments: ResultFile[], open: (file: ResultFile) => Promise<Readable>): Promise<void> {
  const size = alignments.reduce((sum, file) => sum + file.size + END_OF_ENTRY.length, 0);
  await pipeline(
    Readable.from(entriesOf(alignments, open), { objectMode: false }),
    tar.entry({ name: 'uniref.a3m', size }),
  );
  for (const name of EMPTY) tar.entry({ name }, '');
  tar.finalize();
}

async function* entriesOf(alignments: ResultFile[], open: (file: ResultFile) => Promise<Readable>) {
  for (const file of alignments) {
    yield* await open(file);
    yield END_OF_ENTRY;
  }
}
