import { describe, expect, it } from 'vitest';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { check } from './check.ts';
import { parseVoromqa } from './parse.ts';
import { contract } from './tool.ts';

describe('refuses', () => refusesBadStructures({ contract, check }, 'structure', 'backbone'));

describe('what VoroMQA wrote', () => {
  it('is a score with the numbers of residues and atoms', () => {
    expect(parseVoromqa('structure.pdb 0.585933 76 602\n', 76)).toEqual({ score: 0.585933, residues: 76, atoms: 602 });
  });

  it.each([
    ['', /gave no score/],
    ['structure.pdb nan 76 602', /gave no score/],
    ['structure.pdb 0.585933 68 602', /found 68 of 76 residues/],
    ['structure.pdb 2.98532e-06 76 76', /could not judge it: its score is 2\.98532e-06/],
  ])('fails the job at %s', (stdout, message) => {
    expect(() => parseVoromqa(stdout, 76)).toThrow(message);
  });
});
