import { join } from 'node:path';
import { CLAN_COLUMNS, parseClan } from '../datasets/clans.ts';
import { CLANS } from '../datasets/records.ts';
import { quoted } from '../problems.ts';
import { appendFile } from './appendFile.ts';
import { linesOfStream } from './linesOfStream.ts';

/**
 * Copies the clans of a release's profiles, in the form of `Pfam-A.clans.tsv`.
 *
 * @throws Error that names the line of a text of another form.
 */
export async function writeClans(chunks: AsyncIterable<Uint8Array>, dir: string): Promise<void> {
  const file = appendFile(join(dir, CLANS));
  let number = 0;
  try {
    for await (const lines of linesOfStream(chunks)) {
      for (const line of lines) {
        number++;
        if (line.trim() === '') continue;
        if (!parseClan(line))
          throw new Error(`clans, line ${number}: expected ${CLAN_COLUMNS}, found ${quoted(line.slice(0, 80))}`);
        file.write(`${line}\n`);
      }
    }
  } finally {
    file.close();
  }
}
