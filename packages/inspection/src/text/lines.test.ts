import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindsOf } from './characters.ts';
import { LineSplitter, MAX_PIECE } from './lines.ts';

type Piece = [text: string, continued: boolean, kinds: number];

/** Returns the pieces of a text split into chunks of these sizes, which repeat. */
function split(text: string, sizes: number[]): Piece[] {
  const pieces: Piece[] = [];
  const splitter = new LineSplitter((...piece) => pieces.push(piece));
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0, i = 0; at < bytes.length; at += sizes[i++ % sizes.length]!)
    splitter.add(bytes.subarray(at, at + sizes[i % sizes.length]!));
  splitter.end();
  return pieces;
}

/** A reference implementation: lines end with LF, CR LF or CR. Text after the last line ending is a line unless it is empty. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
const lineEnd = fc.constantFrom('\r', '\n', '\r\n');
const random = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
const text = fc.array(fc.oneof(lineEnd, random, fc.constantFrom('MKV', '>a b', '')), { maxLength: 20 });

describe('lines', () => {
  it('end with LF, CR LF or CR, with any division into chunks', () => {
    fc.assert(
      fc.property(text, sizes, (parts, sizes) => {
        const whole = parts.join('');
        expect(split(whole, sizes)).toEqual(linesOf(whole).map((line) => [line, false, kindsOf(line)]));
      }),
    );
  });

  it('come in pieces of fixed length when they are long, with any division into chunks', () => {
    fc.assert(
      fc.property(
        fc.nat(3),
        fc.integer({ min: -3, max: 3 }),
        lineEnd,
        fc.integer({ min: 999 }),
        (n, more, end, size) => {
          const length = Math.max(0, n * MAX_PIECE + more);
          const pieces = split(`${'M'.repeat(length)}${end}K`, [size]);
          expect(pieces.at(-1)).toEqual(['K', false, kindsOf('K')]);
          const long = pieces.slice(0, -1);
          expect(long.map(([text]) => text).join('')).toHaveLength(length);
          expect(long.slice(0, -1).every(([text]) => text.length === MAX_PIECE)).toBe(true);
          expect(long.map(([, continued]) => continued)).toEqual(long.map((_, i) => i > 0));
        },
      ),
      { numRuns: 30 },
    );
  });
});
