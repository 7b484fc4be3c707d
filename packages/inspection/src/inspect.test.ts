import { long } from '@rotamer/kit/testing/long.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectFile } from './inspect.ts';
import { forbiddenSamples } from './testing/samples/forbidden.ts';
import { goodSamples } from './testing/samples/good.ts';
import { streamOf } from './testing/samples/streams.ts';

const small = [...forbiddenSamples(), ...goodSamples].filter(({ content }) => content.length < 2000);
const chunkSizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

/** Yields all chunks in the same memory, which is overwritten as soon as the next chunk is requested. */
async function* inOneMemory(content: Uint8Array | string): AsyncGenerator<Uint8Array> {
  const memory = Buffer.alloc(20_000);
  for await (const chunk of streamOf(content, [1, 700, memory.length])) {
    memory.set(chunk);
    yield memory.subarray(0, chunk.length);
    memory.fill('?');
  }
}

describe('every stream', () => {
  it('gets the same result for any division into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...small), chunkSizes, async ({ content, name }, sizes) => {
        const whole = await inspectFile(streamOf(content), name);
        expect(await inspectFile(streamOf(content, sizes), name)).toEqual(whole);
      }),
      { numRuns: 100 },
    );
  });

  it('gets the same result when the memory of a chunk is reused', async () => {
    const samples = [...forbiddenSamples(), ...goodSamples].filter((_, i) => long || i % 3 === 0);
    for (const { content, name } of samples) {
      const whole = await inspectFile(streamOf(content), name);
      expect(await inspectFile(inOneMemory(content), name), name).toEqual(whole);
    }
  });

  it('gets a result with any damage', async () => {
    const damage = fc.record({ at: fc.nat(), bytes: fc.uint8Array({ maxLength: 8 }), cut: fc.nat() });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...small), damage, async ({ content, name }, { at, bytes, cut }) => {
        const copy = Buffer.from(content);
        copy.set(bytes.slice(0, copy.length), Math.max(0, Math.min(at % copy.length, copy.length - bytes.length)));
        const verdict = await inspectFile(streamOf(copy.subarray(0, copy.length - (cut % 50))), name);
        expect(verdict.ok || verdict.message.length > 0).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('gets a result when it is noise', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.string(), async (bytes, name) => {
        expect(await inspectFile(streamOf(bytes), name)).toHaveProperty('ok');
      }),
      { numRuns: 100 },
    );
  });

  it('fails with its own error, which is not blamed on the file', async () => {
    for (const start of ['>a\nMKV\n', '\x1f\x8b\x08\0\0\0\0\0\0\0', 'PK\x03\x04']) {
      async function* failing() {
        yield Buffer.from(start, 'latin1');
        throw new Error('the store is unavailable');
      }
      await expect(inspectFile(failing(), 'a.txt')).rejects.toThrow('the store is unavailable');
    }
  });

  it('needs little memory, also for one line of 20 MB', async () => {
    const block = Buffer.from('MKVLAATWQG'.repeat(6000));
    let held = 0;
    async function* sequence() {
      yield Buffer.from('>a\n');
      for (let i = 0; i < 334; i++) {
        yield block;
        held = Math.max(held, process.memoryUsage().arrayBuffers);
      }
    }
    const before = process.memoryUsage().arrayBuffers;
    const verdict = await inspectFile(sequence(), 'a.fasta');
    expect(verdict).toMatchObject({ ok: true, units: { records: 1, residues: 334 * 60_000 } });
    expect(held - before).toBeLessThan(16 * 1024 * 1024);
  });
});
