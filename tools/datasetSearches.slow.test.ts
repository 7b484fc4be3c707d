// @module-tag native

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTool } from './catalogue.ts';
import type { Settings, ToolDataset } from './contract.ts';
import { loadTool } from './loadTool.ts';
import { indexPath } from './shared/releases/buildIndexes.ts';
import { aRelease } from './shared/releases/testing/aRelease.ts';
import { readTestData } from './testdata/read.ts';
import { database, globin, searchInput } from './testing/matchTests.ts';
import { quickSettings } from './testing/quickSettings.ts';
import { describeWithPrograms, runNative } from './testing/testNative.ts';
import type { TestRun } from './testing/testRun.ts';

interface Search {
  tool: string;
  inputs: Parameters<typeof runNative>[1];
  settings: Settings;
  /** The command without Rotamer, which writes `out`. For other tools, `plantedHomologs` compares the E-values. */
  bare?(dataset: ToolDataset): string;
  /** The E-values of the hits of `out`. */
  evalues?(out: string): number[];
  /** The E-values of the rows of the tool. */
  rows(done: TestRun): number[];
}

const words = (line: string) => line.trim().split(/\s+/);
const lines = (out: string) => out.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
const column = (at: number) => (out: string) => lines(out).map((line) => Number(words(line)[at]));
const hits = (done: TestRun) => done.values<{ evalue: number }>('hits').map(({ evalue }) => evalue);
/** The 62 proteins of the known answers, and one with domains of the profile. */
const all = () => searchInput('database', `${database().text}${readTestData('sevenless.fasta')}`);
const query = [searchInput('query', globin().text)];
const [fn3, pkinase] = [readTestData('fn3.hmm'), readTestData('pkinase.hmm')];
const hmm = { id: 'hmm', slotId: 'hmm', kind: 'hmm', format: 'HMM', text: fn3 };
const sevenless = searchInput('sequences', readTestData('sevenless.fasta'));
const sequences = ({ dir }: ToolDataset) => join(dir, 'sequences.fasta');

const searches: Search[] = [
  {
    tool: 'diamond-search',
    inputs: [globin()],
    settings: { evalue: 1e-5 },
    rows: hits,
  },
  {
    tool: 'mmseqs-search',
    inputs: [globin()],
    settings: { evalue: 1e-5 },
    rows: hits,
  },
  {
    tool: 'phmmer-search',
    inputs: query,
    settings: {},
    rows: hits,
  },
  {
    tool: 'jackhmmer-search',
    inputs: query,
    settings: { iterations: 2 },
    bare: (dataset) => `jackhmmer -N 2 -E 1e-3 --incE 1e-3 --tblout out -o report query.fa ${sequences(dataset)}`,
    evalues: column(4),
    rows: hits,
  },
  {
    tool: 'hmm-search',
    inputs: [hmm],
    settings: {},
    bare: (dataset) => `hmmsearch -E 1e-3 --tblout out -o report profile.hmm ${sequences(dataset)}`,
    evalues: column(4),
    rows: hits,
  },
  {
    tool: 'domain-scan',
    inputs: [sevenless],
    settings: {},
    bare: ({ dir }) => `hmmscan --cut_ga --domtblout out -o report ${indexPath(dir, 'hmmpress')} sevenless.fa`,
    evalues: column(12),
    rows: (done) => done.values<{ evalue: number }>('domains').map(({ evalue }) => evalue),
  },
];

const describeAll = await describeWithPrograms({
  requires: [...searches.map(({ tool }) => tool), 'msa-search'].flatMap((id) => findTool(id)!.contract.requires),
});

describeAll('a search in a dataset', () => {
  const root = mkdtempSync(join(tmpdir(), 'rotamer-datasets-'));
  let proteins: ToolDataset;
  let profiles: ToolDataset;
  const datasetOf = (id: string) => (id === 'domain-scan' ? profiles : proteins);

  beforeAll(async () => {
    proteins = await aRelease(all().text, ['diamond', 'mmseqs'], { root, id: 'proteins' });
    profiles = await aRelease(fn3 + pkinase, ['hmmpress'], { root, id: 'profiles', kind: 'hmm-profiles' });
    writeFileSync(join(root, 'query.fa'), globin().text);
    writeFileSync(join(root, 'sevenless.fa'), sevenless.text);
    writeFileSync(join(root, 'profile.hmm'), fn3);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  describe.each(searches)('$tool', ({ tool: id, inputs, settings, bare, evalues, rows }) => {
    const search = async (dataset: ToolDataset) =>
      runNative(await loadTool(id), inputs, { ...settings, database: `${dataset.id}@1` }, { dataset });
    let searched: Promise<TestRun> | undefined;
    /** Searches the dataset once for both tests. */
    const searchedOnce = () => (searched ??= search(datasetOf(id)));

    it.runIf(bare)('has the E-values of the bare program on the same index', async () => {
      const dataset = datasetOf(id);
      const [command, ...args] = bare!(dataset).split(' ') as [string, ...string[]];
      execFileSync(command, args, { cwd: root });
      const expected = evalues!(readFileSync(join(root, 'out'), 'utf8'));
      const done = await searchedOnce();
      const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
      expect(sorted(rows(done))).toEqual(sorted(expected));
      expect(expected.length).toBeGreaterThan(0);
    });

    // The test of a filter below compares mmseqs-search with the user's database, and in the long form `plantedHomologs` with the bare program.
    it.skipIf(!long && id === 'mmseqs-search')(
      'writes what it writes for the same database from the user',
      async () => {
        const upload =
          id === 'domain-scan' ? { ...hmm, id: 'database', slotId: 'profiles', text: fn3 + pkinase } : all();
        const uploaded = await runNative(await loadTool(id), [...inputs, upload], settings);
        const done = await searchedOnce();
        const values = ({ items }: TestRun) => items.map(({ port, value }) => ({ port, value }));
        expect(values(done)).toEqual(values(uploaded));
        const files = (run: TestRun) => run.files.map(({ port, name, text }) => ({ port, name, text }));
        expect(files(done)).toEqual(files(uploaded));
        expect(done.items.flatMap(({ place }) => place.sourceInputIds)).not.toContain('database');
      },
    );
  });

  it.each([
    ['blast-search', [globin()], ['hit_sequences', 'hits_table', 'report']],
    ['diamond-search', [globin()], ['hit_sequences', 'hits_table']],
    ['mmseqs-search', [globin()], ['hit_sequences', 'hits_table']],
    ['phmmer-search', query, ['hit_sequences', 'hits_table', 'domains_table']],
  ])('searches with %s what a filter leaves like a database with only those records', async (id, inputs, ports) => {
    const tool = await loadTool(id);
    const settings = { evalue: 1e-5, ...quickSettings[id] };
    const seqids = 'HBB_HUMAN P69905 MYG_HUMAN';
    const records = all()
      .text.split(/(?=^>)/m)
      .filter((record) => /^>\S*(HBB_HUMAN|P69905|MYG_HUMAN)/.test(record));
    expect(records).toHaveLength(3);
    const uploaded = await runNative(tool, [...inputs, searchInput('database', records.join(''))], settings);
    const named = { ...settings, database: 'proteins@1', seqids };
    const done = await runNative(tool, inputs, named, { dataset: proteins });
    const values = ({ items }: TestRun) => items.map(({ port, value }) => ({ port, value }));
    expect(values(done)).toEqual(values(uploaded));
    const files = (run: TestRun) =>
      run.files.filter(({ port }) => ports.includes(port)).map(({ port, text }) => ({ port, text }));
    expect(files(done)).toEqual(files(uploaded));
    expect(done.values('hits').length).toBeGreaterThan(1);
    await expect(runNative(tool, inputs, { ...named, taxids: '9606' }, { dataset: proteins })).rejects.toThrow(
      /no taxa/,
    );
  });

  // mmseqs-search opens datasets and databases of the user by the same function, and is compared above in less time.
  it('makes the alignment of msa-search, in the long form as from the same database from the user', async () => {
    const tool = await loadTool('msa-search');
    const settings = quickSettings['msa-search']!;
    const done = await runNative(tool, [globin()], { ...settings, database: 'proteins@1' }, { dataset: proteins });
    const rows = done.values<{ target: string }>('rows').map(({ target }) => target);
    expect(rows).toEqual(expect.arrayContaining(['HBB_CALAR', 'HBA_ANSSE']));
    expect(done.files.find(({ port }) => port === 'alignment')!.text).toMatch(/^>HBB_CALAR/m);
    if (!long) return;
    const uploaded = await runNative(tool, [globin(), all()], settings);
    expect(done.files.map(({ text }) => text)).toEqual(uploaded.files.map(({ text }) => text));
  });

  it('refuses a dataset of another kind, and one beside a database of the user', async () => {
    const named = { database: 'profiles@1' };
    const phmmer = await loadTool('phmmer-search');
    await expect(runNative(phmmer, query, named, { dataset: profiles })).rejects.toThrow(/not of hmm-profiles/);
    await expect(runNative(phmmer, [...query, database()], named, { dataset: proteins })).rejects.toThrow(/not both/);
  });
});
