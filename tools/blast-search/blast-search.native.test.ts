import { expect, it } from 'vitest';
import { database, globin, type MatchRow, searchesProteins, searchInput } from '../shared/native/matchTests.ts';
import { describeWithPrograms, runNative } from '../shared/native/testNative.ts';
import { plasmid, plasmidProteins } from '../shared/native/testSearch.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);

describe('blast-search with its programs', () => {
  searchesProteins(tool, { evalue: 1e-5 }, 42, {
    length: 146,
    evalue: 2.12e-109,
    bitscore: 298,
    sstart: 2,
    qcovs: 100,
  });

  it('ranks by score, and shows the alignments', async () => {
    const done = await runNative(tool, [globin(), database()], { evalue: 1e-5 });
    const rows = done.values<MatchRow>('hits');
    expect(rows[1]).toMatchObject({ sseqid: 'HBB_CALAR', pident: 96.575 });
    expect(rows.at(-1)).toMatchObject({ sseqid: 'MYG_ESCGI', evalue: 7.66e-10 });
    expect(rows.filter(({ pident, qcovs }) => pident >= 30 && qcovs >= 80)).toHaveLength(40);
    const report = done.files.find(({ port }) => port === 'report')!.text;
    expect(report).toMatch(/^Query= HBB_HUMAN$/m);
    expect(report).toMatch(/^>sp\|P68871\|HBB_HUMAN/m);
  });

  it('finds all ten proteins of a plasmid in its DNA, and counts queries that are done', async () => {
    const inputs = [searchInput('queries', plasmidProteins()), searchInput('database', plasmid(), 'dna')];
    const done = await runNative(tool, inputs, { program: 'tblastn', evalue: 1e-5 });
    expect(done.values<{ subjects: number }>('summary').map(({ subjects }) => subjects)).toEqual(Array(10).fill(1));
    const ports = done.files.map(({ port }) => port);
    expect([ports.includes('hit_nucleotides'), ports.includes('hit_sequences')]).toEqual([true, false]);
    expect(done.reports).toEqual([
      { done: 5, total: 10 },
      { done: 10, total: 10 },
    ]);
  });

  it('searches DNA among proteins and DNA', async () => {
    const query = searchInput('queries', plasmid(), 'dna');
    const proteins = await runNative(tool, [query, searchInput('database', plasmidProteins())], {
      program: 'blastx',
      evalue: 1e-5,
    });
    expect(proteins.values<{ subjects: number }>('summary')[0]!.subjects).toBe(10);
    const itself = await runNative(tool, [query, searchInput('database', plasmid(), 'dna')], { program: 'blastn' });
    expect(itself.values<MatchRow>('hits')[0]).toMatchObject({ pident: 100, length: 9609, qcovs: 100 });
  });

  it.each([
    [{ task: 'blastp-short' }],
    [{ task: 'blastp-short', matrix: 'PAM30' }],
    [{ task: 'blastp-fast', matrix: 'BLOSUM45', low_complexity: true }],
    [{ matrix: 'BLOSUM80' }],
    [{ matrix: 'PAM70', max_target_seqs: 1 }],
  ])('runs with %j', async (settings) => {
    const done = await runNative(tool, [globin(), database()], settings);
    expect(done.values<MatchRow>('hits')[0]).toMatchObject({ sseqid: 'sp|P68871|HBB_HUMAN', pident: 100 });
    if ('max_target_seqs' in settings) expect(done.values('hits')).toHaveLength(1);
  });

  it('keeps the queries that it had finished when it was stopped', async () => {
    const stop = new AbortController();
    const inputs = [searchInput('queries', plasmidProteins()), database()];
    const onProgress = (done: number) => done >= 5 && stop.abort();
    const done = await runNative(tool, inputs, {}, { signal: stop.signal, onProgress });
    expect(done.values('summary')).toHaveLength(5);
    expect(done.files.find(({ port }) => port === 'report')!.text.match(/^Query=/gm)).toHaveLength(5);
  });
});
