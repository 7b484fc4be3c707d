import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchesOf } from './publisher.ts';

const MAX = 100;

describe('batchesOf', () => {
  it('keeps every message in order, and exceeds the limit only for a single message that does', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 150 })), (sizes) => {
        const messages = sizes.map((size, i) => ({ key: String(i), value: Buffer.alloc(size) }));
        const batches = batchesOf(messages, MAX);
        expect(batches.flat()).toEqual(messages);
        for (const batch of batches) {
          const bytes = batch.reduce((sum, { value }) => sum + value!.length, 0);
          expect(batch.length === 1 || bytes <= MAX).toBe(true);
        }
      }),
    );
  });
});
