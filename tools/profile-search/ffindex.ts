import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { safeId } from '../shared/native/safeIds.ts';

/**
 * Writes a database of HH-suite: alignments in A3M, and the states of their columns (cs219). hhsearch reads of the
 * states only how many there are; hhblits would read them, too.
 */
export function writeHhDatabase(folder: string, name: string, alignments: { a3m: string; columns: number }[]): void {
  writeIndexed(
    join(folder, `${name}_a3m`),
    alignments.map(({ a3m }) => a3m),
  );
  writeIndexed(
    join(folder, `${name}_cs219`),
    alignments.map(({ columns }) => 'A'.repeat(columns)),
  );
}

/** Writes texts as ffindex does: each ends with a zero byte, and a line of the index has its name, start and length. */
function writeIndexed(path: string, texts: string[]): void {
  const index: string[] = [];
  let start = 0;
  for (const [i, text] of texts.entries()) {
    const length = Buffer.byteLength(text) + 1;
    index.push(`${safeId(i)}\t${start}\t${length}\n`);
    start += length;
  }
  writeFileSync(`${path}.ffdata`, texts.map((text) => `${text}\0`).join(''));
  writeFileSync(`${path}.ffindex`, index.join(''));
}
