import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { WorkflowCuration, WorkflowRun } from './resources.ts';
import { publish, startRun, waitForRun } from './workflows.ts';
import type { Workspace } from './workspace.ts';

/** Longest wait for a run. Programs start slowly on a busy machine. */
const PATIENCE_MS = 500_000;

const tools = join(import.meta.dirname, '../../../tools');

/** Reads a text file in the folder of the tools, such as test data. */
export const readOfTools = (...path: string[]) => readFileSync(join(tools, ...path), 'utf8');

/**
 * Runs a workflow shipped with Rotamer up to its checkpoint. `texts` are its inputs by node; `settings` replace
 * settings by node, and a dataset the inputs that are searched.
 */
export async function review(
  workspace: Workspace,
  name: string,
  texts: Record<string, string>,
  settings: Record<string, object> = {},
  dataset?: string,
) {
  const { client } = workspace;
  const { definition, ...more } = JSON.parse(readOfTools('workflows', `${name}.json`));
  for (const [id, other] of Object.entries(settings))
    Object.assign(definition.nodes.find((node: { id: string }) => node.id === id).settings, other);
  const { workflow_id } = await publish(workspace, definition, { ...more, dataset });
  const input_data = Object.fromEntries(
    Object.entries(texts).map(([node, textContent]) => [node, { method: 'text', textContent }]),
  );
  const { id } = (await startRun(client, workflow_id, { input_data })).body;
  const run = await waitForRun(client, id, ['PAUSED', 'COMPLETED', 'FAILED'], PATIENCE_MS);
  const url = `/workflow-runs/${id}/curation`;
  const { candidates, candidate_set_digest } = (await client.get<WorkflowCuration>(url)).body;
  return {
    run,
    candidates,
    itemsOf: (node: string) => run.nodes.find((one) => one.id === node)!.items,
    async approve(count: number): Promise<WorkflowRun> {
      const approved_candidate_ids = candidates.slice(0, count).map((candidate) => candidate.id);
      await client.post(url, { candidate_set_digest, approved_candidate_ids });
      await client.post(`/workflow-runs/${id}/continue`);
      return waitForRun(client, id, ['COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED'], PATIENCE_MS);
    },
  };
}

/**
 * Expects that a run costs as much as its jobs. Amounts of metered jobs have decimals, so the comparison has a
 * tolerance.
 */
export function expectSum(run: WorkflowRun): void {
  const sum = run.jobs.reduce((total, { credits_used }) => total + credits_used, 0);
  expect(run.actual_credits).toBeCloseTo(sum, 6);
}
