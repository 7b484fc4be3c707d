// @module-tag attacks

import { describe, expect, it } from 'vitest';
import { TextProblems } from '../problems.ts';
import { MAX_ATOM_LINES } from './limits.ts';
import { normalise } from './normalise.ts';
import { readPdb } from './pdb.ts';

describe('hostile files are read in time proportional to their length', () => {
  const atom = (name: string, chain: string, number: number, x: number, altLoc = ' ') =>
    `ATOM      1 ${name.padEnd(4)}${altLoc}ALA ${chain}${String(number).padStart(4)}    ${x.toFixed(3).padStart(8)}   0.000   0.000\n`;
  const name = (i: number) => i.toString(36).padStart(4, 'X').slice(-4).toUpperCase();

  it.each([
    ['residues whose lines alternate', (i: number) => atom(name(i), 'A', i % 2, 0)],
    [
      'numbers that begin again and again',
      (i: number) => ['N', 'CA', 'C'].map((each) => atom(each, 'A', i % 2, 20 * (i % 90))).join(''),
    ],
    ['segments without end', (i: number) => `${atom('CA', ' ', 1, 0).trimEnd().padEnd(72)}${name(i)}\n`],
    ['altlocs', (i: number) => atom(name(i >> 1), 'A', 1, 0, String.fromCharCode(48 + ((i * 7) % 40)))],
  ])('%s', (_, line) => {
    const begun = performance.now();
    normalise(
      readPdb(
        Array.from({ length: 20_000 }, (__, i) => line(i)).join(''),
        1,
        { maxAtomLines: MAX_ATOM_LINES },
        new TextProblems(),
      )!,
    );
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
