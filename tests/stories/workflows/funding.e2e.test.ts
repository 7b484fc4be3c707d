import { expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import { milli, type WorkflowRun, type WorkflowRunCancellation } from '@rotamer/test-support/resources.ts';
import { alpha, beta, ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import {
  describedProteins,
  publish,
  readRun,
  startRun,
  textOf,
  waitForRun,
  waitingForEach,
} from '@rotamer/test-support/workflows.ts';
import { newWorkspace } from '@rotamer/test-support/workspace.ts';
import { describe, expect, it } from 'vitest';

const limits = { 'requests-per-minute': 6_000 };
const input_data = textOf('proteins', [alpha, beta, ubiquitin].join('\n'));

describe.concurrent('the budget of a run', () => {
  it('is capped: the run pauses at max_credits, and continues with a higher cap', async () => {
    const workspace = await newWorkspace({ credits: 100, limits });
    const { client } = workspace;
    const { workflow_id } = await publish(workspace, describedProteins);
    const { id } = (await startRun(client, workflow_id, { input_data, max_credits: 2 })).body;
    const paused = await waitForRun(client, id);
    expect(paused).toMatchObject({ status: 'PAUSED', pause: { reason: 'max_credits', node_id: 'properties' } });
    // Jobs that are running finish, and cost no more than the cap.
    const spent = await waitFor('two jobs to be settled', async () => {
      const run = await readRun(client, id);
      return run.actual_credits === 2 && run;
    });
    expect(spent.attempts[0]!.max_credits).toBe(2);
    expect(await workspace.available()).toBe(98_000);
    const raised = await client.post<WorkflowRun>(`/workflow-runs/${id}/continue`, { max_credits: 10 });
    expect(raised.body.attempts[0]!.max_credits).toBe(10);
    const done = await waitForRun(client, id, ['COMPLETED']);
    expect([done.actual_credits, done.attempts.length]).toEqual([3, 1]);
    expect(await workspace.available()).toBe(97_000);
  });

  it('may run out: the run pauses, and continues by itself when credits are granted', async () => {
    const workspace = await newWorkspace({ credits: 1, limits });
    const { client, admin } = workspace;
    const { workflow_id } = await publish(workspace, describedProteins);
    const { id } = (await startRun(client, workflow_id, { input_data })).body;
    const paused = await waitForRun(client, id);
    expect(paused).toMatchObject({ status: 'PAUSED', pause: { reason: 'insufficient_credits' } });
    await admin.command('credits grant', { workspace: workspace.id, credits: 5 });
    const done = await waitForRun(client, id, ['COMPLETED']);
    expect(done.actual_credits).toBe(3);
    expect(await workspace.available()).toBe(3_000);
  });

  it('is refunded when the run is cancelled, except for jobs that ran', async () => {
    const workspace = await newWorkspace({ credits: 100, limits: { ...limits, 'concurrent-jobs': 3 } });
    const { client } = workspace;
    const { workflow_id } = await publish(workspace, waitingForEach);
    const peptides = Array.from({ length: 8 }, (_, i) => `>peptide_${i + 1}\nMKV`).join('\n');
    const { id } = (await startRun(client, workflow_id, { input_data: textOf('proteins', peptides) })).body;
    await waitFor('a job of the run to be active', async () =>
      (await readRun(client, id)).jobs.some(({ status }) => status === 'ACTIVE'),
    );
    const { body, status } = await client.post<WorkflowRunCancellation>(`/workflow-runs/${id}/cancel`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ unsettled_jobs: 0, run: { status: 'CANCELLED' } });
    expect(await workspace.available()).toBe(100_000 - milli(body.charged_credits));
    expect(body.run.actual_credits).toBe(body.charged_credits);
    expect(body.refunded_credits).toBeGreaterThan(0);
    const after = await waitForRun(client, id, ['CANCELLED']);
    expect(after.estimated_credits).toBe(after.actual_credits);
    expectRefusal(await client.post(`/workflow-runs/${id}/continue`), 409, 'conflict');
  });
});
