// @module-tag native

import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import type { hitItem } from '../shared/native/hmmer.ts';
import { runBare } from '../testing/bareProgram.ts';
import { fileOf, resultsOf, rowsOf } from '../testing/hmmerReports.ts';
import { database, globin, globinDatabase, searchInput } from '../testing/matchTests.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
const query = (text = globin().text) => searchInput('query', text);

describe('jackhmmer-search with its program', () => {
  it('finds all 48 globins with a hemoglobin in two rounds, the same twice', async () => {
    const done = await runNative(tool, [query(), database()]);
    expect(done.values('summary')).toEqual([
      { query: 'HBB_HUMAN', hits: 48, searched: 62, rounds: 2, converged: true },
    ]);
    const hits = done.values<Static<typeof hitItem>>('hits');
    expect(hits).toHaveLength(48);
    expect(hits[0]).toMatchObject({ target: 'HBB_MANSP', score: 241.2, evalue: 1.4e-74 });
    expect(done.reports).toEqual([
      { done: 1, total: 5 },
      { done: 5, total: 5 },
    ]);
    expect(done.files.map(({ port }) => port).sort()).toEqual([
      'domains_table',
      'hit_sequences',
      'hits_alignment',
      'hits_table',
      'picture',
    ]);
    expect((await runNative(tool, [query(), database()])).files).toEqual(done.files);
  });

  it('stops after the maximum number of rounds', async () => {
    const done = await runNative(tool, [query(), database()], { iterations: 1 });
    expect(done.values('summary')).toMatchObject([{ hits: 48, rounds: 1, converged: false }]);
  });

  it.each([
    [{}, ''],
    [{ matrix: 'BLOSUM45', gap_open: 0.05, gap_extend: 0.5 }, '--mx BLOSUM45 --popen 0.05 --pextend 0.5'],
    [{ inclusion_domain_evalue: 1e-45 }, '--incdomE 1e-45'],
  ])('writes with %j the report and the alignment of the bare program', async (settings, flags) => {
    const done = await runNative(tool, [query(), database()], { ...settings, iterations: 2, report: true });
    const files = { 'query.fa': globin().text, 'db.fa': database().text };
    const bare = (output: string) =>
      runBare(`jackhmmer -N 2 -E 1e-3 --incE 1e-3 ${flags} ${output} query.fa db.fa`, files);
    const report = fileOf(done, 'report');
    expect(resultsOf(report)).toEqual(resultsOf(bare('-o out')));
    expect(report).not.toMatch(/s\d{6}|\.fa|found|Elapsed|threads/);
    expect(rowsOf(fileOf(done, 'hits_alignment'))).toEqual(rowsOf(bare('-o report -A out')));
  });

  it('succeeds without a hit', async () => {
    const inputs = [query('>a\nWWWWWPPPPPWWWWW'), searchInput('database', globinDatabase())];
    const done = await runNative(tool, inputs);
    expect(done.values('summary')).toMatchObject([{ query: 'a', hits: 0, searched: 52 }]);
    expect(done.values('hits')).toEqual([]);
  });

  it('writes no output when it was stopped', async () => {
    const done = await runNative(tool, [query(), database()], {}, { signal: AbortSignal.abort() });
    expect([done.items, done.files]).toEqual([[], []]);
  });
});
