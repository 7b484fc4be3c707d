// @module-tag native

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import { expect, it } from 'vitest';
import { runMmseqs } from '../shared/native/mmseqs.ts';
import { stoppedClock } from '../shared/native/stoppedClock.ts';
import { reverseComplement } from '../shared/reverseComplement.ts';
import { readTestData } from '../testdata/read.ts';
import { runBare, sortedLines } from '../testing/bareProgram.ts';
import { database, globin, type MatchRow, plasmid, searchesProteins, searchInput } from '../testing/matchTests.ts';
import { shortWords } from '../testing/pairs/examples.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, tableColumns } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);

/** The table of the words of 6 residues takes a fifth of the CPU time of these searches. */
const quick = { kmer_length: 5 };

/** A protein of letters that also stand for bases. */
const residues = 'GATTACAGNNTACGGCATNACGATCGATTACAGGATCCAGTACAGCTAGGCATNNGCATCGATGCATTGCA';

describe('mmseqs-search with its program', () => {
  const settings = { sensitivity: 7.5, evalue: 1e-5 };
  // MMseqs2 cuts names such as sp|P68871|HBB_HUMAN in its columns of names, but not in headers.
  const allColumns = tableColumns.filter((column) => column !== 'query' && column !== 'target');
  const best = { evalue: 1.152e-100, bitscore: 310, sstart: 2, qcovs: 100 };
  const bases = (slotId: string) => searchInput(slotId, `>${slotId}\n${plasmid().slice(-600)}`, 'dna');
  // Every search with residues computes for seconds which words are similar; a search with bases does not.
  const unlike = {
    inputs: () => [searchInput('queries', `>a\n${'ATTA'.repeat(20)}\n`, 'dna'), bases('database')],
    settings: shortWords,
  };
  searchesProteins(tool, { ...settings, columns: tableColumns }, 42, best, unlike, quick);

  const simulatedSettings = {
    ...{ matrix: 'VTML80', gap_open: 15, gap_extend: 2, max_seqs: 7 },
    ...{ kmer_length: 5, spaced_kmers: false, coverage: 0.99, cov_mode: 5, min_identity: 0.4 },
  };
  const simulatedFlags =
    '--sub-mat aa:VTML80.out,nucl:nucleotide.out --gap-open aa:15,nucl:15 --gap-extend aa:2,nucl:2 --max-seqs 7 ' +
    '-k 5 --spaced-kmer-mode 0 -c 0.99 --cov-mode 5 --min-seq-id 0.4';

  const withShort = [
    searchInput('queries', `>short\nMKTAYIAK\n${globin().text}`),
    searchInput('database', `${database().text.trimEnd()}\n>tiny\nMKTAYIAK\n`),
  ] as const;
  const simulate = () => runNative(tool, [...withShort], { ...settings, ...simulatedSettings, columns: allColumns });
  let simulated: ReturnType<typeof simulate> | undefined;
  /** Searches with simulated statistics once for both tests. */
  const simulatedOnce = () => (simulated ??= simulate());

  // MMseqs2 simulates the statistics of VTML80 for some time of a clock, so they depend on the load of the machine, unless the clock
  // stands still.
  const isSkipped = stoppedClock() === undefined && process.env.CI === undefined;
  it.skipIf(isSkipped)('writes the columns of the bare program, also E-values that were simulated', async () => {
    expect(stoppedClock(), 'libfaketime is installed').toBeDefined();
    const done = await simulatedOnce();
    const [header, ...rows] = done.files
      .find(({ port }) => port === 'columns')!
      .text.trimEnd()
      .split('\n');
    expect(header!.split('\t')).toEqual(allColumns);
    const command = `mmseqs easy-search query.fa db.fa out tmp -e 1e-5 -s 7.5 ${simulatedFlags} -v 1 --format-output ${allColumns.join(',')}`;
    const files = { 'query.fa': withShort[0].text, 'db.fa': withShort[1].text };
    expect(rows.sort()).toEqual(sortedLines(runBare(command, files, stoppedClock())));
    expect(rows.length).toBeGreaterThan(1);
    expect(rows).toHaveLength(done.values('hits').length);
    expect(JSON.stringify(done.values('warnings'))).not.toContain('estimated by a simulation');
  });

  it('limits the hits of a query with a warning, and names short sequences that it does not search', async () => {
    const done = await simulatedOnce();
    expect(done.values<{ hits: number }>('summary').map(({ hits }) => hits)).toEqual([0, simulatedSettings.max_seqs]);
    expect(done.values('left_out')).toMatchObject([
      { name: 'short', what: 'record', count: 1 },
      { name: 'tiny', what: 'record', count: 1 },
    ]);
    const warnings = done.values<{ warning: string }>('warnings').map(({ warning }) => warning);
    expect(warnings).toContainEqual(expect.stringMatching(/as many hits as it may/));
  });

  it('finds all 48 globins with a profile of the first hits', async () => {
    const done = await runNative(tool, [globin(), database()], {
      ...quick,
      evalue: 1e-5,
      iterations: 3,
      sensitivity: 4,
    });
    // psiblast 2.12 finds the same 48 in three iterations; one search finds 40.
    expect(new Set(done.values<MatchRow>('hits').map(({ sseqid }) => sseqid)).size).toBe(48);
    expect(done.values('hits')).toHaveLength(48);
  });

  it('explains gap costs without statistics', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rotamer-mmseqs-'));
    try {
      writeFileSync(join(folder, 'db.fa'), database().text);
      // A search ends with the same error, but computes for seconds before.
      const args = ['easy-linclust', 'db.fa', 'out', 'tmp', '--sub-mat', 'aa:PAM30.out,nucl:nucleotide.out'];
      const cheap = ['--gap-open', 'aa:2,nucl:2', '--gap-extend', 'aa:1,nucl:1', '-v', '2'];
      const order = { args: [...args, ...cheap], cwd: folder, signal: new AbortController().signal };
      await expect(runMmseqs(order)).rejects.toThrow(/^MMseqs2 has no statistics for/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('case S05: translates DNA, on both strands, and does not guess the kind of sequences by their letters', async () => {
    const readCase = (name: string) => readTestData(`cases/sequence/${name}`);
    const [contig, globins] = [readCase('s05_rev_contig.fasta'), readCase('s03_globins_db.fasta')];
    const codons = [...residues].map((letter) => ({ G: 'GGC', A: 'GCT', T: 'ACC', C: 'TGC', N: 'AAC' })[letter]!);
    const queries = searchInput('queries', `${contig.trimEnd()}\n>d\n${codons.join('')}\n`, 'dna');
    const proteins = searchInput('database', `${globins.trimEnd()}\n>p\n${residues}\n`);
    const there = (await runNative(tool, [queries, proteins], quick)).values<MatchRow>('hits');
    expect(there[0]).toMatchObject({
      pident: 100,
      qstart: 464,
      qend: 24,
      sstart: 1,
      send: 147,
      qframe: -1,
      sframe: 0,
    });
    expect(there.filter(({ qseqid }) => qseqid === 'd')).toMatchObject([
      { sseqid: 'p', pident: 100, qstart: 1, qend: 213, sstart: 1, send: 71 },
    ]);
    const inputs = [searchInput('queries', globins), searchInput('database', contig, 'dna')];
    const back = await runNative(tool, inputs, quick);
    expect(back.values<MatchRow>('hits').find(({ pident }) => pident === 100)).toMatchObject({
      sstart: 464,
      send: 24,
      qframe: 0,
      sframe: -1,
    });
    expect(back.files.find(({ port }) => port === 'matched_nucleotides')!.text).toMatch(/\nATGGT/);
  });

  it('compares DNA with DNA of either strand', async () => {
    const reverse = `>r\n${reverseComplement(plasmid().split('\n').slice(1).join(''))}\n`;
    const inputs = [searchInput('queries', plasmid(), 'dna'), searchInput('database', reverse, 'dna')];
    const done = await runNative(tool, inputs, shortWords);
    const [best] = done.values<MatchRow>('hits');
    expect(best!.pident).toBe(100);
    expect(best!.qframe * best!.sframe).toBe(-1);
  });

  it('explains why it finds nothing in a low-complexity database (soedinglab/MMseqs2 #828)', async () => {
    const text = readTestData('cases/sequence/low_complexity_only.fasta');
    const inputs = [searchInput('queries', text.split('>').slice(0, 2).join('>')), searchInput('database', text)];
    const masked = await runNative(tool, inputs, quick);
    expect(masked.values('summary')).toEqual([{ query: 'ebna1_a', hits: 0, subjects: 0, searched: 5 }]);
    expect(masked.values<{ warning: string }>('warnings').map(({ warning }) => warning)).toEqual([
      expect.stringContaining('every sequence of the database is unknown or of low complexity'),
      expect.stringContaining('although the database has the same sequence'),
    ]);
    if (!long) return;
    const whole = await runNative(tool, inputs, { ...quick, mask: false });
    expect(whole.values<MatchRow>('hits').map(({ pident, qcovs }) => [pident, qcovs])).toEqual([
      [100, 100],
      [100, 100],
    ]);
  });

  it('does not guess the kind of sequences by their letters', async () => {
    const protein = `>p\n${residues}\n`;
    const proteins = await runNative(tool, [searchInput('queries', protein), searchInput('database', protein)], quick);
    expect(proteins.values<MatchRow>('hits')).toMatchObject([{ pident: 100, length: 71 }]);
    const dna = `>codes\n${'RYSWKMBDHVN'.repeat(3)}\n>gene\n${plasmid().split('\n').slice(1).join('').slice(0, 600)}\n`;
    const inputs = [searchInput('queries', dna, 'dna'), searchInput('database', dna, 'dna')];
    const found = (await runNative(tool, inputs, shortWords)).values<MatchRow>('hits');
    expect(found).toMatchObject([{ qseqid: 'gene', sseqid: 'gene', pident: 100, sstart: 1, send: 600 }]);
  });
});
