import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeRetryPolicy } from '../testing/fakeRetryPolicy.ts';
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
      fakeRetryPolicy().retry,
    );
    expect(await readFile(path)).toEqual(content);
  });

  it('arrives after an outage of the store of several minutes', async () => {
    const { retry, clock } = fakeRetryPolicy();
    const get = async () => {
      if (clock.now < 240_000) throw new Error('the store is away');
      return { body: Readable.from([content]), size: content.length };
    };
    const path = join(folder, 'in');
    await fetchSaved({ get }, saved, path, retry);
    expect(await readFile(path)).toEqual(content);
  });

  it('is given up soon when its content is wrong or this disk is full', async () => {
    const altered = fakeRetryPolicy();
    const wrong = { get: async () => ({ body: Readable.from([Buffer.alloc(content.length)]) }) };
    await expect(fetchSaved(wrong, saved, join(folder, 'in'), altered.retry)).rejects.toThrow('not what was saved');
    const full = fakeRetryPolicy();
    const whole = { get: async () => ({ body: Readable.from([content]) }) };
    await expect(fetchSaved(whole, saved, '/dev/full', full.retry)).rejects.toThrow('no room on the disk');
    for (const { clock } of [altered, full]) expect(clock.now).toBeLessThan(5_000);
  });

  it('is missing at once when it was deleted', async () => {
    await expect(fetchSaved(store(undefined), saved, join(folder, 'in'), fakeRetryPolicy().retry)).rejects.toThrow(
      MissingInput,
    );
  });
});
