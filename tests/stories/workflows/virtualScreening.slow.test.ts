// @module-tag pipelines

import { randomUUID } from 'node:crypto';
import type { JobResult, WorkflowRunResult, WorkflowRunRetry } from '@rotamer/test-support/resources.ts';
import { expectSum, readOfTools, review } from '@rotamer/test-support/shippedWorkflows.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, it } from 'vitest';

/**
 * The part of imatinib that binds to the hinge of the kinase, in a tenth of the time of imatinib, which `vina-dock.slow.test.ts` docks;
 * a molecule that the filters reject, one with boron, one that binds weakly, and one that is not a molecule.
 */
const library = `c1ccc(Nc2nccc(-c3cccnc3)n2)cc1 hinge_binder
Cc1ccc(cc1Nc1nccc(n1)-c1cccnc1)C(=O)Nc1cc(cc(c1)C(F)(F)F)-n1cnc(C)c1 nilotinib
OB(O)c1ccccc1 phenylboronic_acid
c1ccc2[nH]ccc2c1 indole
C1CC( broken
`;

let workspace: Workspace;

beforeAll(async () => {
  workspace = await newWorkspace({ credits: 1_000, limits: { 'requests-per-minute': 6_000 } });
});

interface Pose {
  ligand: string;
  mode: number;
  affinity_kcal_mol: number;
}

/** Returns the best pose of each job, best first. */
async function bestPoses(jobs: string[]): Promise<Pose[]> {
  const results = await Promise.all(jobs.map((id) => workspace.client.get<JobResult>(`/results/${id}`)));
  return results
    .flatMap(({ body }) => body.results.filter(({ output_port_id }) => output_port_id === 'poses'))
    .map(({ value }) => value as unknown as Pose)
    .filter(({ mode }) => mode === 1)
    .sort((a, b) => a.affinity_kcal_mol - b.affinity_kcal_mol);
}

/** One search for each molecule takes a fourth of the time of the workflow's four searches. */
const quick = { dock: { exhaustiveness: 1, seed: 3 } };

describe('the workflow virtual-screening', () => {
  it('ranks the molecule that binds to a kinase first, and continues without a molecule that has boron', async () => {
    const texts = {
      receptor: readOfTools('testdata', 'structures', 'abl1.pdb'),
      reference: readOfTools('testdata', 'structures', 'abl1_imatinib.sdf'),
      library,
    };
    const { candidates, itemsOf, approve } = await review(workspace, 'virtual-screening', texts, quick);
    expect([itemsOf('triage'), itemsOf('lig'), itemsOf('bound')]).toEqual([3, 3, 1]);
    expect(candidates.map(({ label }) => label)).toEqual(['hinge_binder']);
    expect(candidates[0]!.metrics.affinity_kcal_mol).toBeGreaterThan(-11);
    expect(candidates[0]!.metrics.affinity_kcal_mol).toBeLessThan(-8);

    const run = await approve(1);
    expect(run.status).toBe('COMPLETED_WITH_ERRORS');
    const docked = run.jobs.filter(({ node_id }) => node_id === 'dock');
    expect(docked.map(({ status }) => status).sort()).toEqual(['COMPLETED', 'COMPLETED', 'FAILED']);
    expectSum(run);

    const best = await bestPoses(docked.flatMap(({ status, job_id }) => (status === 'COMPLETED' ? [job_id!] : [])));
    expect(best.map(({ ligand }) => ligand)).toEqual(['hinge_binder', 'indole']);
    // It binds too, but its affinity does not reach the limit of the workflow.
    expect(best[1]!.affinity_kcal_mol).toBeGreaterThan(-8);
    expect(best[1]!.affinity_kcal_mol).toBeLessThan(-5);

    const { client } = workspace;
    const { nodes } = (await client.get<WorkflowRunResult>(`/workflow-runs/${run.id}/results`)).body;
    const result = nodes.find(({ node_id }) => node_id === 'result')!.items;
    // The labels are the names of the docked molecules, for their poses, and then the picture of the approved ones.
    const labels = result.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(best.map(({ ligand }) => ligand)));
    expect(labels.filter((label) => label === 'hinge_binder').length).toBeGreaterThan(1);

    const again = await client.post<WorkflowRunRetry>(
      `/workflow-runs/${run.id}/retry`,
      { mode: 'from_failed_node', node_id: 'dock' },
      { 'idempotency-key': randomUUID() },
    );
    expect(again.status).toBe(202);
    const reused = again.body.reuse.filter((node) => node.reused).map(({ node_id }) => node_id);
    expect(reused).toEqual(['receptor', 'reference', 'library', 'prep', 'box', 'triage', 'lig']);
    await client.post(`/workflow-runs/${run.id}/cancel`);
  });
});
