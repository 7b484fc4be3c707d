// @module-tag native

import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { readTestData } from '../testdata/read.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type pairItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
type Pair = Static<typeof pairItem>;

/** The first 2,000 bases of plasmid pPCP1. */
const template = readTestData('NC_005816.fna').split('\n').slice(1).join('').slice(0, 2_000);
const dna = (text: string) => [{ id: 's', slotId: 'sequences', kind: 'dna', format: 'FASTA', text }];
const target = { target_start: 901, target_length: 100, pairs: 3 };

const reversed = (sequence: string) =>
  [...sequence]
    .reverse()
    .map((base) => ({ A: 'T', C: 'G', G: 'C', T: 'A' })[base]!)
    .join('');

describe('primer-design', () => {
  it('gives primers that are in the template where the rows say, around the target', async () => {
    const done = await runNative(tool, dna(`>p\n${template}\n`), target);
    const pairs = done.values<Pair>('pairs');
    expect(pairs).toHaveLength(3);
    for (const { forward, reverse, product } of pairs) {
      expect(template.slice(forward.start - 1, forward.start - 1 + forward.length)).toBe(forward.sequence);
      expect(reversed(template.slice(reverse.start - reverse.length, reverse.start))).toBe(reverse.sequence);
      expect(product).toBe(reverse.start - forward.start + 1);
      expect(forward.start + forward.length - 1).toBeLessThan(901);
      expect(reverse.start - reverse.length + 1).toBeGreaterThan(1_000);
      for (const { sequence, gc } of [forward, reverse])
        expect(gc).toBeCloseTo((100 * sequence.replaceAll(/[AT]/g, '').length) / sequence.length, 1);
    }
    const products = done.files
      .find(({ port }) => port === 'products')!
      .text.split('>')
      .slice(1);
    expect(products.map((one) => one.split('\n').slice(1).join('').length)).toEqual(
      pairs.map(({ product }) => product),
    );
  });

  it('computes melting temperatures by the nearest-neighbour method', async () => {
    const [best] = (await runNative(tool, dna(`>p\n${template}\n`), target)).values<Pair>('pairs');
    expect([best!.forward.sequence, best!.reverse.sequence]).toEqual(['ATGTTGAAACAGCCAACCGC', 'CTGAGGTCAGTGCTGCATCA']);
    // Biopython 1.88, MeltingTemp.Tm_NN(nn_table=DNA_NN3, dnac1=25, dnac2=25, saltcorr=5, Na=50, Mg=1.5, dNTPs=0.6): 59.968006, 60.036671.
    expect([best!.forward.tm, best!.reverse.tm]).toEqual([59.97, 60.04]);
  });

  it('reads U as T: primers and products are DNA', async () => {
    const of = async (sequence: string) => {
      const done = await runNative(tool, dna(`>p\n${sequence}\n`), target);
      return [done.values<Pair>('pairs'), done.files.map(({ text }) => text)];
    };
    expect(await of(template.replaceAll('T', 'u'))).toEqual(await of(template));
  });

  it('gives the same for lower case, another name and the other strand', async () => {
    const of = async (text: string, settings = {}) => {
      const pairs = (await runNative(tool, dna(text), { ...target, ...settings })).values<Pair>('pairs');
      return pairs.map(({ sequence: _, ...pair }) => pair);
    };
    const plain = await of(`>p\n${template}\n`);
    expect(await of(`>another name\n${template.toLowerCase()}\n`)).toEqual(plain);
    const other = await of(`>p\n${reversed(template)}\n`, { target_start: 1_001 });
    expect(other[0]!.forward.sequence).toBe(plain[0]!.reverse.sequence);
    expect(other[0]!.penalty).toBeCloseTo(plain[0]!.penalty, 3);
  });

  it('avoids unknown bases, and explains which templates have no primers', async () => {
    const masked = template.slice(0, 700) + 'N'.repeat(150) + template.slice(850);
    const texts = [`>masked\n${masked}\n`, `>short\n${template.slice(0, 300)}\n`, `>at\n${'AT'.repeat(700)}\n`];
    const done = await runNative(tool, dna(texts.join('')), target);
    for (const { forward, reverse } of done.values<Pair>('pairs'))
      expect(`${forward.sequence}${reverse.sequence}`).toMatch(/^[ACGT]+$/);
    expect(new Set(done.values<Pair>('pairs').map(({ sequence }) => sequence))).toEqual(new Set(['masked']));
    expect(done.values('left_out')).toMatchObject([
      { name: 'short', reason: 'it has 300 bases and ends before the target' },
      { name: 'at', reason: expect.stringMatching(/^no pair of primers fits the settings: left: considered/) },
    ]);
  });

  it('leaves out a template that is shorter than the smallest product', async () => {
    const done = await runNative(tool, dna(`>p\n${template}\n>tiny\nACGTACGT\n`), { pairs: 1 });
    expect(done.values('pairs')).toMatchObject([{ sequence: 'p' }]);
    const reason = 'it has 8 bases and is shorter than product_min, 100';
    expect(done.values('left_out')).toMatchObject([{ name: 'tiny', reason }]);
  });
});
