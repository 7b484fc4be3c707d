import { describe, expect, it } from 'vitest';
import { ToolError } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { structureInput, structureText, ubiquitinWith } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { NOTHING_TO_SUPERPOSE, readModels } from './models.ts';
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

  it('models of different atoms', () => {
    const less = ubiquitinWith((line) =>
      Number(line.slice(22, 26)) === 5 && line.slice(12, 16) === ' CB ' ? [] : line,
    );
    const text = models(whole, whole, less);
    const message = 'model 3 has other atoms than model 1, first at A:VAL5; all models need the same';
    expect(problemsOf(text)).toEqual([message]);
    expect(() => readModels([structureText('ensemble', text)], 3)).toThrow(message);
  });

  it('models without a difference', () => {
    expect(problemsOf(models(whole, whole))).toEqual([NOTHING_TO_SUPERPOSE]);
  });
});

it('refuses models that differ only by their place and turn, at which THESEUS aborts', () => {
  const turned = ubiquitinWith((line) => {
    const [x, y, z] = [30, 38, 46].map((at) => Number(line.slice(at, at + 8))) as [number, number, number];
    return `${line.slice(0, 30)}${[7 - y, x, z + 5].map((value) => value.toFixed(3).padStart(8)).join('')}${line.slice(54)}`;
  });
  const ensemble = [structureText('ensemble', models(whole, turned))];
  expect(() => readModels(ensemble, 2)).toThrow(NOTHING_TO_SUPERPOSE);
});

describe('accepts', () => {
  const water = 'HETATM 9999  O   HOH A 999      26.000  25.000   3.000  1.00 10.00           O\n';
  const moved = ubiquitinWith((line) => `${line.slice(0, 30)}  20.000${line.slice(38)}`);

  it.each([
    ['a water in one model only', models(whole, moved, moved + water)],
    ['atoms of a residue in another order', models(whole, moved.replace(/^(.* N .*\n)(.* CA .*\n)/, '$2$1'))],
  ])('%s', (_, text) => {
    expect(problemsOf(text)).toEqual([]);
  });
});

describe('the output of theseus', () => {
  it('fails the job when a number is missing', () => {
    expect(() => parseSummary('  * Classical LS pairwise <RMSD>  5.7\n')).toThrow(ToolError);
    expect(() => parseVariances('RES 1 LYS 1 66.8 8.1 22.3 CORE\n', 2)).toThrow(ToolError);
    expect(() => parseVariances('RES 1 LYS 1 nan 8.1 22.3 CORE\n', 1)).toThrow(ToolError);
  });
});
