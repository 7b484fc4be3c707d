import { join } from 'node:path';
import { PROFILES } from '../datasets/records.ts';
import { quoted } from '../problems.ts';
import { appendFile } from './appendFile.ts';
import { linesOfStream } from './linesOfStream.ts';
import type { Counts } from './writeSequences.ts';

/**
 * Copies profiles of HMMER 3, and counts them and their match states.
 *
 * @throws Error that names the line of a text that is not such a file.
 */
export async function writeProfiles(
  chunks: AsyncIterable<Uint8Array>,
  dir: string,
  onRecords: (counts: Counts) => void = () => {},
): Promise<Counts> {
  const file = appendFile(join(dir, PROFILES));
  const counts = { records: 0, residues: 0 };
  let line = 0;
  let isOpen = false;
  try {
    for await (const lines of linesOfStream(chunks)) {
      for (const text of lines) {
        line++;
        if (!isOpen) {
          if (text.trim() === '') continue;
          if (!text.startsWith('HMMER3/'))
            throw new Error(`line ${line}: a profile starts with 'HMMER3/', found ${quoted(text.slice(0, 40))}`);
          isOpen = true;
        } else if (text.startsWith('LENG ')) counts.residues += Number(text.slice(5)) || 0;
        else if (text.startsWith('//')) {
          isOpen = false;
          counts.records++;
        }
        file.write(`${text}\n`);
      }
      onRecords(counts);
    }
  } finally {
    file.close();
  }
  if (isOpen) throw new Error(`line ${line}: the last profile has no end, '//'`);
  if (counts.records === 0) throw new Error('the file has no profile');
  return counts;
}
