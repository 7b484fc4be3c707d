import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { quoted } from '../problems.ts';
import { linesOfStream } from './linesOfStream.ts';

/**
 * Yields the entries of an index of ffindex: name, start and length in bytes, separated by tabs.
 *
 * @throws Error that names the line of another text, or of an entry that is beyond the end of the data.
 */
export async function* readIndex(path: string, dataBytes: number): AsyncGenerator<{ name: string; length: number }> {
  let number = 0;
  for await (const lines of linesOfStream(createReadStream(path))) {
    for (const line of lines) {
      number++;
      const [, name, start, length] = /^([^\t]{1,255})\t(\d{1,15})\t(\d{1,15})$/.exec(line) ?? [];
      const fail = (what: string) => new Error(`${basename(path)}, line ${number}: ${what}`);
      if (name === undefined) throw fail(`expected a name, a start and a length, found ${quoted(line.slice(0, 80))}`);
      if (Number(length) < 1 || Number(start) + Number(length) > dataBytes)
        throw fail(`${quoted(name)} is beyond the ${dataBytes} bytes of the data`);
      yield { name, length: Number(length) };
    }
  }
}
