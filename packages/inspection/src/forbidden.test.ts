import { describe, expect, it } from 'vitest';
import { inspectFile } from './inspect.ts';
import { forbiddenSamples } from './testing/samples/forbidden.ts';
import { streamOf } from './testing/samples/streams.ts';

const samples = forbiddenSamples();

describe('content that browsers execute is refused', () => {
  it('has at least 200 samples', () => expect(samples.length).toBeGreaterThanOrEqual(200));

  it.for(samples)('$title as $name', async ({ name, content, family }) => {
    const verdict = await inspectFile(streamOf(content), name);
    expect(verdict).toMatchObject({ ok: false, message: expect.stringMatching(/\. \S.*\.$/) });
    if (family && !verdict.ok) expect([`forbidden_${family}`, 'unknown_format']).toContain(verdict.reason);
  });
});
