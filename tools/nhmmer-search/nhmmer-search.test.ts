import { expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { readTestData } from '../testdata/read.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';

const input = (slotId: string, text: string, kind = 'dna', format = 'FASTA') => ({
  ...{ id: slotId, slotId, kind, format, text },
});
const database = input('database', '>d\nACGTACGTTGCA');
const verdict = (query: ReturnType<typeof input>, settings = {}, searched = database) =>
  checkRequest(contract, check, [query, searched], settings).verdict;
const made1 = () => input('query', readTestData('made1.hmm'), 'hmm', 'HMM');

it.each([
  ['a sequence of DNA', input('query', '>a\nACGTNNRYACGT')],
  ['sequences of RNA', input('query', '>a\nACGU\n>b\nGGGU', 'rna')],
  ['a bare sequence', input('query', 'ACGTACGT', 'dna', 'TEXT')],
  ['an alignment', input('query', '>a\nACG-U\n>b\nACGGU', 'msa', 'AFA')],
  ['a profile of DNA', made1()],
  ['a profile of RNA', input('query', readTestData('made1.hmm').replace('ALPH  DNA', 'ALPH  RNA'), 'hmm', 'HMM')],
])('accepts %s as a query', (_, query) => {
  expect(verdict(query).problems).toEqual([]);
});

it.each([
  ['a protein', input('query', '>a\nMKTAYIAK'), /^line 2: character 'I' is not a nucleotide code/],
  ['51 sequences', input('query', '>a\nACGT\n'.repeat(51)), /^line 101: more than 50 records$/],
  ['an alignment of proteins', input('query', '>a\nMPEIL\n>b\nMPE-L', 'msa', 'AFA'), /hmm-search take proteins$/],
  ['rows of different lengths', input('query', '>a\nACGT\n>b\nACG', 'msa', 'AFA'), /columns/],
  [
    'a profile of proteins',
    input('query', readTestData('fn3.hmm'), 'hmm', 'HMM'),
    /^the profile is of 'amino', not of nucleotides \(ALPH DNA or RNA\); hmm-search takes it$/,
  ],
  ['a profile that is cut', input('query', readTestData('made1.hmm').slice(0, 9_000), 'hmm', 'HMM'), /not end with/],
])('refuses %s as a query', (_, query, message) => {
  expect(verdict(query).problems).toMatchObject([
    { path: 'input.inputs[0].content', message: expect.stringMatching(message) },
  ]);
});

it('refuses a protein in the database only where no nucleotide sequence is left', () => {
  const query = input('query', '>a\nACGT');
  expect(verdict(query, {}, input('database', '>p\nMPEIL\n>d\nACGT')).problems).toEqual([]);
  expect(verdict(query, {}, input('database', '>p\nMPEIL')).problems).not.toEqual([]);
});

it('refuses cutoffs that a profile lacks, and cutoffs of a sequence', () => {
  expect(verdict(made1(), { cutoffs: 'ga' }).problems).toEqual([
    { path: 'input.inputs[0].content', message: "the profile 'MADE1' has no GA line, which cutoffs asks for" },
  ]);
  expect(verdict(input('query', '>a\nACGT'), { cutoffs: 'ga' }).problems).toEqual([
    { path: 'settings.cutoffs', message: "'a' is not a profile; only profiles have cutoffs" },
  ]);
});

it('estimates the time by the lengths of the query and of the database', () => {
  const long = { kind: 'nucleotide-sequences', records: 1, residues: 3e9 } as const;
  const query = input('query', `>a\n${'ACGT'.repeat(250)}`);
  const named = checkRequest(contract, check, [query], { database: 'human@1' }, long).verdict;
  expect(named.problems).toEqual([]);
  expect(named.estimatedMinutes).toBe(15);
  expect(verdict(query).estimatedMinutes).toBe(1);
});
