import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Units } from '../../inspection.ts';
import { kindsOf } from '../characters.ts';
import { fasta } from './fasta.ts';

/** A straightforward reference implementation. Returns undefined when the lines are not FASTA. */
function reference(lines: string[]): Units | undefined {
  let records = 0;
  let residues = 0;
  for (const line of lines) {
    if (line.startsWith('>')) records++;
    else if (line.trim() === '') continue;
    else if (/^(;|#(?!!))/.test(line)) continue;
    else if (records > 0 && /^[A-Za-z*\-.~ \t\d]*$/.test(line)) residues += line.match(/[A-Za-z]/g)?.length ?? 0;
    else return undefined;
  }
  return residues > 0 ? { records, residues } : undefined;
}

function read(lines: string[]): Units | undefined {
  const reader = fasta.open();
  return lines.every((line) => reader.line(line, false, kindsOf(line))) ? reader.end() : undefined;
}

const noise = fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
const residues = fc.string({ unit: fc.constantFrom(...'ACDEFGHIKLMNPQRSTVWYacgt'), maxLength: 70 });
const gapped = fc.string({ unit: fc.constantFrom(...'ACGT*-.~ \t12'), maxLength: 70 });
const line = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('>a', '', ' ', '\xa0', '; old', '# new', '>') },
  { weight: 8, arbitrary: fc.oneof(residues, gapped) },
  { weight: 1, arbitrary: noise },
);

describe('FASTA', () => {
  it('is read like the reference implementation, for any lines', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        expect(read(lines)).toEqual(reference(lines));
      }),
      { numRuns: 2000 },
    );
  });
});
