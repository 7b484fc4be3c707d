import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { searchInput as input, refusesBadSearches } from '../testing/matchTests.ts';
import { check } from './check.ts';
import { restoreReport } from './report.ts';
import { contract } from './tool.ts';

const dna = `>g\n${'ACGT'.repeat(10)}`;
const verdict = (inputs: ReturnType<typeof input>[], settings = {}) =>
  checkRequest(contract, check, inputs, settings).verdict;

describe('refuses', () => {
  refusesBadSearches({ contract, check });

  it.each([
    ['blastp', 'dna', 'protein', ['input.inputs[0].kind'], 'blastp takes queries of kind protein, not dna'],
    ['blastx', 'protein', 'protein', ['input.inputs[0].kind'], 'blastx takes queries of kind dna, not protein'],
    ['tblastn', 'protein', 'protein', ['input.inputs[1].kind'], 'tblastn takes a database of kind dna, not protein'],
    ['blastn', 'dna', 'protein', ['input.inputs[1].kind'], 'blastn takes a database of kind dna, not protein'],
  ])('%s for %s against %s', (program, query, database, paths, message) => {
    const text = (kind: string) => (kind === 'dna' ? dna : '>a\nMKTAYIAKQR');
    const inputs = [input('queries', text(query), query), input('database', text(database), database)];
    const { problems } = verdict(inputs, { program });
    expect(problems.map(({ path }) => path)).toEqual(paths);
    expect(problems[0]!.message).toBe(message);
  });

  it('settings that a program would ignore', () => {
    const inputs = [input('queries', dna, 'dna'), input('database', dna, 'dna')];
    const { problems } = verdict(inputs, { program: 'blastn', task: 'blastp-short', matrix: 'PAM30' });
    expect(problems.map(({ path }) => path)).toEqual(['settings.task', 'settings.matrix']);
  });

  const dnaPair = () => [input('queries', dna, 'dna'), input('database', dna, 'dna')];
  const proteinPair = () => [input('queries', '>a\nMKTAYIAKQR'), input('database', '>b\nMKTAYIAKQR')];
  it.each([
    [
      'blastp',
      { gap_open: 3, gap_extend: 7 },
      'settings.gap_open',
      /BLOSUM62 with gap costs 3,7; it has them for 11,2 10,2/,
    ],
    ['blastp', { gap_open: 11 }, 'settings.gap_open', /set together/],
    ['blastp', { gap_open: 11, gap_extend: 1, task: 'blastp-short' }, 'settings.gap_open', /PAM30/],
    ['blastn', { gap_open: 4, gap_extend: 1 }, 'settings.gap_open', /the scores 2,-3 with gap costs 4,1/],
    ['blastn', { reward: 7, penalty: -1 }, 'settings.reward', /no statistics for 7,-1/],
    ['blastn', { reward: 1 }, 'settings.reward', /set together/],
    ['blastn', { word_size: 3 }, 'settings.word_size', /words of 4 to 64/],
    ['blastn', { word_size: 16, task: 'dc-megablast' }, 'settings.word_size', /dc-megablast takes words of 11 to 12/],
    ['blastp', { word_size: 11 }, 'settings.word_size', /words of 2 to 7/],
    ['blastp', { strand: 'plus' }, 'settings.strand', /have no strand/],
    ['blastp', { query_gencode: 4 }, 'settings.query_gencode', /does not translate/],
    ['blastn', { db_gencode: 4 }, 'settings.db_gencode', /does not translate/],
    ['tblastx', { gap_open: 11, gap_extend: 1 }, 'settings.gap_open', /without gaps/],
    ['tblastx', { comp_based_stats: 0 }, 'settings.comp_based_stats', /no such statistics/],
    ['blastn', { task: 'blastp-fast' }, 'settings.task', /blastn, megablast, dc-megablast, blastn-short/],
  ])('what %s does not take: %j', (program, settings, path, message) => {
    const inputs = program === 'blastp' ? proteinPair() : dnaPair();
    expect(verdict(inputs, { program, ...settings }).problems).toEqual([
      { path, message: expect.stringMatching(message) },
    ]);
  });

  it('genetic codes that BLAST does not have', () => {
    expect(verdict(dnaPair(), { program: 'tblastx', query_gencode: 7 }).problems[0]!.path).toBe(
      'settings.query_gencode',
    );
  });
});

it('reserves at least a minute', () => {
  const inputs = [input('queries', '>a\nMKTAY'), input('database', '>b\nMKTAY')];
  expect(verdict(inputs).estimatedMinutes).toBe(1);
});

it('reports with the names of queries and of the database', () => {
  const report = 'Query= s000001\n\n> s000002\nQuery  1  MK\n';
  expect(restoreReport(report, [{ name: 'q' }], [{ name: 'a' }, { name: 'b' }])).toBe(
    'Query= q\n\n> b\nQuery  1  MK\n',
  );
});
