import { long } from '@rotamer/kit/testing/long.ts';
import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { describeWithPrograms, runNative } from '../shared/native/testNative.ts';
import { readTestData } from '../testdata/read.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type treeItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
const input = (text: string) => ({ id: 'a', slotId: 'alignment', kind: 'msa', format: 'AFA', text });
const globins = () => input(readTestData('globins45.mafft.afa'));

describe('iqtree with its program', () => {
  it('builds a tree of 45 globins fast', async () => {
    const done = await runNative(tool, [globins()], { fast: true });
    expect(done.values<Static<typeof treeItem>>('summary')).toEqual([
      { model: 'LG+G4', log_likelihood: -5488.4656, tree_length: 11.4197, leaves: 45 },
    ]);
    const text = (port: string) => done.files.find((file) => file.port === port)!.text;
    expect(text('tree')).toMatch(/^\(.*MYG_ESCGI:.*\);\n$/);
    expect(text('report')).toContain('HBB_ORNAN');
    expect(text('log')).not.toMatch(/^Host:|s000001/m);
  });

  // More than a minute on one core.
  it.skipIf(!long)('finds the likelihood that RAxML finds, and says how far it is', { timeout: 600_000 }, async () => {
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

  it('gives the best tree so far when it is stopped', async () => {
    const stop = new AbortController();
    const onProgress = () => stop.abort();
    const some = globins()
      .text.split(/^(?=>)/m)
      .slice(0, 20)
      .join('');
    const done = await runNative(tool, [input(some)], {}, { signal: stop.signal, onProgress });
    expect(done.files.map(({ port }) => port)).toEqual(['log', 'tree', 'picture']);
    expect(done.files[1]!.text.match(/[A-Z0-9]+_[A-Z]+:/g)).toHaveLength(20);
    expect(done.items).toEqual([]);
  });
});
