import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { refusesBadSearches, searchInput } from '../testing/matchTests.ts';
import { check } from './check.ts';
import { depthOf, entriesOf, parseRows, withResidues } from './rows.ts';
import { contract } from './tool.ts';

describe('refuses', () => {
  refusesBadSearches({ contract, check });

  it('queries that are all too short to be searched', () => {
    const inputs = [searchInput('queries', '>a\nMKTAYIAK'), searchInput('database', '>b\nMKTAYIAKQRMKTAYIAKQR')];
    expect(checkRequest(contract, check, inputs, {}).verdict.problems).toEqual([
      { path: 'input.inputs', message: "slot 'queries' has no sequence of 14 residues or more" },
    ]);
  });
});

const entry = '>s000001\nMKXV\n>s000003\t24\t0.750\t1.5E-03\t1\t3\t4\t0\t3\t9\n-kXaV\n';

it('parses an alignment of MMseqs2 with positions counted from 1', () => {
  expect(parseRows(entry)).toEqual([
    {
      target: 2,
      aligned: '-kXaV',
      numbers: {
        ...{ bitscore: 24, identity: 0.75, evalue: 0.0015, qstart: 2, qend: 4, qlen: 4 },
        ...{ tstart: 1, tend: 4, tlen: 9 },
      },
    },
  ]);
  expect(() => parseRows(entry.replace('\t9', ''))).toThrow(/no usable alignment/);
});

it('reads the entries of a database in the order of its keys', () => {
  expect(entriesOf(Buffer.from('second\0first\0'), '1\t0\t7\n0\t7\t6\n')).toEqual(['first', 'second']);
});

it('restores residues that the program read as X', () => {
  expect(withResidues('-kXaxV', 'MKUAOV', 2)).toBe('-kUaoV');
});

it('counts the rows with a residue at each position of the query', () => {
  const row = { target: 0, numbers: {} as never };
  expect(
    depthOf(4, [
      { ...row, aligned: 'MK-V' },
      { ...row, aligned: '-KabLV' },
    ]),
  ).toEqual([1, 2, 1, 2]);
});
