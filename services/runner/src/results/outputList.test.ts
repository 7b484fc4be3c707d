import { describe, expect, it } from 'vitest';
import type { OutputLine } from '../child/jobFile.ts';
import { type ListedOutput, readOutputList } from './outputList.ts';

const place = { sourceInputIds: ['in1'] };
const row: OutputLine = { type: 'item', port: 'rows', place, value: { length: 1 } };

/** Reads a text that arrives in pieces of `pieceBytes` bytes. */
async function read(text: string, pieceBytes = 7) {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let i = 0; i < bytes.length; i += pieceBytes) yield bytes.subarray(i, i + pieceBytes);
  }
  const outputs: ListedOutput[] = [];
  for await (const output of readOutputList(chunks())) outputs.push(output);
  return outputs;
}

describe('the list of outputs', () => {
  it.each([1, 7, 100_000])('is read line by line, in pieces of %i bytes', async (pieceBytes) => {
    const file: OutputLine = { type: 'file', port: 'table', place, name: 'Å.tsv' };
    const lines = [row, file, { type: 'error', message: 'no' } satisfies OutputLine];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    expect(await read(text, pieceBytes)).toEqual(lines);
  });

  it.each([
    ['half a line, as a killed tool leaves it', '{"type":"item","po'],
    ['a line that is not JSON', 'hello\n'],
    ['a line that is not an output', '{"type":"file","port":"table"}\n'],
    ['a rank below 1', '{"type":"file","port":"a","name":"b","place":{"sourceInputIds":[],"rank":0}}\n'],
  ])('keeps what stood before %s', async (_what, text) => {
    expect(await read(`${JSON.stringify(row)}\n${text}`)).toEqual([row, 'broken']);
  });

  it('continues after a line that is too large to be parsed', async () => {
    const large = JSON.stringify({ ...row, value: 'x'.repeat(256 * 1024) });
    expect(await read(`${large}\n${JSON.stringify(row)}\n`, 65_536)).toEqual(['too large', row]);
  });
});
