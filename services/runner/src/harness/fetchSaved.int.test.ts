import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchSaved, MissingInput } from './fetchSaved.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fetch-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

const content = Buffer.from('>a\nMQIFVKTLTGK\n');
const saved = {
  key: 'files/ws_1/file_1/content',
  size: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
};
const goOn = new AbortController().signal;

/** A store that gives these bodies, one after the other; undefined: no such object. */
function store(...bodies: ((() => Readable) | undefined)[]) {
  return { get: async () => ((body) => body && { body: body(), size: content.length })(bodies.shift()) };
}

function* cut(): Generator<Buffer> {
  yield content.subarray(0, 5);
  throw new Error('connection reset');
}

describe('a saved file that is an input', () => {
  it.each([
    ['whole', []],
    ['cut in the middle at first', [() => Readable.from(cut())]],
    ['too short at first', [() => Readable.from([content.subarray(0, 5)])]],
    ['altered at first', [() => Readable.from([Buffer.alloc(content.length)])]],
  ])('arrives exactly as it was saved: %s', async (_, before) => {
    const path = join(folder, 'in');
    await fetchSaved(
      store(...before, () => Readable.from([content])),
      saved,
      path,
      goOn,
    );
    expect(await readFile(path)).toEqual(content);
  });

  it('is missing at once when it was deleted', async () => {
    await expect(fetchSaved(store(undefined), saved, join(folder, 'in'), goOn)).rejects.toThrow(MissingInput);
  });
});
