// @module-tag native

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseFasta } from '../shared/fasta.ts';
import { parseAlignment } from '../shared/msa/parseAlignment.ts';
import { aRelease } from '../shared/releases/testing/aRelease.ts';
import { reverseComplement } from '../shared/reverseComplement.ts';
import { readTestData } from '../testdata/read.ts';
import { plasmid } from '../testing/matchTests.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import type { TestRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type Hit } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);

const input = (slotId: string, text: string, kind = 'dna', format = 'FASTA') => ({
  ...{ id: slotId, slotId, kind, format, text },
});
const human = () => readTestData('made1_human.fna');
const made1 = () => input('query', readTestData('made1.hmm'), 'hmm', 'HMM');
const hits = (done: TestRun) => done.values<Hit>('hits');
const fileOf = (done: TestRun, port: string) => done.files.find((file) => file.port === port)!.text;
const residues = (text: string) => text.replace(/^>.*/gm, '').replace(/\s/g, '');

/** Bases 2001 to 2400 of the plasmid pPCP1. */
const piece = () => residues(plasmid()).slice(2_000, 2_400);
/** Five relatives of the piece, as an alignment: each has every seventh base changed, from another base on. */
const relatives = () =>
  [0, 1, 2, 3, 4]
    .map((n) => {
      const row = Array.from(piece(), (base, at) => (at % 7 === n ? { A: 'C', C: 'A', G: 'T', T: 'G' }[base] : base));
      return `>relative ${n}\n${row.join('')}\n`;
    })
    .join('');

/** Returns the E-values, scores and places that nhmmer gives without Rotamer. */
function bare(query: string, database: string, options: string[] = []): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'rotamer-nhmmer-'));
  try {
    writeFileSync(join(folder, 'query'), query);
    writeFileSync(join(folder, 'database'), database);
    const args = ['-E', '1e-3', ...options, '--tblout', 'out', '-o', 'report', 'query', 'database'];
    execFileSync('nhmmer', args, { cwd: folder });
    const lines = readFileSync(join(folder, 'out'), 'utf8').split('\n');
    const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(/ +/));
    return rows.map((row) =>
      [row[0], ...[4, 5, 6, 7, 11].map((at) => row[at]), ...row.slice(12, 15).map(Number)].join(),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const asBare = (done: TestRun) =>
  hits(done).map((hit) =>
    [
      hit.target,
      hit.query_start,
      hit.query_end,
      hit.start,
      hit.end,
      hit.strand,
      hit.evalue,
      hit.score,
      hit.bias,
    ].join(),
  );

describe('nhmmer-search with its program', () => {
  it('finds the copies of MADE1 that the tutorial of HMMER lists, on both strands', async () => {
    const done = await runNative(tool, [made1(), input('database', human())], { database_size: 0.33 });
    // The tutorial searches 330,000 bases, of which the pieces begin at bases 172,001 and 300,001. HMMER 3.1 printed its
    // scores for a profile of the same alignment: 39.0, 29.4, 29.5 and 23.6 bits.
    expect(hits(done)).toMatchObject([
      { target: 'human_2', start: 302_390 - 300_000, end: 302_466 - 300_000, strand: '+', bias: 7.4 },
      { target: 'human_1', start: 174_456 - 172_000, end: 174_498 - 172_000, strand: '+', bias: 8.3 },
      { target: 'human_2', start: 302_466 - 300_000, end: 302_390 - 300_000, strand: '-', bias: 6 },
      { target: 'human_1', start: 174_493 - 172_000, end: 174_456 - 172_000, strand: '-', bias: 7 },
    ]);
    for (const [i, score] of [39, 29.4, 29.5, 23.6].entries()) expect(hits(done)[i]!.score).toBeCloseTo(score, 0);
    expect(hits(done)[0]!.evalue / 8.4e-11).toBeCloseTo(1, 0);
    expect(done.values('summary')).toEqual([{ query: 'MADE1', length: 80, hits: 4, targets: 2, searched: 2 }]);
    expect(fileOf(done, 'picture')).toContain('An arrow to the left is a match on the reverse strand.');
  });

  it.each([
    ['a profile', () => made1(), () => human(), []],
    ['a sequence', () => input('query', `>piece\n${piece()}\n`), () => plasmid(), []],
    ['an alignment', () => input('query', relatives(), 'msa', 'AFA'), () => plasmid(), ['--qformat', 'afa']],
  ])('has the E-values of the bare program for %s, sent or in a dataset', async (_, query, text, options) => {
    const expected = bare(query().text, text(), options);
    expect(expected.length).toBeGreaterThan(0);
    const sent = await runNative(tool, [query(), input('database', text())]);
    expect(asBare(sent).toSorted()).toEqual(expected.toSorted());
    const dataset = await aRelease(text(), [], { kind: 'nucleotide-sequences' });
    try {
      const named = await runNative(tool, [query()], { database: 'test@1' }, { dataset });
      const files = (done: TestRun) => done.files.map(({ port, text }) => ({ port, text }));
      expect(hits(named)).toEqual(hits(sent));
      expect(files(named)).toEqual(files(sent));
    } finally {
      rmSync(join(dataset.dir, '..', '..'), { recursive: true });
    }
  });

  it('gives the place, strand and bases of a copy that was put into the database', async () => {
    const copy = reverseComplement(piece());
    const around = residues(human()).slice(0, 1_000);
    const text = `>reversed and more\n${around}${copy}${around}\n>forward\n${piece()}\n`;
    const done = await runNative(tool, [input('query', `>piece\n${piece()}\n`), input('database', text)]);
    expect(hits(done)).toMatchObject([
      { target: 'reversed', description: 'and more', start: 1_400, end: 1_001, strand: '-', target_length: 2_400 },
      { target: 'forward', start: 1, end: 400, strand: '+', query_start: 1, query_end: 400, target_length: 400 },
    ]);
    const limits = { maxRecords: 10, maxResidues: 1_000 };
    const regions = parseFasta(fileOf(done, 'matched_nucleotides'), 'dna', limits).records;
    expect(regions.map(({ name, sequence }) => [name, sequence])).toEqual([
      ['reversed/1400-1001', piece()],
      ['forward/1-400', piece()],
    ]);
    const aligned = parseAlignment(fileOf(done, 'hits_alignment'), 'STOCKHOLM', { maxRecords: 10, maxColumns: 1_000 });
    expect(aligned.problems.messages).toEqual([]);
    expect(aligned.records.map(({ name, row }) => [name, row])).toEqual([
      ['reversed/1400-1001', piece()],
      ['forward/1-400', piece()],
    ]);
    const plus = await runNative(tool, [input('query', piece(), 'dna', 'TEXT'), input('database', text)], {
      strand: 'plus',
    });
    expect(hits(plus).map(({ target }) => target)).toEqual(['forward']);
  });

  it('finds the same with RNA, lower case, other names and another order', async () => {
    const records = human().split(/^(?=>)/m);
    const other = records.toReversed().map((record) => record.replace('human', 'other'));
    const plain = await runNative(tool, [made1(), input('database', human())]);
    const rna = residues(other[0]!).toLowerCase().replaceAll('t', 'u');
    const text = `>other_2\n${rna}\n${other[1]}`;
    const done = await runNative(tool, [made1(), input('database', text, 'rna')]);
    const bareHits = (run: TestRun) =>
      hits(run).map(({ target, description: _, ...hit }) => ({ ...hit, target: target.replace('other', 'human') }));
    expect(bareHits(done)).toEqual(bareHits(plain));
  });

  it('searches with each sequence of a file, names records that it left out, and says why nothing is found', async () => {
    const query = input('query', `>short\nACGTTGCAAC\n>piece\n${piece()}\n`);
    const database = input('database', `${plasmid()}>protein\nMKTAYIAKQR\n`);
    const done = await runNative(tool, [query, database], { max_hits: 1 });
    expect(done.values('summary')).toMatchObject([
      { query: 'short', length: 10, hits: 0, searched: 1 },
      { query: 'piece', length: 400 },
    ]);
    expect(done.values('left_out')).toMatchObject([{ what: 'record', name: 'protein' }]);
    expect(done.values<{ of: string; warning: string }>('warnings')[0]).toMatchObject({
      of: 'short',
      warning: expect.stringContaining('blastn-short'),
    });
    expect(done.files.filter(({ port }) => port === 'hits_table')).toHaveLength(2);
  });

  it('runs without filters, and by the cutoffs of a profile', async () => {
    const cut = readTestData('made1.hmm').replace('STATS LOCAL MSV', 'GA    25.00\nSTATS LOCAL MSV');
    const database = input('database', human());
    const done = await runNative(tool, [input('query', cut, 'hmm', 'HMM'), database], { cutoffs: 'ga' });
    expect(hits(done).every(({ score }) => score >= 25)).toBe(true);
    expect(hits(done)).toHaveLength(3);
    for (const settings of [{ max_sensitivity: true }, { bias_filter: false, strand: 'minus' }])
      expect(hits(await runNative(tool, [made1(), database], settings)).length).toBeGreaterThan(1);
  });
});
