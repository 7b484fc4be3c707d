import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakePatience } from '../testing/fakePatience.ts';
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

/** A store that returns these bodies, one for each request; undefined: no such object. */
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
      fakePatience().patience,
    );
    expect(await readFile(path)).toEqual(content);
  });

  it('arrives after an outage of the store of several minutes', async () => {
    const { patience, clock } = fakePatience();
    const get = async () => {
      if (clock.now < 240_000) throw new Error('the store is away');
      return { body: Readable.from([content]), size: content.length };
    };
    const path = join(folder, 'in');
    await fetchSaved({ get }, saved, path, patience);
    expect(await readFile(path)).toEqual(content);
  });

  it('is given up soon when its content is wrong or this disk is full', async () => {
    const altered = fakePatience();
    const wrong = { get: async () => ({ body: Readable.from([Buffer.alloc(content.length)]) }) };
    await expect(fetchSaved(wrong, saved, join(folder, 'in'), altered.patience)).rejects.toThrow('not what was saved');
    const full = fakePatience();
    const whole = { get: async () => ({ body: Readable.from([content]) }) };
    await expect(fetchSaved(whole, saved, '/dev/full', full.patience)).rejects.toThrow('no room on the disk');
    for (const { clock } of [altered, full]) expect(clock.now).toBeLessThan(5_000);
  });

  it('is missing at once when it was deleted', async () => {
    await expect(fetchSaved(store(undefined), saved, join(folder, 'in'), fakePatience().patience)).rejects.toThrow(
      MissingInput,
    );
  });
});
