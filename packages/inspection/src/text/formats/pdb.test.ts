import { describe, expect, it } from 'vitest';
import { kindsOf } from '../characters.ts';
import type { TextFormat } from '../textFormat.ts';
import { pdb, pqr } from './pdb.ts';

function read(format: TextFormat, lines: string[]) {
  const reader = format.open();
  return lines.every((line) => reader.line(line, false, kindsOf(line))) ? reader.end() : undefined;
}

/** Returns the CPU time of reading a line 2,000 times, in microseconds. */
function costOf(line: string): number {
  const before = process.cpuUsage();
  read(pdb, Array(2_000).fill(line));
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

const atom = 'ATOM      1  N   MET A   1      27.340  24.430   2.614  1.00  9.67           N';

describe('PDB', () => {
  it('counts atoms by their columns, which may touch', () => {
    const touching = 'ATOM      2  CA  MET A   1    1026.2661025.413-102.842  1.00 10.38           C';
    expect(read(pdb, [atom, touching])).toEqual({ atoms: 2, models: 1 });
  });

  it('counts atoms by three decimal words in a row, as PQR has them', () => {
    expect(read(pqr, ['ATOM  1 N MET 1 27.340 24.430 2.614 -0.4 1.5'])).toEqual({ atoms: 1, models: 1 });
  });

  it('is not recognized without coordinates', () => {
    expect(read(pdb, ['ATOM      1  N   MET A   1      nowhere'])).toBeUndefined();
  });

  it('takes little more time for a hostile line than for an ordinary one', () => {
    costOf(atom); // compiled now
    const hostile = `ATOM  ${'1'.repeat(36)}.${'1'.repeat(36)} ${'1'.repeat(41)}x`;
    expect(costOf(hostile)).toBeLessThan(30 * costOf(atom) + 20_000);
  });
});
