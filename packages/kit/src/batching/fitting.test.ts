import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageType } from '../grpc/encodedBytes.ts';
import { countFitting, FRAME } from './fitting.ts';

const texts: MessageType<string> = { encode: (text, writer) => writer.string(text) };
const LENGTH = 1;

const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);

describe('countFitting', () => {
  it('counts as many of the first items as fit, and at least one', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30)), (lengths) => {
        const sizes = lengths.map((length) => LENGTH + length + FRAME);
        const items = lengths.map((length) => 'A'.repeat(length));
        const count = countFitting(texts, items, 60);
        expect(count > 0).toBe(items.length > 0);
        expect(count <= 1 || sum(sizes.slice(0, count)) <= 60).toBe(true);
        expect(count === items.length || sum(sizes.slice(0, count + 1)) > 60).toBe(true);
      }),
    );
  });
});
