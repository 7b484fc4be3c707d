// @module-tag native

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import { expect, it } from 'vitest';
import type { Settings } from '../contract.ts';
import { aRelease } from '../shared/releases/testing/aRelease.ts';
import { readTestData } from '../testdata/read.ts';
import {
  database,
  globin,
  type MatchRow,
  plasmid,
  plasmidProteins,
  searchesProteins,
  searchInput,
} from '../testing/matchTests.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { check } from './check.ts';
import { proteinGapCosts } from './gapCosts.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

const tool = { contract, check, run };
const readCase = (name: string) => readTestData(`cases/sequence/${name}`);
const contig = () => readCase('s05_rev_contig.fasta');
const globinsOfCases = () => readCase('s03_globins_db.fasta');

const describe = await describeWithPrograms(contract);

describe('blast-search with its programs', () => {
  const searched = searchesProteins(tool, { evalue: 1e-5 }, 42, {
    length: 146,
    evalue: 2.12e-109,
    bitscore: 298,
    sstart: 2,
    qcovs: 100,
  });

  it('ranks by score, and shows the alignments', async () => {
    const done = await searched();
    const rows = done.values<MatchRow>('hits');
    expect(rows[1]).toMatchObject({ sseqid: 'HBB_CALAR', pident: 96.575 });
    expect(rows.at(-1)).toMatchObject({ sseqid: 'MYG_ESCGI', evalue: 7.66e-10 });
    expect(rows.filter(({ pident, qcovs }) => pident >= 30 && qcovs >= 80)).toHaveLength(40);
    const report = done.files.find(({ port }) => port === 'report')!.text;
    expect(report).toMatch(/^Query= HBB_HUMAN$/m);
    expect(report).toMatch(/^>sp\|P68871\|HBB_HUMAN/m);
  });

  it('finds all ten proteins of a plasmid in its DNA, and counts finished queries', async () => {
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

  it('searches with DNA among proteins and DNA', async () => {
    const query = searchInput('queries', plasmid(), 'dna');
    const proteins = await runNative(tool, [query, searchInput('database', plasmidProteins())], {
      program: 'blastx',
      evalue: 1e-5,
    });
    expect(proteins.values<{ subjects: number }>('summary')[0]!.subjects).toBe(10);
    const itself = await runNative(tool, [query, searchInput('database', plasmid(), 'dna')], { program: 'blastn' });
    expect(itself.values<MatchRow>('hits')[0]).toMatchObject({ pident: 100, length: 9609, qcovs: 100 });
  });

  const options: Settings[] = [
    { task: 'blastp-short', word_size: 2 },
    { max_hsps: 1, qcov_hsp_perc: 90, perc_identity: 99 },
    { matrix: 'BLOSUM90', gap_open: 9, gap_extend: 1, low_complexity: true, soft_masking: false },
    { task: 'blastp-short', matrix: 'PAM30' },
    { matrix: 'PAM70', max_target_seqs: 1 },
  ];
  const moreOptions: Settings[] = [
    { gap_open: 10, gap_extend: 1, comp_based_stats: 0 },
    { matrix: 'PAM250' },
    { task: 'blastp-fast', matrix: 'BLOSUM45', low_complexity: true },
    { matrix: 'BLOSUM80' },
  ];
  it.each([...options, ...(long ? moreOptions : [])])('runs with %j', async (settings) => {
    const done = await runNative(tool, [globin(), database()], settings);
    expect(done.values<MatchRow>('hits')[0]).toMatchObject({ sseqid: 'sp|P68871|HBB_HUMAN', pident: 100 });
    if ('max_target_seqs' in settings) expect(done.values('hits')).toHaveLength(1);
  });

  const someMatrices = Object.entries(proteinGapCosts).filter((_, i) => long || i % 6 === 0);
  const costs = someMatrices.map(([matrix, listed]): [string, number, number] => {
    const [open, extend] = listed.split(' ').at(-1)!.split(',').map(Number);
    return [matrix, open!, extend!];
  });
  it.each(costs)('takes the last listed costs of %s', async (matrix, gap_open, gap_extend) => {
    const done = await runNative(tool, [globin(), database()], { matrix, gap_open, gap_extend });
    expect(done.values('hits').length).toBeGreaterThan(10);
  });

  it.each([
    { task: 'megablast' },
    { task: 'dc-megablast' },
    { task: 'blastn-short', reward: 1, penalty: -2, gap_open: 3, gap_extend: 1 },
    { reward: 4, penalty: -5, gap_open: 6, gap_extend: 5 },
    { reward: 1, penalty: -1, gap_open: 3, gap_extend: 2, strand: 'plus' },
    { reward: 2, penalty: -3, gap_open: 7, gap_extend: 4 },
  ])('compares DNA with %j', async (settings) => {
    const inputs = [searchInput('queries', plasmid(), 'dna'), searchInput('database', plasmid(), 'dna')];
    const done = await runNative(tool, inputs, { program: 'blastn', ...settings });
    expect(done.values<MatchRow>('hits')[0]).toMatchObject({ pident: 100, length: 9609, qframe: 1, sframe: 1 });
  });

  it('case S05: reports the strand, and the region as it was read', async () => {
    const inputs = [searchInput('queries', contig(), 'dna'), searchInput('database', globinsOfCases())];
    const done = await runNative(tool, inputs, { program: 'blastx' });
    const [best] = done.values<MatchRow>('hits');
    // The protein of 147 residues begins at base 464 of 485 and is read backwards. The expected text is Biopython's
    // translation of the other strand.
    expect(best).toMatchObject({
      sseqid: 'sp|P68871|HBB_HUMAN',
      pident: 100,
      qstart: 464,
      qend: 24,
      sstart: 1,
      send: 147,
      qframe: -1,
      sframe: 0,
    });
    const regions = done.files.find(({ port }) => port === 'matched_regions')!.text;
    expect(regions).toMatch(/^>sp\|P68871\|HBB_HUMAN\/1-147 matched by contig_rev\nMVHLTPEEK/);
    const picture = done.files.find(({ port }) => port === 'picture')!.text;
    expect(picture).toContain('An arrow to the left is a match on the reverse strand.');
    expect((await runNative(tool, inputs, { program: 'blastx', strand: 'plus' })).values('hits')).toEqual([]);

    const genes = [searchInput('queries', globinsOfCases()), searchInput('database', contig(), 'dna')];
    const back = await runNative(tool, genes, { program: 'tblastn' });
    expect(back.values<MatchRow>('hits').find(({ pident }) => pident === 100)).toMatchObject({
      qseqid: 'sp|P68871|HBB_HUMAN',
      sstart: 464,
      send: 24,
      qframe: 0,
      sframe: -1,
    });
    // The region is from the reverse strand: it begins with the start codon.
    expect(back.files.find(({ port }) => port === 'matched_nucleotides')!.text).toMatch(
      /\/464-24 matched by .*\nATGGT/,
    );
  });

  it('case S03c: suggests the task for short queries, which then finds them', async () => {
    const inputs = () => [
      searchInput('queries', readCase('s03_short_q.fasta')),
      searchInput('database', globinsOfCases()),
    ];
    const plain = await runNative(tool, inputs());
    const hints = plain
      .values<{ of: string; warning: string }>('warnings')
      .filter(({ warning }) => /blastp-short/.test(warning));
    expect(hints.map(({ of }) => of)).toContain('pep8');
    const short = await runNative(tool, inputs(), { task: 'blastp-short', evalue: 1000 });
    const found = short.values<MatchRow>('hits').filter(({ qseqid, pident }) => qseqid === 'pep8' && pident === 100);
    expect(found.length).toBeGreaterThan(0);
  });

  it('case S07: gives records with the same id unique names', async () => {
    const inputs = [
      searchInput('queries', readCase('s09_q_hbb.fasta')),
      searchInput('database', readCase('s07_dup_db.fasta')),
    ];
    const done = await runNative(tool, inputs);
    const names = done.values<MatchRow>('hits').map(({ sseqid }) => sseqid);
    expect(names.length).toBeGreaterThan(1);
    expect(new Set(names).size).toBe(names.length);
    const headers = done.files.find(({ port }) => port === 'hit_sequences')!.text.match(/^>.*/gm)!;
    expect(new Set(headers).size).toBe(names.length);
  });

  it('case S08: searches a database with stop marks inside, and names the record', async () => {
    const inputs = [
      searchInput('queries', readCase('s09_q_hbb.fasta')),
      searchInput('database', readCase('s08_star_db.fasta')),
    ];
    const done = await runNative(tool, inputs);
    expect(done.values('hits').length).toBeGreaterThan(2);
    expect(
      done
        .values<{ warning: string }>('warnings')
        .map(({ warning }) => warning)
        .join(),
    ).toMatch(/stop mark/);
  });

  it('translates by the chosen genetic code', async () => {
    // UGA is W in code 4: the protein has a W where the standard code stops.
    const inputs = () => [
      searchInput('queries', readCase('o06_table4.fasta'), 'dna'),
      searchInput('database', `>p\nMAWAWAWAWAWAWAWAW\n`),
    ];
    const best = async (query_gencode: number) =>
      (
        await runNative(tool, inputs(), { program: 'blastx', query_gencode, comp_based_stats: 0, evalue: 1 })
      ).values<MatchRow>('hits')[0];
    expect(await best(4)).toMatchObject({ pident: 100, length: 17 });
    expect((await best(1))?.pident ?? 0).toBeLessThan(100);
  });

  it('finds the same for any order and names of the records', async () => {
    const rows = async (text: string) =>
      (await runNative(tool, [globin(), searchInput('database', text)]))
        .values<MatchRow>('hits')
        .map(({ pident, bitscore, evalue }) => `${pident} ${bitscore} ${evalue}`)
        .sort();
    const { text } = database();
    const reversed = text
      .split(/^(?=>)/m)
      .toReversed()
      .join('');
    const renamed = text.replace(/^>.*/gm, (_, at) => `>r${at}`);
    const expected = await rows(text);
    expect(await rows(reversed)).toEqual(expected);
    expect(await rows(renamed.toLowerCase().replace(/^>R/gm, '>r'))).toEqual(expected);
  });

  it('warns when the number of hits was cut', async () => {
    const done = await runNative(tool, [globin(), database()], { max_target_seqs: 3 });
    expect(done.values('warnings')).toEqual([
      { of: 'HBB_HUMAN', line: 1, warning: 'has as many hits as it may, 3; the database may have more' },
    ]);
  });

  it('writes XML of all queries with their names, and the aligned sequences', async () => {
    const text = '>a <b> & co\nMVHLTPEEKSAVTALWGKUNVDEVGGEALGRLLVVYPWTQRFFESFGDLS\n';
    const others = Array.from({ length: 6 }, (_, i) => `>q${i}\nMVHLTPEEKSAVTALWGKVNVDEVGGEALGRLLVVYPWTQRFF\n`).join(
      '',
    );
    const inputs = [searchInput('queries', text + others), searchInput('database', text)];
    const done = await runNative(tool, inputs, { xml: true, aligned: true });
    const file = (port: string) => done.files.find((one) => one.port === port)!.text;
    expect(file('aligned').split('\n').slice(0, 2)).toEqual([
      'qseqid\tsseqid\tqstart\tqend\tsstart\tsend\tqseq\tsseq',
      `a\ta\t1\t50\t1\t50\t${text.split('\n')[1]}\t${text.split('\n')[1]}`,
    ]);
    expect(file('xml').match(/<Iteration_iter-num>\d+/g)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((n) => `<Iteration_iter-num>${n}`),
    );
    expect(file('xml')).toContain('<Hit_def>a &lt;b&gt; &amp; co</Hit_def>');
    expect(file('xml').match(/<BlastOutput>/g)).toHaveLength(1);
    expect(done.values<MatchRow>('hits')[0]).toMatchObject({ length: 50, stitle: '<b> & co' });
  });

  it('keeps the queries that were finished when it was stopped', async () => {
    const stop = new AbortController();
    const inputs = [searchInput('queries', plasmidProteins()), database()];
    const onProgress = (done: number) => done >= 5 && stop.abort();
    const done = await runNative(tool, inputs, {}, { signal: stop.signal, onProgress });
    expect(done.values('summary')).toHaveLength(5);
    expect(done.files.find(({ port }) => port === 'report')!.text.match(/^Query=/gm)).toHaveLength(5);
  });

  it('explains why it does not find a sequence of low complexity in the database', async () => {
    const text = `>poly_q\n${'Q'.repeat(38)}\n`;
    const inputs = [searchInput('queries', text), searchInput('database', text)];
    const done = await runNative(tool, inputs);
    expect(done.values<{ warning: string }>('warnings')[0]!.warning).toContain('see the settings comp_based_stats');
    const plain = await runNative(tool, inputs, { comp_based_stats: 0 });
    expect(plain.values<MatchRow>('hits')).toMatchObject([{ pident: 100, qcovs: 100 }]);
  });
});

describe('blast-search in a dataset', () => {
  it('finds the same hits as in the same sequences from the user', async () => {
    const dataset = await aRelease(database().text, ['blast']);
    try {
      const settings = { evalue: 1e-5, xml: true, aligned: true };
      const uploaded = await runNative(tool, [globin(), database()], settings);
      const named = { ...settings, database: 'test@1' };
      const done = await runNative(tool, [globin()], named, { dataset });
      expect(done.values<MatchRow>('hits')).toEqual(uploaded.values<MatchRow>('hits'));
      expect(done.values('hits')).toHaveLength(42);
      const textOf = (run: typeof done, port: string) => run.files.find((file) => file.port === port)!.text;
      for (const port of ['hits_table', 'hit_sequences', 'matched_regions', 'aligned'])
        expect(textOf(done, port)).toBe(textOf(uploaded, port));
      expect(textOf(done, 'report')).toMatch(/^>sp\|P68871\|HBB_HUMAN/m);
      expect(textOf(done, 'xml')).toContain('<BlastOutput_db>test@1</BlastOutput_db>');
      for (const file of done.files) expect(file.text).not.toContain(dataset.dir);
      expect(done.items[0]!.place.sourceInputIds).toEqual(['queries']);
    } finally {
      rmSync(join(dataset.dir, '../..'), { recursive: true });
    }
  });
});
