import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Units } from '../../inspection.ts';
import { kindsOf } from '../characters.ts';
import { fastq } from './fastq.ts';

/** A straightforward reference implementation. Returns undefined when the lines are not FASTQ. */
function reference(lines: string[]): Units | undefined {
  let records = 0;
  let residues = 0;
  for (let i = 0; i < lines.length; ) {
    if (lines[i]!.trim() === '') {
      i++;
      continue;
    }
    const [name, bases, plus, quality] = lines.slice(i, i + 4);
    if (quality === undefined || !name!.startsWith('@') || !plus!.startsWith('+')) return undefined;
    if (!/^[A-Za-z.*-]*\s*$/.test(bases!) || !/^[!-~]*\s*$/.test(quality)) return undefined;
    if (bases!.trimEnd().length !== quality.trimEnd().length) return undefined;
    records++;
    residues += bases!.trimEnd().length;
    i += 4;
  }
  return residues > 0 ? { records, residues } : undefined;
}

function read(lines: string[]): Units | undefined {
  const reader = fastq.open();
  return lines.every((line) => reader.line(line, false, kindsOf(line))) ? reader.end() : undefined;
}

const end = fc.constantFrom('', '', '', ' ', '\t', '\xa0');
const record = fc
  .tuple(fc.integer({ min: 0, max: 5 }), fc.constantFrom('A', 'N', '-', '1'), fc.constantFrom('I', '~', '@', ' '), end)
  .map(([length, base, score, end]) => ['@r', base.repeat(length) + end, '+', score.repeat(length) + end]);
const noise = fc.uint8Array({ maxLength: 5 }).map((bytes) => [Buffer.from(bytes).toString('latin1')]);
const part = fc.oneof({ weight: 8, arbitrary: record }, fc.constantFrom([''], [' ']), noise);

describe('FASTQ', () => {
  it('is read like the reference implementation, for any lines', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
        expect(read(parts.flat())).toEqual(reference(parts.flat()));
      }),
      { numRuns: 2000 },
    );
  });
});
