// @module-tag native

import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import type { Settings } from '../contract.ts';
import { readTestData } from '../testdata/read.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { JC_ROWS } from '../testing/testTrees.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type treeItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
const input = (text: string) => ({ id: 'a', slotId: 'alignment', kind: 'msa', format: 'AFA', text });

/** Likelihood of the rows below, computed by another program. */
const JC_LIKELIHOOD = -364.868;

describe('fasttree with its program', () => {
  it('builds the tree of 45 globins', async () => {
    const done = await runNative(tool, [input(readTestData('globins45.mafft.afa'))]);
    expect(done.values<Static<typeof treeItem>>('summary')).toEqual([
      { leaves: 45, log_likelihood: -5491.707, alpha: 1.645 },
    ]);
    expect(done.files[0]!.text).toMatch(/^\(.*MYG_ESCGI:.*\);\n$/);
  });

  it('builds trees of DNA, the same twice, with names that Newick reserves', async () => {
    const rows = ['(a;b', "c'd", 'e,f', 's000001'].map(
      (name, i) => `>${name}\n${'ACGTTGCA'.repeat(4)}${'ACGT'[i]}AC${'TGCA'[i]}\n`,
    );
    const [first, second] = [0, 1].map(() => runNative(tool, [input(rows.join(''))], { model: 'gtr', gamma: false }));
    const { files, items } = await first!;
    expect(files[0]!.text).toContain("'(a;b':");
    expect(files[0]!.text).toContain("'c''d':");
    expect(items[0]!.value).toMatchObject({ leaves: 4, log_likelihood: expect.any(Number), alpha: null });
    expect((await second!).files).toEqual(files);
  });

  it('gives the likelihood without gamma, as another program does', async () => {
    // Computed with Felsenstein's pruning on the resulting tree, by Biopython and numpy, under JC69 with one rate: see
    // knownAnswers.md.
    const done = await runNative(tool, [input(JC_ROWS)], { model: 'jc', gamma: false, site_rates: false });
    expect(done.values('summary')).toEqual([{ leaves: 5, log_likelihood: JC_LIKELIHOOD, alpha: null }]);
    const rated = await runNative(tool, [input(JC_ROWS)], { model: 'jc', gamma: false });
    expect(rated.values<Static<typeof treeItem>>('summary')[0]!.log_likelihood).toBeGreaterThan(JC_LIKELIHOOD);
  });

  it('omits support when asked to, and explains numbers in the picture', async () => {
    const globins = readTestData('globins45.mafft.afa')
      .split(/^(?=>)/m)
      .filter((row, i) => i % 6 === 0 || /^>(MYG_ESCGI|HBA_AILME)/.test(row))
      .join('');
    const text = (done: Awaited<ReturnType<typeof runNative>>, port: string) =>
      done.files.find((file) => file.port === port)!.text;
    const plain = await runNative(tool, [input(globins)], { support: false });
    expect(text(plain, 'tree')).not.toMatch(/\)\d/);
    expect(text(plain, 'picture')).not.toContain('Numbers at branches');
    const supported = await runNative(tool, [input(globins)], { outgroup: ['MYG_ESCGI'] });
    const apart = await runNative(tool, [input(globins)], { outgroup: ['MYG_ESCGI', 'HBA_AILME'] });
    const isOfOutgroup = (row: unknown) => String((row as { warning: string }).warning).includes('not a clade');
    expect(apart.values('warnings').filter(isOfOutgroup)).toHaveLength(1);
    expect(supported.values('warnings').filter(isOfOutgroup)).toEqual([]);
    expect(text(supported, 'tree')).toMatch(/\)[01]\.\d+:/);
    expect(text(supported, 'picture')).toContain('Rooted at its outgroup. Numbers at branches: SH-like local support.');
  });

  it('warns of rows with little information', async () => {
    const rows =
      '>a\nACGTACGTACGTACGTACGTACGT\n>b\nACGTACGTACGTACGTACGTACGR\n>c\nACGTACGTACGTACGTACGTACGT\n>d\nA-----------------------\n';
    const done = await runNative(tool, [input(rows)], { model: 'gtr' });
    expect(done.values<{ of: string; warning: string; line: number }>('warnings')).toEqual([
      { of: 'b', line: 3, warning: 'R count as unknown residues' },
      { of: 'c', line: 5, warning: expect.stringMatching(/^is identical to a/) },
      { of: 'd', line: 7, warning: expect.stringMatching(/^has 1 known residues in 24 columns/) },
    ]);
  });

  it('warns of short rows of nucleotides with a model for proteins', async () => {
    const rows = '>a\nACGTACGT\n>b\nACGTACGA\n>c\nACGAACGA\n';
    const warningsOf = async (settings: Settings) =>
      (await runNative(tool, [input(rows)], settings)).values<{ warning: string }>('warnings');
    expect(await warningsOf({})).toMatchObject([{ warning: expect.stringContaining('were read as proteins') }]);
    expect(await warningsOf({ model: 'gtr' })).toEqual([]);
  });

  it('case G12f, case Q01: keeps rows apart whose names share the first word', async () => {
    const done = await runNative(tool, [input(readTestData('cases/sequence/g12_same_first_word.afa'))]);
    for (const name of ['Homo sapiens isolate 1', 'Homo sapiens isolate 2', 'Pan troglodytes', 'Pan paniscus'])
      expect(done.files[0]!.text).toContain(`'${name}':`);
    const repeated = await runNative(tool, [input(readTestData('cases/sequence/q01_mafft_of_g12.afa'))]);
    for (const name of ['Homo', 'Homo_2', 'Pan', 'Pan_2']) expect(repeated.files[0]!.text).toContain(`${name}:`);
  });
});
