// @module-tag pipelines

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import type { JobResult } from '@rotamer/test-support/resources.ts';
import { expectSum, readOfTools as read, review } from '@rotamer/test-support/shippedWorkflows.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const fasta = (name: string) => `${read('testdata', name).trimEnd()}\n`;
const others = ['ubiquitin.fasta', 'lysozyme.fasta', 'gfp.fasta', 'insulin.fasta', 'NC_005816.faa'].map(fasta).join('');
const globins3 = fasta('globins3.fasta');
/** 62 proteins, of which 48 are globins. */
const database = globins3 + others + fasta('globins45.fasta');
/** Human hemoglobin beta without its first methionine. */
const [, ...lines] = globins3.match(/^>\S*HBB_HUMAN[^>]*/m)![0].split('\n');
const query = `>HBB_HUMAN\n${lines.join('').slice(1)}\n`;

let workspace: Workspace;

beforeAll(async () => {
  workspace = await newWorkspace({ credits: 1_000, limits: { 'requests-per-minute': 6_000 } });
});

describe('the workflow homologs-to-tree', () => {
  it('finds the homologs of a hemoglobin, and puts one of each cluster in a tree', { timeout: 480_000 }, async () => {
    const { candidates, itemsOf, approve } = await review(workspace, 'homologs-to-tree', { query, database });
    expect([itemsOf('blast'), itemsOf('keep'), itemsOf('similar')]).toEqual([42 + 42, 40, 40]);
    expect(candidates).toHaveLength(15);
    const sizes = candidates.map(({ metrics }) => Number(metrics.size));
    expect(sizes.reduce((sum, size) => sum + size)).toBe(40);
    expect(candidates.every(({ metrics }) => Number(metrics.pident) >= 30)).toBe(true);
    const run = await approve(15);
    expect(run.status).toBe('COMPLETED');
    const status = (node: string) => run.nodes.find(({ id }) => id === node)!.status;
    expect([status('again'), status('sensitive'), status('tree')]).toEqual(['SKIPPED', 'SKIPPED', 'COMPLETED']);
    expectSum(run);

    const summaryOf = async (node: string) => {
      const { result_url } = run.jobs.find(({ node_id }) => node_id === node)!;
      const { results } = (await workspace.client.get<JobResult>(result_url!.replace('/api/v1', ''))).body;
      return results.find(({ output_port_id }) => output_port_id === 'summary')!.value;
    };
    expect(await summaryOf('alignment')).toMatchObject({ sequences: 15, columns: 149 });
    expect(await summaryOf('tree')).toMatchObject({ leaves: 15 });
    // The second search also finds the globins that are not in the tree, so all of the database.
    expect(await summaryOf('rescan')).toMatchObject({ hits: 48, searched: 62 });
  });

  it('finds the same homologs in a dataset, in place of an input', { timeout: 480_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'homologs-'));
    const id = `globins-${randomUUID().slice(0, 8)}`;
    try {
      const file = join(folder, 'globins.fasta');
      writeFileSync(file, database);
      await workspace.admin.command('dataset import', { id, release: '1', file });
      await workspace.admin.command('dataset grant', { id, workspaces: workspace.id });
      const { run, candidates, itemsOf, approve } = await review(workspace, 'homologs-to-tree', { query }, {}, id);
      expect([itemsOf('blast'), itemsOf('keep'), candidates.length]).toEqual([42 + 42, 40, 15]);
      // By day the tree is made above, and datasetSearches.slow.test.ts has the second search in a dataset.
      if (long) expect((await approve(15)).status).toBe('COMPLETED');
      const nodes = run.nodes as { id: string; dataset?: { id: string; release: string } }[];
      const pinned = nodes.flatMap(({ id: node, dataset }) => (dataset ? [[node, dataset.id, dataset.release]] : []));
      expect(pinned).toEqual(['blast', 'sensitive', 'rescan'].map((node) => [node, id, '1']));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('searches again, more sensitively, when BLAST finds too few', { timeout: 480_000 }, async () => {
    const myoglobins = fasta('globins45.fasta')
      .split(/^(?=>)/m)
      .filter((record) => record.startsWith('>MYG_'))
      .join('');
    const { candidates, itemsOf, run } = await review(workspace, 'homologs-to-tree', {
      query,
      database: others + myoglobins,
    });
    expect(itemsOf('keep')).toBeLessThan(3);
    expect(itemsOf('sensitive')).toBe(7);
    expect(run.nodes.find(({ id }) => id === 'similar')!.status).toBe('SKIPPED');
    expect(candidates.every(({ label }) => label.startsWith('MYG_'))).toBe(true);
  });
});
