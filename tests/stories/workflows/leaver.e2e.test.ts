import { randomUUID } from 'node:crypto';
import type { WorkflowCuration } from '@rotamer/test-support/resources.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import {
  newUser,
  publish,
  readRun,
  reviewedMolecules,
  startRun,
  textOf,
  threeMolecules,
  waitForRun,
} from '@rotamer/test-support/workflows.ts';
import { newWorkspace } from '@rotamer/test-support/workspace.ts';
import { expect, it } from 'vitest';

it('launches no job for a removed member, and continues for the member who retries the run', async () => {
  const workspace = await newWorkspace({ limits: { 'requests-per-minute': 6_000 } });
  const { client, admin, id } = workspace;
  const { workflow_id: workflow } = await publish(workspace, reviewedMolecules);
  const leaver = await newUser(workspace);
  await admin.command('workflow grant', { workspace: id, workflow, user: leaver.id, grant: 'run' });
  const { body } = await startRun(leaver.client, workflow, { input_data: textOf('molecules', threeMolecules) });
  const { id: runId } = await waitForRun(client, body.id, ['PAUSED']);
  // The charge of an ended job can arrive a moment after its end.
  const before = 1;
  await waitFor('the charge', async () => (await readRun(client, runId)).actual_credits === before);
  const url = `/workflow-runs/${runId}`;
  const { candidates, candidate_set_digest } = (await client.get<WorkflowCuration>(`${url}/curation`)).body;
  const approved_candidate_ids = candidates.map((candidate) => candidate.id);
  await client.post(`${url}/curation`, { candidate_set_digest, approved_candidate_ids });

  await admin.command('member remove', { workspace: id, user: leaver.id });
  expect((await client.post(`${url}/continue`)).status).toBe(200);
  const failed = await waitForRun(client, runId, ['FAILED']);
  expect(failed.error).toContain('no longer a member of the workspace');
  expect(failed.actual_credits).toBe(before);
  expect(failed.jobs.filter(({ node_id, job_id }) => node_id === 'chosen' && job_id !== null)).toEqual([]);

  const retry = { mode: 'from_failed_node', node_id: 'chosen' };
  await client.post(`${url}/retry`, retry, { 'idempotency-key': randomUUID() });
  await waitForRun(client, runId, ['COMPLETED']);
  expect((await readRun(client, runId)).actual_credits).toBe(before + approved_candidate_ids.length);
});
