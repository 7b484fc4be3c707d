import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowCuration, WorkflowRun } from '@rotamer/test-support/resources.ts';
import { publish, startRun, waitForRun } from '@rotamer/test-support/workflows.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const tools = join(import.meta.dirname, '../../../tools');
const read = (...path: string[]) => readFileSync(join(tools, ...path), 'utf8');
const proteins = ['globins3', 'ubiquitin', 'lysozyme', 'gfp', 'insulin'].map((name) =>
  read('testdata', `${name}.fasta`),
);
const library = read('testdata', 'kinase_library.smi');
const imatinib = library.split('\n')[0]!;

let workspace: Workspace;

beforeAll(async () => {
  workspace = await newWorkspace({ credits: 1_000, limits: { 'requests-per-minute': 6_000 } });
});

/** Runs a workflow that comes with Rotamer up to its checkpoint. */
async function review(name: string, texts: Record<string, string>) {
  const { client } = workspace;
  const { definition, ...more } = JSON.parse(read('workflows', `${name}.json`));
  const { workflow_id } = await publish(workspace, definition, more);
  const input_data = Object.fromEntries(
    Object.entries(texts).map(([node, textContent]) => [node, { method: 'text', textContent }]),
  );
  const { id } = (await startRun(client, workflow_id, { input_data })).body;
  const run = await waitForRun(client, id);
  const url = `/workflow-runs/${id}/curation`;
  const { candidates, candidate_set_digest } = (await client.get<WorkflowCuration>(url)).body;
  return {
    candidates,
    itemsOf: (node: string) => run.nodes.find((one) => one.id === node)!.items,
    async approve(count: number): Promise<WorkflowRun> {
      const approved_candidate_ids = candidates.slice(0, count).map((candidate) => candidate.id);
      await client.post(url, { candidate_set_digest, approved_candidate_ids });
      await client.post(`/workflow-runs/${id}/continue`);
      return waitForRun(client, id, ['COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED']);
    },
  };
}

/** The credits of a run are those of its jobs. */
function expectSum(run: WorkflowRun): void {
  expect(run.actual_credits).toBe(run.jobs.reduce((sum, { credits_used }) => sum + credits_used, 0));
}

describe('the workflow peptide-candidates', () => {
  it('finds the hydrophilic peptides of seven proteins, and describes those that were chosen', async () => {
    const { candidates, itemsOf, approve } = await review('peptide-candidates', { proteins: proteins.join('') });
    expect([itemsOf('digest'), itemsOf('usable'), itemsOf('top')]).toEqual([49, 28, 10]);
    expect(candidates.slice(0, 3).map(({ label }) => label)).toEqual(['EGIPPDQQR', 'HGLDNYR', 'GHPETLEK']);
    expect(candidates.slice(0, 3).map(({ metrics }) => metrics.mono_mh)).toEqual([
      expect.closeTo(1039.5167, 3),
      expect.closeTo(874.4166, 3),
      expect.closeTo(910.4629, 3),
    ]);
    const run = await approve(3);
    expect(run.status).toBe('COMPLETED');
    expect(run.jobs.filter(({ node_id }) => node_id === 'properties')).toHaveLength(3);
    expectSum(run);
    expect(run.actual_credits).toBe(5);
  });
});

describe('the workflow ligand-triage', () => {
  it('ranks the drug-like molecules of a library by their similarity to imatinib', async () => {
    const { candidates, approve } = await review('ligand-triage', { library, query: imatinib });
    const ranking = candidates.map(({ metrics }) => [metrics.name, Math.round(Number(metrics.tanimoto) * 1e4) / 1e4]);
    expect(ranking).toEqual([
      ['imatinib', 1],
      ['dasatinib', 0.2745],
      ['bortezomib', 0.1979],
      ['sorafenib', 0.1959],
      ['gefitinib', 0.1682],
      ['paracetamol', 0.1486],
      ['erlotinib', 0.1313],
      ['ibuprofen', 0.125],
      ['aspirin', 0.0988],
      ['caffeine', 0.0976],
    ]);
    const run = await approve(2);
    expect(run.jobs.filter(({ node_id }) => node_id === 'conformers')).toHaveLength(2);
    expect(run.status).toBe('COMPLETED');
    expectSum(run);
  });
});
