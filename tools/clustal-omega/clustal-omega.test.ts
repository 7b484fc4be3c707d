import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { refusesBadSequences } from '../testing/alignerTests.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';

describe('refuses', () => {
  refusesBadSequences({ contract, check });

  it('distances of two sequences, because the program does not write them', () => {
    const inputs = (text: string) => [{ id: 'a', slotId: 'sequences', kind: 'protein', format: 'FASTA', text }];
    const problems = (text: string, full_distance_matrix: boolean) =>
      checkRequest(contract, check, inputs(text), { full_distance_matrix }).verdict.problems;
    const two = '>a\nMKTAYI\n>b\nMKTAYV\n';
    expect(problems(two, true)).toMatchObject([{ path: 'settings.full_distance_matrix' }]);
    expect(problems(two, false)).toEqual([]);
    expect(problems(`${two}>c\nMKTA\n`, true)).toEqual([]);
  });

  it.each([
    ['protein', 'XXXBZ', 'MKTAYI'],
    ['dna', 'NNNNRY', 'ACGTAC'],
  ])('%s without a known residue, at which the program fails, and names the record', (kind, unknown, known) => {
    const text = `>a\n${unknown}\n>b\n${known}\n>c\n${known}\n`;
    const inputs = [{ id: 'a', slotId: 'sequences', kind, format: 'FASTA', text }] as Parameters<typeof check>[0];
    expect(check(inputs, { full_distance_matrix: false }).problems).toEqual([
      {
        path: 'input.inputs[0].content',
        message: "line 1: record 'a' has no known residue, so it cannot be aligned; leave it out, or use mafft",
      },
    ]);
  });
});
