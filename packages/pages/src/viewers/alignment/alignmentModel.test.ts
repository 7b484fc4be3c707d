import { readTestData } from '@rotamer/tools/testdata/read.ts';
import { describe, expect, it } from 'vitest';
import { fastaOf, find, readAlignment, residueNumber } from './alignmentModel.ts';

const small = readAlignment('>a\nMK-VA\n>b\nMKW-A\n', 'AFA');

describe('an alignment', () => {
  it('is read with classes, and with how many rows agree in each column', () => {
    expect([small.names, small.columns, [...small.identity]]).toEqual([['a', 'b'], 5, [1, 1, 0.5, 0.5, 1]]);
    expect(small.classes[small.common[1]! - 1]!.label).toBe('positive');
  });

  it('is read from a seed alignment of Pfam in Stockholm format', () => {
    const { names, rows, columns } = readAlignment(readTestData('globins4.sto'), 'STOCKHOLM');
    expect(names).toEqual(['HBB_HUMAN', 'HBA_HUMAN', 'MYG_PHYCA', 'GLB5_PETMA']);
    expect(rows.every(({ length }) => length === columns)).toBe(true);
  });

  it('is nucleotides when no row has another letter', () => {
    expect(readAlignment('>a\nACGU-N\n', 'AFA').classes[3]!.label).toBe('T or U');
  });

  it('is refused with the line that is wrong', () => {
    expect(() => readAlignment('>a\nM1\n', 'AFA')).toThrow(/line 2/);
  });
});

describe('a place', () => {
  it('has the number of its residue without gaps; 0 at a gap', () => {
    const numbers = [0, 1, 2, 3, 4].map((column) => residueNumber(small, { row: 0, column }));
    expect(numbers).toEqual([1, 2, 0, 3, 4]);
  });

  it.each([
    ['kva', { row: 0, column: 0 }, { row: 0, column: 1 }],
    ['B', { row: 0, column: 0 }, { row: 1, column: 0 }],
    ['mk', { row: 0, column: 0 }, { row: 1, column: 0 }],
    ['mk', { row: 1, column: 0 }, { row: 0, column: 0 }],
    ['zzz', { row: 0, column: 0 }, undefined],
  ])('with %s is found after another place, across gaps, and from the top again', (wanted, from, place) => {
    expect(find(small, wanted, from)).toEqual(place);
  });
});

it('copies chosen rows as aligned FASTA', () => {
  expect(fastaOf(small, [1])).toBe('>b\nMKW-A\n');
});
