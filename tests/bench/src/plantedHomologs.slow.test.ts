// @module-tag native

import { execFile } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { long } from '@rotamer/kit/testing/long.ts';
import { syntheticProteins } from '@rotamer/test-support/syntheticProteins.ts';
import { findTool } from '@rotamer/tools/catalogue.ts';
import type { Settings, ToolDataset } from '@rotamer/tools/contract.ts';
import { loadTool } from '@rotamer/tools/loadTool.ts';
import { toolDataset } from '@rotamer/tools/shared/datasets/release.ts';
import { indexPath } from '@rotamer/tools/shared/releases/buildIndexes.ts';
import { importRelease } from '@rotamer/tools/shared/releases/importRelease.ts';
import { describeWithPrograms, runNative } from '@rotamer/tools/testing/testNative.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { descendantsOf } from './machine/processTree.ts';
import { watchMemory } from './machine/watchMemory.ts';

/** Half a million residues take ten seconds. `ROTAMER_RESIDUES=200000000` is as large as Swiss-Prot, and prints figures. */
const RESIDUES = Number(process.env.ROTAMER_RESIDUES ?? (long ? 20_000_000 : 500_000));
/** Searches that run at the same time. */
const TOGETHER = 20;
/** Most memory of each of these for itself, and of the pages of their programs and libraries together, in MB. */
const [OWN_MB, PROGRAM_MB] = [100, 150];
const IDENTITIES = [0.95, 0.8, 0.65, 0.5, 0.4];
const MINUTES = 30;

/** A protein as long as one of Swiss-Prot on average, which nobody has. */
const QUERY = [...syntheticProteins(1_000, [], 7)]
  .map((record) => record.split('\n')[1])
  .join('')
  .slice(0, 375);
const FASTA = `>query\n${QUERY}\n`;

interface Search {
  tool: string;
  slot: string;
  settings: Settings;
  /** The row's column that names the sequence that was found. */
  name: string;
  /** The command without Rotamer, which writes `out`: number, name and E-value of hits in these columns. */
  bare(dataset: ToolDataset): string;
  columns: [name: number, evalue: number];
}

const sequences = ({ dir }: ToolDataset) => join(dir, 'sequences.fasta');

const searches: Search[] = [
  {
    ...{ tool: 'blast-search', slot: 'queries', settings: { evalue: 1e-5 }, name: 'sseqid', columns: [1, 10] },
    bare: ({ dir }) =>
      `blastp -query query.fa -db ${indexPath(dir, 'blast')} -evalue 1e-5 -num_threads 2 -seg no -soft_masking true -outfmt 6 -out out`,
  },
  {
    ...{ tool: 'diamond-search', slot: 'queries', settings: { evalue: 1e-5 }, name: 'sseqid', columns: [1, 10] },
    bare: ({ dir }) =>
      `diamond blastp -q query.fa -d ${indexPath(dir, 'diamond')} -o out --very-sensitive -e 1e-5 -k 500 --threads 2 --quiet`,
  },
  {
    ...{ tool: 'mmseqs-search', slot: 'queries', settings: { evalue: 1e-5 }, name: 'sseqid', columns: [1, 10] },
    bare: ({ dir }) =>
      `mmseqs easy-search query.fa ${indexPath(dir, 'mmseqs')} out tmp -e 1e-5 --search-type 1 --threads 2 -v 1`,
  },
  {
    ...{ tool: 'phmmer-search', slot: 'query', settings: { evalue: 1e-5 }, name: 'target', columns: [0, 4] },
    bare: (dataset) => `phmmer --cpu 2 -E 1e-5 --tblout out -o report query.fa ${sequences(dataset)}`,
  },
];

const describeAll = await describeWithPrograms({
  requires: searches.flatMap(({ tool }) => findTool(tool)!.contract.requires),
});

/** Prints a figure of a run at full size. */
const show = (text: string) => process.env.ROTAMER_RESIDUES && process.stdout.write(`${text}\n`);

describeAll(`${RESIDUES} residues with five homologs of a query among them`, () => {
  const root = mkdtempSync(join(tmpdir(), 'planted-'));
  let dataset: ToolDataset;

  beforeAll(async () => {
    mkdirSync(join(root, 'datasets'));
    writeFileSync(join(root, 'query.fa'), FASTA);
    const path = join(root, 'database.fasta');
    const planted = [{ name: 'query', sequence: QUERY, identities: IDENTITIES }];
    await pipeline(Readable.from(syntheticProteins(RESIDUES, planted)), createWriteStream(path));
    const order = { root: join(root, 'datasets'), id: 'planted', release: '1', title: 'Planted', licence: 'CC0-1.0' };
    const source = { name: path, mark: '1', open: async () => createReadStream(path, { highWaterMark: 1024 * 1024 }) };
    const [begun, memory] = [performance.now(), watchMemory(() => [process.pid, ...descendantsOf(process.pid)])];
    const { release } = await importRelease({
      ...{ ...order, kind: 'protein-sequences', source, signal: new AbortController().signal },
      onProgress: (line) => show(`${Math.round((performance.now() - begun) / 1000)} s: ${line}`),
      onRead: async () => {},
    });
    const seconds = Math.round((performance.now() - begun) / 1000);
    const sizes = [statSync(path).size, release.bytes].map((bytes) => `${Math.round(bytes / 1e6)} MB`);
    show(`import of ${sizes[0]}: ${seconds} s, at most ${memory.stop().pss} MB of memory, ${sizes[1]} on disk`);
    dataset = toolDataset(join(root, 'datasets', 'planted', '1'));
  }, MINUTES * 60_000);
  afterAll(() => rmSync(root, { recursive: true }));

  // `datasetSearches` compares mmseqs-search in a dataset with a database of the user, and its own test that with the bare program.
  it.each(searches.filter(({ tool }) => long || tool !== 'mmseqs-search'))(
    '$tool finds exactly the homologs, with the E-values of the bare program',
    { timeout: MINUTES * 60_000 },
    async ({ tool, slot, settings, name, bare, columns: [nameAt, evalueAt] }) => {
      const [command, ...args] = bare(dataset).split(' ') as [string, ...string[]];
      const bareBegun = performance.now();
      await promisify(execFile)(command, args, { cwd: root });
      const toolBegun = performance.now();
      const input = { id: 'query', slotId: slot, kind: 'protein', format: 'FASTA', text: FASTA };
      const done = await runNative(await loadTool(tool), [input], { ...settings, database: 'planted@1' }, { dataset });
      show(
        `${tool}: ${Math.round(performance.now() - toolBegun)} ms, ${command}: ${Math.round(toolBegun - bareBegun)} ms`,
      );
      const rows = done.values<Record<string, string | number>>('hits');
      expect(rows.map((row) => row[name])).toEqual(IDENTITIES.map((identity) => `query_hom${identity * 100}`));
      const lines = readFileSync(join(root, 'out'), 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => line.trim().split(/\s+/));
      expect(rows.map(({ evalue }) => evalue)).toEqual(lines.map((cells) => Number(cells[evalueAt])));
      expect(new Set(lines.map((cells) => cells[nameAt])).size).toBe(IDENTITIES.length);
    },
  );

  // DIAMOND and MMseqs2 copy the database into their own memory, so their number is bounded by the memory of runners.
  const sharing = searches.filter(({ tool }) => tool === 'blast-search' || tool === 'phmmer-search');
  it.runIf(long || process.env.ROTAMER_RESIDUES).each(sharing)(
    `${TOGETHER} of $tool at once find what one finds, and share the pages of the database`,
    { timeout: MINUTES * 60_000 },
    async ({ tool, slot, settings }) => {
      const loaded = await loadTool(tool);
      const input = { id: 'query', slotId: slot, kind: 'protein', format: 'FASTA', text: FASTA };
      const search = async () => {
        const done = await runNative(loaded, [input], { ...settings, database: 'planted@1' }, { dataset });
        return done.values('hits');
      };
      const watched = async (count: number) => {
        const [begun, memory] = [performance.now(), watchMemory(() => descendantsOf(process.pid))];
        const found = await Promise.all(Array.from({ length: count }, search));
        const seconds = (performance.now() - begun) / 1000;
        return { found, seconds, ...memory.stop() };
      };
      const one = await watched(1);
      const all = await watched(TOGETHER);
      const shown = ({ seconds, pss, pssOfFiles, rss }: typeof one) =>
        `${seconds.toFixed(1)} s, PSS ${pss} MB, of it files ${pssOfFiles} MB, RSS ${rss} MB`;
      show(`${tool}: one ${shown(one)}; ${TOGETHER} at once ${shown(all)}`);
      expect(one.found[0]).toHaveLength(IDENTITIES.length);
      for (const rows of all.found) expect(rows).toEqual(one.found[0]);
      // The pages of the index and of the program are in memory once, however many processes map them.
      const index = readdirSync(join(dataset.dir, 'blast')).map((name) => join(dataset.dir, 'blast', name));
      const indexMb = index.reduce((sum, path) => sum + statSync(path).size, 0) / 1e6;
      expect(all.pssOfFiles).toBeLessThan(indexMb + PROGRAM_MB);
      expect(all.pss - all.pssOfFiles).toBeLessThan(TOGETHER * OWN_MB);
    },
  );
});
