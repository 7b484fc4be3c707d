import { describe, expect, it } from 'vitest';
import { ToolError } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { structureInput, structureText, ubiquitinWith } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { parseRmsds, parseSuperposed } from './parse.ts';
import { contract } from './tool.ts';

const other = structureInput('structures', '1ubq.pdb', 'other');

describe('refuses', () => {
  refusesBadStructures({ contract, check }, 'structures', 'protein', [other]);

  it('one structure', () => {
    const { problems } = checkRequest(contract, check, [other], {}).verdict;
    expect(problems[0]!.message).toMatch(/at least 2/);
  });

  it('chosen residues that are too few', () => {
    const both = [structureInput('structures', '1ubq.pdb'), other];
    expect(checkRequest(contract, check, both, { residues: 'A:1-30' }).verdict.problems).toEqual([]);
    expect(checkRequest(contract, check, both, { residues: 'A:1-9' }).verdict.problems).toMatchObject([
      { message: 'its chain A has 9 amino acids, 10 to 1000 can be aligned' },
      { message: 'its chain A has 9 amino acids, 10 to 1000 can be aligned' },
    ]);
  });

  it('chains at which mustang crashes', () => {
    const short = ubiquitinWith((line) => (Number(line.slice(22, 26)) <= 9 ? line : []));
    const { problems } = checkRequest(contract, check, [structureText('structures', short), other], {}).verdict;
    expect(problems).toEqual([
      { path: 'input.inputs[0].content', message: 'its chain A has 9 amino acids, 10 to 1000 can be aligned' },
    ]);
  });
});

describe('the output of mustang', () => {
  it('fails the job when distances or structures are missing', () => {
    expect(() => parseRmsds('  1|  ---  1.1\n', 2)).toThrow(ToolError);
    expect(() => parseRmsds('  1|  ---  1.1\n  2|  nan  ---\n', 2)).toThrow(ToolError);
    expect(() => parseSuperposed('END\n', ['A', 'B'])).toThrow(ToolError);
    expect(() =>
      parseSuperposed(
        ubiquitinWith((line) => line),
        ['A', 'B'],
      ),
    ).toThrow(ToolError);
  });
});
