// @module-tag native

import { long } from '@rotamer/kit/testing/long.ts';
import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { parseNewick } from '../shared/newick.ts';
import { rootAtOutgroup } from '../shared/pictures/midpoint.ts';
import { readTestData } from '../testdata/read.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { JC_ROWS } from '../testing/testTrees.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type treeItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
const input = (text: string) => ({ id: 'a', slotId: 'alignment', kind: 'msa', format: 'AFA', text });
const globins = () => input(readTestData('globins45.mafft.afa'));

describe('iqtree with its program', () => {
  it('builds a tree of 45 globins with `fast`', async () => {
    const done = await runNative(tool, [globins()], { fast: true });
    expect(done.values<Static<typeof treeItem>>('summary')).toEqual([
      { model: 'LG+G4', log_likelihood: -5488.4656, tree_length: 11.4197, leaves: 45 },
    ]);
    const text = (port: string) => done.files.find((file) => file.port === port)!.text;
    expect(text('tree')).toMatch(/^\(.*MYG_ESCGI:.*\);\n$/);
    expect(text('report')).toContain('HBB_ORNAN');
    expect(text('log')).not.toMatch(/^Host:|s000001/m);
  });

  // Takes more than a minute on one core.
  it.skipIf(!long)('finds the likelihood that RAxML finds, and reports progress', { timeout: 600_000 }, async () => {
    const done = await runNative(tool, [globins()]);
    const [summary] = done.values<Static<typeof treeItem>>('summary');
    expect(summary!.log_likelihood).toBeCloseTo(-5486.318, 2);
    expect(summary!.tree_length).toBeCloseTo(11.46, 2);
    expect(done.reports.length).toBeGreaterThan(5);
  });

  it('chooses a model for DNA, bootstraps, and quotes names that Newick reserves', async () => {
    const rows = ['(a;b', "c'd", 'e,f', 's000001', 'g'].map(
      (name, i) => `>${name}\n${'ACGTTGCA'.repeat(4)}${'ACGTA'[i]}AC${'TGCAA'[i]}${'AACCG'[i]}\n`,
    );
    const settings = { model: 'TEST', ufboot: 1000 };
    const done = await runNative(tool, [input(rows.join(''))], settings);
    const tree = done.files.find(({ port }) => port === 'tree')!.text;
    expect(tree).toContain("'(a;b':");
    expect(tree).toContain("'c''d':");
    expect(done.values<Static<typeof treeItem>>('summary')[0]!.leaves).toBe(5);
  });

  it('finds the likelihood of Felsenstein under JC69', async () => {
    // By Biopython and numpy on the same tree, as for fasttree: knownAnswers.md.
    const done = await runNative(tool, [input(JC_ROWS)], { model: 'JC', fast: true });
    expect(done.values<Static<typeof treeItem>>('summary')[0]).toMatchObject({ model: 'JC' });
    expect(done.values<Static<typeof treeItem>>('summary')[0]!.log_likelihood).toBeCloseTo(-364.8685, 3);
  });

  const six = () =>
    globins()
      .text.split(/^(?=>)/m)
      .slice(0, 6)
      .join('');

  it('gives both supports, the consensus, and a picture that explains the numbers', async () => {
    const settings = { model: 'HKY', ufboot: 1000, alrt: 1000, bnni: true, outgroup: ['c', 'd'] };
    const done = await runNative(tool, [input(JC_ROWS)], settings);
    const text = (port: string) => done.files.find((file) => file.port === port)!.text;
    expect(text('tree')).toMatch(/\)\d+(\.\d+)?\/\d+:/);
    expect(text('consensus')).toMatch(/^\(.*a:.*\)\d*;\n$/);
    expect(text('picture')).toContain('Tree of IQ-TREE, HKY+F model');
    expect(text('picture')).toContain(
      'Rooted at its outgroup. Numbers at branches: SH-aLRT / ultrafast bootstrap, in percent.',
    );
  });

  it('gives a tree that has the branches of a constraint', async () => {
    const treeOf = async (constraint: string) =>
      (await runNative(tool, [input(JC_ROWS)], { model: 'JC', constraint })).files.find(({ port }) => port === 'tree')!
        .text;
    const isClade = (tree: string) => rootAtOutgroup(parseNewick(tree), ['a', 'c']) !== undefined;
    expect(isClade(await treeOf(''))).toBe(false);
    expect(isClade(await treeOf('((a,c),(b,(d,e)));'))).toBe(true);
  });

  it('lists the models that it tried, and warns of an outgroup that is not a clade', async () => {
    const settings = { model: 'TEST', fast: true, outgroup: ['a', 'c'] };
    const done = await runNative(tool, [input(JC_ROWS)], settings);
    const models = done.values<{ rank: number; model: string; bic: number }>('models');
    expect(models[0]!.model).toBe(done.values<Static<typeof treeItem>>('summary')[0]!.model);
    expect(models.length).toBeGreaterThan(20);
    expect(models.map(({ bic }) => bic)).toEqual(models.map(({ bic }) => bic).toSorted((a, b) => a - b));
    expect(done.values<{ warning: string }>('warnings').map(({ warning }) => warning)).toContainEqual(
      expect.stringMatching(/^the outgroup is not a clade/),
    );
  });

  it.each([
    ['bootstrap', { model: 'LG', bootstrap: 2 }],
    ['LG4X', { model: 'LG4X', fast: true }],
    ['free rates', { model: 'wag+i+r3', fast: true }],
    ['DNA-like peptides', { model: 'LG', fast: true, sequence_type: 'protein' }],
  ])('runs with %s', async (what, settings) => {
    const rows = what === 'DNA-like peptides' ? JC_ROWS : six();
    const done = await runNative(tool, [input(rows)], settings);
    expect(done.values<Static<typeof treeItem>>('summary')[0]!.model).toMatch(/^(LG|LG4X\*R4|WAG\+I\+R3)$/);
    expect(done.files.map(({ port }) => port).includes('consensus')).toBe('bootstrap' in settings);
  });

  it('case G12i: keeps rows apart whose names share the first word, and keeps RNA', async () => {
    const done = await runNative(tool, [input(readTestData('cases/sequence/g12_same_first_word.afa'))], { fast: true });
    const tree = done.files.find(({ port }) => port === 'tree')!.text;
    for (const name of ['Homo sapiens isolate 1', 'Homo sapiens isolate 2', 'Pan troglodytes', 'Pan paniscus'])
      expect(tree).toContain(`'${name}':`);
    const rna = await runNative(tool, [input(JC_ROWS.replaceAll('T', 'U'))], { model: 'TEST', fast: true });
    const dna = await runNative(tool, [input(JC_ROWS)], { model: 'TEST', fast: true });
    expect(rna.values('summary')).toEqual(dna.values('summary'));
  });

  it('gives the best tree so far when it is stopped', async () => {
    const stop = new AbortController();
    const onProgress = () => stop.abort();
    const some = globins()
      .text.split(/^(?=>)/m)
      .slice(0, 8)
      .join('');
    const done = await runNative(tool, [input(some)], {}, { signal: stop.signal, onProgress });
    expect(done.files.map(({ port }) => port)).toEqual(['log', 'tree', 'picture']);
    expect(done.files[1]!.text.match(/[A-Z0-9]+_[A-Z]+:/g)).toHaveLength(8);
    expect(done.items).toEqual([]);
  });
});
