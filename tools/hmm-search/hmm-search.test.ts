import { expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';

const profile =
  'HMMER3/f [3.3.2 | Nov 2020]\nNAME  x\nLENG  2\nALPH  amino\nHMM          A\n      1   0.1\n      2   0.1\n//\n';
const problems = (text: string, settings = {}) => {
  const inputs = [
    { id: 'h', slotId: 'hmm', kind: 'hmm', format: 'HMM', text },
    { id: 'd', slotId: 'database', kind: 'protein', format: 'FASTA', text: '>a\nMKTAY' },
  ];
  return checkRequest(contract, check, inputs, settings).verdict.problems;
};

it('accepts a profile', () => {
  expect(problems(profile)).toEqual([]);
});

it('accepts several profiles in a file, and cutoffs that they have', () => {
  const many = profile + profile.replace('NAME  x', 'NAME  y\nGA    20.0 20.0;').replace('LENG', 'DESC  z\nLENG');
  expect(problems(many)).toEqual([]);
  expect(problems(many, { cutoffs: 'ga' })).toEqual([
    { path: 'input.inputs[0].content', message: "the profile 'x' has no GA line, which cutoffs asks for" },
  ]);
});

it.each([
  ['empty', '', /^the content is empty$/],
  ['junk', 'junk', /^line 1: a profile starts with 'HMMER3\/', found 'junk'$/],
  ['cut', profile.slice(0, -4), /does not end with '\/\/'$/],
  [
    'a state too few',
    profile.replace('      2   0.1\n', ''),
    /^the profile has 1 states, but its length \(LENG\) is 2/,
  ],
  ['a second profile that is cut', profile + profile.slice(0, -4), /^line 15: the profile does not end with '\/\/'$/],
  ['something after a profile', `${profile}junk\n`, /^line 9: a profile starts with 'HMMER3\/', found 'junk'$/],
  ['a DNA profile', profile.replace('amino', 'DNA'), /not of proteins/],
  ['no name', profile.replace('NAME  x\n', ''), /no NAME/],
  ['no length', profile.replace('LENG  2', 'LENG  x'), /LENG/],
])('refuses %s', (_, text, message) => {
  expect(problems(text)).toEqual([{ path: 'input.inputs[0].content', message: expect.stringMatching(message) }]);
});
