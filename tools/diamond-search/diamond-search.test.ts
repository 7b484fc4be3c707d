import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { refusesBadSearches, searchInput } from '../shared/native/matchTests.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';

const dna = `>g\n${'ACGT'.repeat(10)}`;
const protein = '>a\nMKTAYIAKQR';
const problems = (inputs: ReturnType<typeof searchInput>[], settings = {}) =>
  checkRequest(contract, check, inputs, settings).verdict.problems;

describe('refuses', () => {
  refusesBadSearches({ contract, check });

  it('queries of the other kind', () => {
    const database = searchInput('database', protein);
    expect(problems([searchInput('queries', dna, 'dna'), database])).toEqual([
      { path: 'input.inputs[0].kind', message: 'blastp takes queries of kind protein, not dna' },
    ]);
    expect(problems([searchInput('queries', dna, 'dna'), database], { program: 'blastx' })).toEqual([]);
    expect(problems([searchInput('queries', protein), database], { program: 'blastx' })).toHaveLength(1);
  });

  it('a database of DNA', () => {
    const inputs = [searchInput('queries', protein), searchInput('database', dna, 'dna')];
    expect(problems(inputs)).toMatchObject([{ path: 'input.inputs[1].kind' }]);
  });
});
