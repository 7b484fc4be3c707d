// @module-tag pipelines

import type { WorkflowRunResult } from '@rotamer/test-support/resources.ts';
import { expectSum, readOfTools as read, review } from '@rotamer/test-support/shippedWorkflows.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const genome = read('testdata', 'NC_005816.fna');
/** The first 50 lines of the sequence: each gene has three jobs, and each job takes a second of a core. */
const threeGenes = genome.split('\n').slice(0, 51).join('\n');
const reference = read('testdata', 'NC_005816.faa');

let workspace: Workspace;

beforeAll(async () => {
  workspace = await newWorkspace({ credits: 1_000, limits: { 'requests-per-minute': 6_000 } });
});

describe('the workflow plasmid-annotation', () => {
  it('finds nine genes, of which one differs from the annotation', { timeout: 480_000 }, async () => {
    const { candidates, itemsOf, approve } = await review(workspace, 'plasmid-annotation', { genome, reference });
    expect([itemsOf('described'), itemsOf('annotated'), itemsOf('unmatched'), itemsOf('table')]).toEqual([9, 9, 0, 9]);
    expect(candidates.map(({ label }) => label)).toEqual(['gi|45478711|ref|NC_005816.1|_9']);
    // 90 of its 113 residues are matched, which is 79 % if the stop codon is counted too.
    expect(candidates[0]!.metrics).toMatchObject({
      length: 113,
      pident: expect.closeTo(98.9, 1),
      qcovs: 80,
      molecular_weight: expect.any(Number),
    });
    const run = await approve(1);
    expect(run.status).toBe('COMPLETED');
    expect(run.jobs.filter(({ node_id }) => node_id === 'matches')).toHaveLength(9);
    expectSum(run);
    const results = (await workspace.client.get<WorkflowRunResult>(`/workflow-runs/${run.id}/results`)).body;
    const rows = results.nodes.find(({ node_id }) => node_id === 'annotation')!.items;
    const identities = rows.flatMap(({ metrics }) => (metrics.pident === undefined ? [] : [metrics.pident]));
    expect(identities.filter((identity) => identity === 100)).toHaveLength(8);
    expect(rows).toHaveLength(9 + 1);
  });

  it('searches further for genes that BLAST cannot match, and shows them', { timeout: 480_000 }, async () => {
    const first = reference.split(/^(?=>)/m)[0]!;
    const texts = { genome: threeGenes, reference: first };
    const { candidates, itemsOf } = await review(workspace, 'plasmid-annotation', texts);
    expect([itemsOf('annotated'), itemsOf('unmatched'), itemsOf('table')]).toEqual([1, 2, 3]);
    expect(candidates).toHaveLength(2);
    expect(candidates.every(({ metrics }) => metrics.pident === undefined)).toBe(true);
  });
});
