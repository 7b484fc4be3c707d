// @module-tag native

import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import type { Settings } from '../contract.ts';
import { parseFasta } from '../shared/fasta.ts';
import { plasmid, plasmidProteins } from '../testing/matchTests.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type geneItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
const input = (text: string, id = 'a') => ({ id, slotId: 'genome', kind: 'dna', format: 'FASTA', text });
const LIMITS = { maxRecords: 100, maxResidues: 10_000 };
const name = 'gi|45478711|ref|NC_005816.1|';

describe('prodigal-genes with its program', () => {
  it('finds nine genes of a plasmid, eight as annotated, and repeats its result', async () => {
    const done = await runNative(tool, [input(plasmid())]);
    const genes = done.values<Static<typeof geneItem>>('features');
    expect(genes).toHaveLength(9);
    expect(genes[0]).toEqual({
      ...{
        id: `${name}_1`,
        sequence: name,
        start: 87,
        end: 1109,
        strand: '+',
        score: 94.6,
        partial: false,
        start_type: 'ATG',
      },
    });
    expect(done.values('summary')).toEqual([{ sequences: 1, bases: 9609, genes: 9, mode: 'meta' }]);
    const text = (port: string) => done.files.find((file) => file.port === port)!.text;
    const annotated = parseFasta(plasmidProteins(), 'protein', LIMITS).records.map(({ sequence }) => sequence);
    const found = parseFasta(text('proteins'), 'protein', LIMITS).records;
    expect(found.filter(({ sequence }) => annotated.some((one) => one.includes(sequence)))).toHaveLength(8);
    expect(found[8]).toMatchObject({ name: `${name}_9`, description: '8088-8429 - partial=00 start_type=ATG' });
    expect(parseFasta(text('genes'), 'dna', LIMITS).records[0]!.sequence).toHaveLength(1109 - 87 + 1);
    expect(text('gff').split('\n')[1]).toMatch(
      /^gi\|45478711\|ref\|NC_005816\.1\|\tProdigal\tCDS\t87\t1109\t94\.6\t\+\t0\tID=/,
    );
    expect((await runNative(tool, [input(plasmid())])).files).toEqual(done.files);
  });

  it('finds genes in several genomes, and learns from one in contigs', async () => {
    const contigs = ['a', 'a;b', 'c'].map((one) => plasmid().replace(/^>.*/, `>${one}`)).join('');
    const done = await runNative(tool, [input(contigs), input(contigs, 'b')], { mode: 'single', table: 4 });
    expect(done.values('summary')).toMatchObject([
      { sequences: 3, bases: 28_827, mode: 'single' },
      { sequences: 3, bases: 28_827, mode: 'single' },
    ]);
    const ids = done.values<Static<typeof geneItem>>('features').map(({ id }) => id);
    expect(ids).toContain('a;b_1');
    expect(done.files.map((file) => file.name)).toContain('genes-0002.gff');
    expect(done.files.find(({ port }) => port === 'gff')!.text).toContain('ID=a%3Bb_1;');
    expect(done.reports.at(-1)).toEqual({ done: 2, total: 2 });
  });

  it('marks a gene that is cut by the end, unless ends are closed', async () => {
    const cut = `>cut\n${plasmid().split('\n').slice(1).join('').slice(0, 300)}\n`;
    const open = await runNative(tool, [input(cut)]);
    expect(open.values('features')).toMatchObject([{ start: 87, partial: true }]);
    const closed = await runNative(tool, [input(cut)], { closed_ends: true });
    expect(closed.values('features')).toEqual([]);
  });

  it('translates UGA as W by code 4, and makes no gene across N on request', async () => {
    // Biopython 1.84 translates the same bases by table 4.
    const genome = `>a\n${plasmid().split('\n').slice(1).join('').repeat(4)}\n`;
    const done = await runNative(tool, [input(genome)], { mode: 'single', table: 4 });
    const proteins = done.files.find(({ port }) => port === 'proteins')!.text;
    expect(proteins).toMatch(/^>a_1 \d+-\d+ [+-] partial=\d\d start_type=\w+$/m);
    const gapped = `>a\n${plasmid()
      .split('\n')
      .slice(1)
      .join('')
      .replace(/^(.{500}).{100}/, `$1${'N'.repeat(100)}`)}\n`;
    const spanning = async (settings: Settings) =>
      (await runNative(tool, [input(gapped)], settings))
        .values<Static<typeof geneItem>>('features')
        .filter(({ start, end }) => start < 500 && end > 601);
    expect((await spanning({})).length).toBe(1);
    expect(await spanning({ mask_n: true })).toEqual([]);
  });

  it('case B01: takes a genome on one line', async () => {
    // Genes are looked for only in bases that are known, which makes the line quick to search.
    const [bases, unknown] = [plasmid().split('\n').slice(1).join(''), 114 * 9609];
    const done = await runNative(tool, [input(`>big\n${'N'.repeat(unknown)}${bases}\n`)], { mode: 'meta' });
    expect(done.values('summary')).toMatchObject([{ bases: 115 * 9609 }]);
    expect(done.values('features')).toContainEqual(
      expect.objectContaining({ start: unknown + 87, end: unknown + 1109 }),
    );
  });

  it('succeeds without a gene, and gives nothing when it was stopped', async () => {
    const none = await runNative(tool, [input('>a\nACGUACGUAAUGAAAA\n>b\nNNNNNNNN\n')]);
    expect(none.values('summary')).toEqual([{ sequences: 2, bases: 24, genes: 0, mode: 'meta' }]);
    expect(none.files.map(({ port }) => port)).toEqual(['gff']);
    const stopped = await runNative(tool, [input(plasmid())], {}, { signal: AbortSignal.abort() });
    expect([stopped.items, stopped.files]).toEqual([[], []]);
  });
});
