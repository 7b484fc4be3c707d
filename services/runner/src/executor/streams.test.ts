import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JobEnd } from '../child/runnerPipe.ts';
import { createLineReader } from './streams.ts';

function read(chunks: string[]) {
  const received: (number | 'ready' | JobEnd)[] = [];
  const reader = createLineReader({
    ready: () => received.push('ready'),
    progress: (percent) => received.push(percent),
    ended: (end) => received.push(end),
  });
  for (const chunk of chunks) reader(Buffer.from(chunk));
  return received;
}

describe('the pipe of a child', () => {
  it('carries `ready`, whole percent, and the end of a job', () => {
    expect(read(['ready\n0\n50\n100\ndone\nready\nover\n'])).toEqual(['ready', 0, 50, 100, 'done', 'ready', 'over']);
  });

  it('is read the same for any split into chunks', () => {
    const text = 'ready\n1\n22\n100\n';
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), text.length];
        expect(read(at.map((from, i) => text.slice(from, at[i + 1])))).toEqual(['ready', 1, 22, 100]);
      }),
    );
  });

  it('ignores lower values, values above 100, and text that is not a number', () => {
    expect(read(['50\n40\n50\n101\n-1\n1e2\nNaN\n 60\n70\n'])).toEqual([50, 70]);
  });

  it('does not buffer an endless line', () => {
    const chunks = Array.from({ length: 100 }, () => 'x'.repeat(65_536));
    expect(read([...chunks, '\n7\n'])).toEqual([7]);
  });
});
