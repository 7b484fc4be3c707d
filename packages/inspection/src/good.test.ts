import { describe, expect, it } from 'vitest';
import { inspectFile } from './inspect.ts';
import { goodSamples } from './testing/samples/good.ts';
import { streamOf } from './testing/samples/streams.ts';

describe('files of scientific work are accepted', () => {
  it('has at least 60 samples', () => expect(goodSamples.length).toBeGreaterThanOrEqual(60));

  it.for(goodSamples)('$name is $format', async ({ name, content, format, units = {} }) => {
    expect(await inspectFile(streamOf(content), name)).toMatchObject({ ok: true, format, units });
  });
});
