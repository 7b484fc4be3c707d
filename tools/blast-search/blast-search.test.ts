import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { searchInput as input, refusesBadSearches } from '../shared/native/matchTests.ts';
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

  it('settings that a program would not use', () => {
    const inputs = [input('queries', dna, 'dna'), input('database', dna, 'dna')];
    const { problems } = verdict(inputs, { program: 'blastn', task: 'blastp-short', matrix: 'PAM30' });
    expect(problems.map(({ path }) => path)).toEqual(['settings.task', 'settings.matrix']);
  });
});

it('reserves a minute at least', () => {
  const inputs = [input('queries', '>a\nMKTAY'), input('database', '>b\nMKTAY')];
  expect(verdict(inputs).estimatedMinutes).toBe(1);
});

it('reports with the names of queries and of the database', () => {
  const report = 'Query= s000001\n\n> s000002\nQuery  1  MK\n';
  expect(restoreReport(report, [{ name: 'q' }], [{ name: 'a' }, { name: 'b' }])).toBe(
    'Query= q\n\n> b\nQuery  1  MK\n',
  );
});
