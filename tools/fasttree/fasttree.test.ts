import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';

const input = (text: string) => ({ id: 'a', slotId: 'alignment', kind: 'msa', format: 'AFA', text });
const problems = (text: string, settings = {}) =>
  checkRequest(contract, check, [input(text)], settings).verdict.problems;
const dna = '>a\nACGTACGTACGTACGTACGTACGT\n>b\nACGTACGTACGTACGTACGTACGA\n>c\nACGTACGTACGTACGTACGTACGG\n';

describe('refuses', () => {
  it.each([
    ['empty', '', /empty/],
    ['junk', 'hello', /starts with '>'/],
    ['rows of different lengths', '>a\nMKTAYIAK\n>b\nMKTAY\n>c\nMKTAYIAK', /5 columns|has 5/],
    ['two rows', '>a\nMK\n>b\nMK', /needs at least 3/],
  ])('%s', (_, text, message) => {
    expect(problems(text)[0]!.message).toMatch(message);
  });

  it('a model of the other kind', () => {
    expect(problems(dna)).toMatchObject([{ path: 'settings.model', message: expect.stringMatching(/use gtr$/) }]);
    expect(problems(dna, { model: 'gtr' })).toEqual([]);
    expect(problems(dna.replace('GTACGTAC', 'XXXXXXXX'))).toHaveLength(1);
    expect(problems(dna.replace('GTACGTAC', 'XXXXXXXX'), { model: 'gtr' })).toEqual([]);
    const protein = '>a\nMKTAY\n>b\nMKTAF\n>c\nMKTAW\n';
    expect(problems(protein, { model: 'jc' })).toMatchObject([
      { path: 'settings.model', message: expect.stringMatching(/use lg$/) },
    ]);
  });
});
