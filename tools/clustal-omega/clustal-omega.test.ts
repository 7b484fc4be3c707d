import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { refusesBadSequences } from '../shared/native/alignerTests.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';

describe('refuses', () => {
  refusesBadSequences({ contract, check });

  it('distances of two sequences, which the program does not write', () => {
    const inputs = (text: string) => [{ id: 'a', slotId: 'sequences', kind: 'protein', format: 'FASTA', text }];
    const problems = (text: string, full_distance_matrix: boolean) =>
      checkRequest(contract, check, inputs(text), { full_distance_matrix }).verdict.problems;
    const two = '>a\nMKTAYI\n>b\nMKTAYV\n';
    expect(problems(two, true)).toMatchObject([{ path: 'settings.full_distance_matrix' }]);
    expect(problems(two, false)).toEqual([]);
    expect(problems(`${two}>c\nMKTA\n`, true)).toEqual([]);
  });
});
