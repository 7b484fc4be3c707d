import { expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';

const profile = 'HMMER3/f [3.3.2 | Nov 2020]\nNAME  x\nLENG  2\nALPH  amino\nHMM          A\n//\n';
const problems = (text: string) => {
  const inputs = [
    { id: 'h', slotId: 'hmm', kind: 'hmm', format: 'HMM', text },
    { id: 'd', slotId: 'database', kind: 'protein', format: 'FASTA', text: '>a\nMKTAY' },
  ];
  return checkRequest(contract, check, inputs, {}).verdict.problems;
};

it('takes a profile', () => {
  expect(problems(profile)).toEqual([]);
});

it.each([
  ['empty', '', /^the content is empty$/],
  ['junk', 'junk', /^line 1: a profile starts with 'HMMER3\/', found 'junk'$/],
  ['cut', profile.slice(0, -4), /does not end with '\/\/'$/],
  ['two profiles', profile + profile, /^line 7: there is more after/],
  ['a DNA profile', profile.replace('amino', 'DNA'), /not of proteins/],
  ['no name', profile.replace('NAME  x\n', ''), /no NAME/],
  ['no length', profile.replace('LENG  2', 'LENG  x'), /LENG/],
])('refuses %s', (_, text, message) => {
  expect(problems(text)).toEqual([{ path: 'input.inputs[0].content', message: expect.stringMatching(message) }]);
});
