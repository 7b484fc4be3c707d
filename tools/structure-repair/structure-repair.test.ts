import { describe, expect, it } from 'vitest';
import { TextProblems } from '../shared/problems.ts';
import { readPdb } from '../shared/structure/pdb.ts';
import { refusesBadStructures } from '../shared/structure/refusals.ts';
import { residuesOf } from '../shared/structure/structure.ts';
import { ubiquitinWith } from '../shared/structure/testStructures.ts';
import { readTestData } from '../testdata/read.ts';
import { check } from './check.ts';
import { declaredSequences } from './declared.ts';
import { findGaps } from './gaps.ts';
import { seqres, ubiquitinSequence } from './testSequence.ts';
import { contract } from './tool.ts';

describe('structure-repair refuses', () => refusesBadStructures({ contract, check }, 'structure', 'polymer'));

describe('the declared sequence', () => {
  it('is that of SEQRES, by chain', () => {
    const text = seqres('A', ubiquitinSequence) + seqres('b', ['GLY', 'MSE', 'UNK']);
    expect([...declaredSequences(text, 'PDB')]).toEqual([
      ['A', ubiquitinSequence],
      ['b', ['GLY', 'MSE', 'UNK']],
    ]);
  });

  it('is the same from both formats of an entry', () => {
    const [pdb, cif] = ['1A8O.pdb', '1A8O.cif'].map((file) => readTestData(`structures/${file}`));
    const declared = declaredSequences(cif!, 'MMCIF');
    expect(declared.get('A')).toHaveLength(70);
    expect([...declared]).toEqual([...declaredSequences(pdb!, 'PDB')]);
  });

  it('is read from the sequences of entities where there is no scheme', () => {
    const cif = [
      ...[
        'data_x',
        '_entity_poly.entity_id 1',
        '_entity_poly.pdbx_strand_id "A,B"',
        'loop_',
        '_entity_poly_seq.entity_id',
      ],
      ...[
        '_entity_poly_seq.num',
        '_entity_poly_seq.mon_id',
        '1 1 ALA',
        '1 2 SER',
        '1 2 THR',
        '1 3 GLY',
        'loop_',
        '_other.id',
        '1',
      ],
    ];
    const names = ['ALA', 'SER', 'GLY'];
    expect([...declaredSequences(cif.join('\n'), 'MMCIF')]).toEqual([
      ['A', names],
      ['B', names],
    ]);
  });
});

describe('gaps', () => {
  const residuesWithout = (...numbers: number[]) => {
    const text = ubiquitinWith((line) => (numbers.includes(Number(line.slice(22, 26))) ? [] : line));
    return residuesOf(readPdb(text, 1, { maxAtomLines: 10_000 }, new TextProblems())!);
  };

  it.each([
    [[]],
    [[1, 2]],
    [[76]],
    [[8, 9, 10]],
    // Of P-P at 37 and 38, and G-G at 75 and 76, only one is there.
    [[37]],
    [[38]],
    [[75]],
    [[20, 40, 41, 60]],
  ])('without residues %j', (numbers) => {
    const gaps = findGaps(residuesWithout(...numbers), ubiquitinSequence)!;
    const missing = gaps.flatMap(({ names }) => names);
    expect(missing).toEqual(numbers.map((number) => ubiquitinSequence[number - 1]));
    // Where the numbers are without a meaning, the geometry says the same.
    const renumbered = residuesWithout(...numbers).map((residue, i) => ({ ...residue, number: 500 + i }));
    expect(findGaps(renumbered, ubiquitinSequence)!.reduce((sum, { names }) => sum + names.length, 0)).toBe(
      numbers.length,
    );
  });

  it('are none where the sequence is another, or too short', () => {
    expect(findGaps(residuesWithout(), [...ubiquitinSequence].reverse())).toBeUndefined();
    expect(findGaps(residuesWithout(), ubiquitinSequence.slice(1))).toBeUndefined();
  });
});
