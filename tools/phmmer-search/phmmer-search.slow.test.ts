// @module-tag native

import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { parseAlignment } from '../shared/msa/parseAlignment.ts';
import type { hitItem } from '../shared/native/hmmer.ts';
import { readTestData } from '../testdata/read.ts';
import { runBare } from '../testing/bareProgram.ts';
import { fileOf, resultsOf, rowsOf } from '../testing/hmmerReports.ts';
import { globinDatabase, hbbQuery } from '../testing/matchTests.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
const input = (slotId: string, text: string) => ({ id: slotId, slotId, kind: 'protein', format: 'FASTA', text });

describe('phmmer-search with its program', () => {
  it('finds all 48 globins with a hemoglobin, and nothing else', async () => {
    const inputs = [input('query', hbbQuery()), input('database', globinDatabase())];
    const [first, second] = [0, 1].map(() => runNative(tool, inputs, { evalue: 1e-5 }));
    const done = await first!;
    const hits = done.values<Static<typeof hitItem>>('hits');
    expect(hits).toHaveLength(48);
    expect(hits[0]).toMatchObject({ target: 'sp|P68871|HBB_HUMAN', score: 330.5, domains: [{ start: 2, end: 147 }] });
    // The E-value was 3.8e-102 in a database of 62 sequences. This database has 52.
    expect(hits[0]!.evalue / 3.8e-102).toBeCloseTo(52 / 62, 1);
    const alignment = done.files.find(({ port }) => port === 'hits_alignment')!.text;
    const parsed = parseAlignment(alignment, 'STOCKHOLM', { maxRecords: 100, maxColumns: 1000 });
    expect(parsed.problems.messages).toEqual([]);
    expect(parsed.records.map(({ name }) => name)).toContain('HBB_CALAR/1-146');
    expect((await second!).files).toEqual(done.files);
  });

  it('case Q03: gives each row of the alignment a unique name, and aligns the columns', async () => {
    const database = readTestData('cases/sequence/g12_same_first_word.afa');
    const query = readTestData('cases/sequence/s09_q_hbb.fasta');
    const done = await runNative(tool, [input('query', query), input('database', database)]);
    const { text } = done.files.find(({ port }) => port === 'hits_alignment')!;
    const { records, problems } = parseAlignment(text, 'STOCKHOLM', { maxRecords: 100, maxColumns: 1000 });
    expect(problems.messages).toEqual([]);
    expect(records.map(({ name }) => name).sort()).toEqual([
      'Homo_sapiens_isolate_1/1-60',
      'Homo_sapiens_isolate_2/1-60',
      'Pan_paniscus/1-60',
      'Pan_troglodytes/1-60',
    ]);
    expect(records.map(({ row }) => row.length)).toEqual([147, 147, 147, 147]);
    const starts = text.split('\n').map((line) => line.lastIndexOf(' '));
    expect(new Set(starts.filter((at) => at > 20)).size).toBe(1);
  });

  const files = { 'query.fa': hbbQuery(), 'db.fa': globinDatabase() };

  it.each([
    [{}, ''],
    [{ matrix: 'PAM30' }, '--mx PAM30'],
    [{ gap_open: 0.1, gap_extend: 0.2 }, '--popen 0.1 --pextend 0.2'],
    [{ inclusion_evalue: 1e-40 }, '--incE 1e-40'],
    [{ inclusion_domain_evalue: 1e-50 }, '--incdomE 1e-50'],
    [{ domain_evalue: 1e-50 }, '--domE 1e-50'],
    [{ database_size: 5000 }, '-Z 5000'],
    [{ max_sensitivity: true }, '--max'],
    [{ bias_filter: false }, '--nobias'],
  ])('writes with %j the report and the alignment of the bare program', async (settings, flags) => {
    const inputs = [input('query', hbbQuery()), input('database', globinDatabase())];
    const done = await runNative(tool, inputs, { ...settings, report: true });
    const report = fileOf(done, 'report');
    expect(resultsOf(report)).toEqual(resultsOf(runBare(`phmmer -E 1e-3 ${flags} -o out query.fa db.fa`, files)));
    expect(report).not.toMatch(/s\d{6}|\.fa|found|Elapsed|threads/);
    const aligned = runBare(`phmmer -E 1e-3 ${flags} -o report -A out query.fa db.fa`, files);
    expect(rowsOf(fileOf(done, 'hits_alignment'))).toEqual(rowsOf(aligned));
    const without = await runNative(tool, inputs, settings);
    expect(done.files.filter(({ port }) => port !== 'report')).toEqual(without.files);
  });

  it('succeeds without a hit', async () => {
    const done = await runNative(tool, [input('query', '>a\nWWWWWPPPPPWWWWW'), input('database', globinDatabase())]);
    expect(done.values('summary')).toEqual([{ query: 'a', hits: 0, searched: 52 }]);
    expect(done.values('hits')).toEqual([]);
  });

  it('case S15: searches a database with a record of low complexity, and warns of it', async () => {
    const readCase = (name: string) => readTestData(`cases/sequence/${name}`);
    const inputs = [
      input('query', readCase('s09_q_hbb.fasta')),
      input('database', readCase('s15_db_one_lowcomp.fasta')),
    ];
    const done = await runNative(tool, inputs, { domain_evalue: 1e-5 });
    expect(done.values<Static<typeof hitItem>>('hits').map(({ target }) => target)).toEqual([
      'sp|P68871|HBB_HUMAN',
      'sp|P69905|HBA_HUMAN',
    ]);
    expect(done.values('warnings')).toMatchObject([{ of: 'pdb|poly_A', line: 5 }]);
    const domains = done.files
      .find(({ port }) => port === 'domains_table')!
      .text.split('\n')
      .filter((line) => /^sp/.test(line));
    expect(domains.map((line) => line.split(' ')[3])).toEqual(['sp|P68871|HBB_HUMAN', 'sp|P68871|HBB_HUMAN']);
  });

  it('explains why it does not find a sequence of low complexity that the database has', async () => {
    const text = `>poly_q\n${'Q'.repeat(38)}\n`;
    const done = await runNative(tool, [input('query', text), input('database', text)]);
    expect(done.values('summary')).toEqual([{ query: 'poly_q', hits: 0, searched: 1 }]);
    expect(done.values<{ warning: string }>('warnings')[0]!.warning).toContain('the database has the same sequence');
  });
});
