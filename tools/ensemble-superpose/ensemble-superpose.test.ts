import { describe, expect, it } from 'vitest';
import { ToolError } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { structureInput, structureText, ubiquitinWith } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { readModels } from './models.ts';
import { parseSummary, parseVariances } from './parse.ts';
import { contract } from './tool.ts';

const whole = ubiquitinWith((line) => line);
const models = (...texts: string[]) => texts.map((text, i) => `MODEL     ${i + 1}\n${text}ENDMDL\n`).join('');
const problemsOf = (text: string) =>
  checkRequest(contract, check, [structureText('ensemble', text)], {}).verdict.problems.map(({ message }) => message);

describe('refuses', () => {
  refusesBadStructures({ contract, check }, 'ensemble', 'protein');

  it('one model, too many, and models of a few residues', () => {
    const { problems } = checkRequest(contract, check, [structureInput('ensemble', '1ubq.pdb')], {}).verdict;
    expect(problems[0]!.message).toBe('the file has 1 model, at least 2 are needed');
    const short = ubiquitinWith((line) => (Number(line.slice(22, 26)) <= 5 ? line : []));
    expect(problemsOf(models(short, short))).toEqual(['found 5 amino acids, at least 10 are needed']);
    expect(problemsOf(models(...Array.from({ length: 101 }, () => short)))).toEqual([
      'the file has 101 models, the limit is 100',
    ]);
  });

  it('models of different atoms, in the job', () => {
    const less = ubiquitinWith((line) =>
      Number(line.slice(22, 26)) === 5 && line.slice(12, 16) === ' CB ' ? [] : line,
    );
    const text = models(whole, whole, less);
    expect(problemsOf(text)).toEqual([]);
    const read = () => readModels([structureText('ensemble', text)], 3);
    expect(read).toThrow('model 3 has other atoms than model 1, first at A:VAL5; all models need the same');
  });
});

describe('the output of theseus', () => {
  it('fails the job when a number is missing', () => {
    expect(() => parseSummary('  * Classical LS pairwise <RMSD>  5.7\n')).toThrow(ToolError);
    expect(() => parseVariances('RES 1 LYS 1 66.8 8.1 22.3 CORE\n', 2)).toThrow(ToolError);
    expect(() => parseVariances('RES 1 LYS 1 nan 8.1 22.3 CORE\n', 1)).toThrow(ToolError);
  });
});
