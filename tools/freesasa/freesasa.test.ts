import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { structureText, ubiquitinWith } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';

describe('refuses', () => {
  refusesBadStructures({ contract, check }, 'structure', 'backbone');

  const refusal = (text: string) =>
    checkRequest(contract, check, [structureText('structure', text)], {}).verdict.problems.map(
      ({ message }) => message,
    );

  it('atoms at one position, for which the program finds no area', () => {
    const same = ubiquitinWith((line) =>
      /^ O[DE]1 .{4}A {2}(40|39)$/.test(line.slice(12, 26))
        ? `${line.slice(0, 30)}   1.000   2.000   3.000${line.slice(54)}`
        : line,
    );
    expect(refusal(same)).toEqual(['an atom of A:ASP39 lies at the position of another one: it has no area']);
  });

  it('a structure that the file contains twice', () => {
    const text = ubiquitinWith((line) => line);
    expect(refusal(text + text)).toEqual([expect.stringMatching(/^atoms of 152 of 152 residues lie at the positions/)]);
  });
});
