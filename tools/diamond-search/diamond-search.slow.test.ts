// @module-tag native

import { long } from '@rotamer/kit/testing/long.ts';
import { expect, it } from 'vitest';
import { readTestData } from '../testdata/read.ts';
import { runBare, sortedLines } from '../testing/bareProgram.ts';
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
import { run } from './run.ts';
import { contract, tableColumns } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
/** DIAMOND knows the statistics of PAM70, and simulates those of PAM250 for a second. */
const matrix = long ? 'PAM250' : 'PAM70';

describe('diamond-search with its program', () => {
  const settings = { sensitivity: 'ultra-sensitive', evalue: 1e-5 };
  searchesProteins(tool, settings, 45, { evalue: 7.29e-111, bitscore: 302, sstart: 2, qcovs: 100 });

  it.each([
    ['default', 24],
    ['fast', 19],
    ['sensitive', 40],
    ['very-sensitive', 40],
  ])('finds as many as the sensitivity %s can', async (sensitivity, hits) => {
    const done = await runNative(tool, [globin(), database()], { sensitivity, evalue: 1e-5 });
    expect(done.values('hits')).toHaveLength(hits);
  });

  it('finds the proteins of a plasmid from its DNA', async () => {
    const inputs = [searchInput('queries', plasmid(), 'dna'), searchInput('database', plasmidProteins())];
    const done = await runNative(tool, inputs, { program: 'blastx', evalue: 1e-5 });
    expect(done.values<{ subjects: number }>('summary')[0]!.subjects).toBe(10);
  });

  it('keeps hits of an identity and a coverage', async () => {
    const done = await runNative(tool, [globin(), database()], { ...settings, min_identity: 90, query_cover: 99 });
    const rows = done.values<MatchRow>('hits');
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.every(({ pident, qcovs }) => pident >= 90 && qcovs >= 99)).toBe(true);
  });

  const readCase = (name: string) => readTestData(`cases/sequence/${name}`);
  const lowComplexity = () => [
    searchInput('queries', readCase('s01_lowcomplex_q.fasta')),
    searchInput('database', readCase('s01_lowcomplex_db.fasta')),
  ];
  const warned = (done: Awaited<ReturnType<typeof runNative>>) =>
    done.values<{ of: string; warning: string }>('warnings').map(({ of, warning }) => `${of}: ${warning}`);

  it('case S01: warns where masking cut an alignment, but not without masking', async () => {
    const cut = await runNative(tool, lowComplexity());
    expect(cut.values<MatchRow>('hits')[0]).toMatchObject({ qstart: 1, qend: 40 });
    expect(warned(cut)).toEqual([
      expect.stringMatching(/^pae975.* at 1-40 ends although both sequences go on alike: .* masking$/),
    ]);
    const seg = await runNative(tool, lowComplexity(), { masking: 'seg' });
    expect(warned(seg)[0]).toMatch(/is identical to 100.0 %, not 49.4 %/);
    const whole = await runNative(tool, lowComplexity(), { masking: 'none' });
    expect(whole.values<MatchRow>('hits')[0]).toMatchObject({
      qstart: 1,
      qend: 79,
      length: 79,
      pident: 100,
      qcovs: 100,
    });
    expect(warned(whole)).toEqual([]);
  });

  it('warns that masking hides a whole sequence', async () => {
    const repeat = `>r\n${'PGAPGP'.repeat(8)}\n`;
    const inputs = [searchInput('queries', repeat), searchInput('database', repeat.replace('>r', '>same'))];
    const done = await runNative(tool, inputs);
    expect(done.values('hits')).toEqual([]);
    expect(warned(done)).toEqual([
      expect.stringMatching(/^r: found nothing although the database has the same sequence/),
    ]);
  });

  it('case S03: lists the queries that DIAMOND cannot find', async () => {
    const inputs = [
      searchInput('queries', readCase('s03_short_q.fasta')),
      searchInput('database', readCase('s03_globins_db.fasta')),
    ];
    const done = await runNative(tool, inputs, { evalue: 1000 });
    expect(done.values<{ query: string; hits: number }>('summary').find(({ query }) => query === 'pep8')!.hits).toBe(0);
    expect(warned(done)).toContainEqual(
      expect.stringMatching(/^pep8: a query of 8 residues is too short: DIAMOND needs 12/),
    );
  });

  it('case S05: reports the frame of a hit on the reverse strand', async () => {
    const inputs = [
      searchInput('queries', readCase('s05_rev_contig.fasta'), 'dna'),
      searchInput('database', readCase('s03_globins_db.fasta')),
    ];
    const settings = { program: 'blastx', query_gencode: 11, strand: 'minus', frameshift: 15 };
    for (const more of [{}, settings]) {
      const done = await runNative(tool, inputs, { program: 'blastx', ...more });
      expect(done.values<MatchRow>('hits')[0]).toMatchObject({
        sseqid: 'sp|P68871|HBB_HUMAN',
        qstart: 464,
        qend: 24,
        qframe: -1,
        sframe: 0,
        pident: 100,
      });
    }
    expect((await runNative(tool, inputs, { program: 'blastx', strand: 'plus' })).values('hits')).toEqual([]);
  });

  const fileOf = (done: Awaited<ReturnType<typeof runNative>>, port: string) =>
    done.files.find((file) => file.port === port)!.text;
  const files = { 'query.fa': globin().text, 'db.fa': database().text };
  const bare = (flags: string) =>
    runBare(`diamond blastp -q query.fa -d db.fa -o out --ultra-sensitive --quiet ${flags}`, files);

  it.each([
    [{}, '-e 1e-5 -k 500'],
    [{ matrix }, `-e 1e-5 -k 500 --matrix ${matrix}`],
    [{ gap_open: 7, gap_extend: 2 }, '-e 1e-5 -k 500 --gapopen 7 --gapextend 2'],
    [{ evalue: 1e-3, min_score: 150 }, '-k 500 --min-score 150'],
    [{ top: 20 }, '-e 1e-5 --top 20'],
    [{ comp_based_stats: 0 }, '-e 1e-5 -k 500 --comp-based-stats 0'],
    [{ subject_cover: 99, min_identity: 40 }, '-e 1e-5 -k 500 --subject-cover 99 --id 40'],
  ])('writes with %j the columns that the bare program writes', async (more, flags) => {
    const columns = tableColumns.filter((column) => column !== 'qseq_translated');
    const done = await runNative(tool, [globin(), database()], { ...settings, ...more, columns });
    const [header, ...rows] = fileOf(done, 'columns').trimEnd().split('\n');
    expect(header!.split('\t')).toEqual(columns);
    const expected = sortedLines(bare(`${flags} --outfmt 6 ${columns.join(' ')}`));
    expect(sortedLines(rows.join('\n'))).toEqual(expected);
    expect(rows).toHaveLength(done.values('hits').length);
  });

  it('writes the report and the XML of the bare program', async () => {
    const done = await runNative(tool, [globin(), database()], { ...settings, report: true, xml: true });
    const lines = (report: string) =>
      report.split('\n').flatMap((line) => (/^\*|^$/.test(line) ? [] : [line.trimEnd()]));
    expect(lines(fileOf(done, 'report'))).toEqual(lines(bare('-e 1e-5 -k 500 --outfmt 0')));
    expect(fileOf(done, 'report')).not.toContain('No hits found');
    const general = (xml: string) => xml.replace(/(<BlastOutput_db>|<Hit_accession>)[^<]*/g, '$1');
    expect(fileOf(done, 'xml')).toContain('<BlastOutput_db>database<');
    expect(general(fileOf(done, 'xml'))).toBe(general(bare('-e 1e-5 -k 500 --matrix BLOSUM62 --outfmt 5')));
  });

  it('counts columns of a DNA query for its own length, and warns of the report', async () => {
    const contig = readCase('s05_rev_contig.fasta');
    const longer = `${contig.trimEnd()}${'ACGT'.repeat(3).slice(0, 10 + ((3 - (contig.split('\n').slice(1).join('').length % 3)) % 3))}\n`;
    const inputs = [searchInput('queries', longer, 'dna'), searchInput('database', readCase('s03_globins_db.fasta'))];
    const more = { program: 'blastx', columns: ['qlen', 'qframe', 'sseqid'], report: true };
    const done = await runNative(tool, inputs, more);
    const [best] = done.values<MatchRow>('hits');
    expect(best!.qlen % 3).toBe(1);
    expect(fileOf(done, 'columns').split('\n')[1]).toBe(`${best!.qlen}\t${best!.qframe}\tsp|P68871|HBB_HUMAN`);
    expect(warned(done)).toContainEqual(expect.stringMatching(/is one base longer in the report/));
  });

  it('gives several alignments of proteins whose domains are in another order', async () => {
    const residues = (text: string) => text.split('\n').slice(1).join('');
    const [hbb, lysozyme] = [residues(globin().text), residues(readTestData('lysozyme.fasta'))];
    const inputs = () => [
      searchInput('queries', `>ab\n${hbb}${lysozyme}`),
      searchInput('database', `>ba\n${lysozyme}${hbb}`),
    ];
    expect((await runNative(tool, inputs())).values('hits')).toHaveLength(1);
    const all = await runNative(tool, inputs(), { max_hsps: 0, subject_cover: 40 });
    expect(all.values<MatchRow>('hits').map(({ qstart, sstart }) => [qstart, sstart])).toEqual([
      [1, lysozyme.length + 1],
      [hbb.length + 1, 1],
    ]);
    expect(all.values('summary')).toMatchObject([{ hits: 2, subjects: 1 }]);
  });

  it('searches proteins that have only letters of nucleotides (bbuchfink/diamond #707)', async () => {
    const odd = '>odd\nGATTACAGNNTACGGCATNACGATCGATTACAGGATCCAGTACAGCTAGGCATNNGCATCGATGCATTGCA\n';
    const inputs = [searchInput('queries', odd), searchInput('database', `>trdd1\nGTGG\n${odd}${globin().text}`)];
    const done = await runNative(tool, inputs, { masking: 'none' });
    expect(done.values<MatchRow>('hits')).toMatchObject([{ qseqid: 'odd', sseqid: 'odd', pident: 100, length: 71 }]);
  });

  it('translates the end of the reverse strand for any query length (bbuchfink/diamond #679)', async () => {
    const read =
      'TCTGGCCACCTCGATGCCCTCACGGTTCAGGGTTAGCCACACTTTGCGGGCACCGTAAACACCGTAGTTGGCGGCGTGGACGCGGCTGATGTGCTCCTTGAGTTCGCCATCGCGCAGCTCGCGGCGGCTGGGCTCCCGGTTGATGTGGTCG';
    const protein = 'DHINREPSRRELRDGELKEHISRVHAANYGVYGARKVWLTLNREGIEVARCTVERLMTKLGLSGTT';
    const database = searchInput('database', `>transposase\n${protein}\n`);
    const queries = ['', 'A', 'AC'].map((more) => `>read${more}\n${read}${more}\n`).join('');
    const done = await runNative(tool, [searchInput('queries', queries, 'dna'), database], { program: 'blastx' });
    // NCBI's blastx reports 50 of 50 for each.
    expect(done.values<MatchRow>('hits')).toMatchObject([
      { qseqid: 'read', pident: 100, length: 50, qstart: 150, qend: 1, qlen: 151, qcovs: 99.3, qframe: -2 },
      { qseqid: 'readA', pident: 100, length: 50, qstart: 150, qend: 1, qlen: 152, qframe: -3 },
      { qseqid: 'readAC', pident: 100, length: 50, qstart: 150, qend: 1, qlen: 153, qframe: -1 },
    ]);
  });
});
