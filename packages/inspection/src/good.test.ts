import { describe, expect, it } from 'vitest';
import { inspectFile } from './inspect.ts';
import { goodSamples } from './samples/good.ts';
import { streamOf } from './samples/streams.ts';

describe('what science works with is accepted', () => {
  it('is tried with at least 60 samples', () => expect(goodSamples.length).toBeGreaterThanOrEqual(60));

  it.for(goodSamples)('$name is $format', async ({ name, content, format, units = {} }) => {
    expect(await inspectFile(streamOf(content), name)).toMatchObject({ ok: true, format, units });
  });

  it('lets tools read UTF-8 text only', async () => {
    const textual = async (content: string | Uint8Array) => {
      const verdict = await inspectFile(streamOf(content), 'a.txt');
      return verdict.ok && verdict.textual;
    };
    expect(await textual('Größe')).toBe(true);
    expect(await textual(Buffer.from('Größe', 'latin1'))).toBe(false);
    expect(await textual(Buffer.from('Größe', 'utf16le'))).toBe(false);
  });
});
