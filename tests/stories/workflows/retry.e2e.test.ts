import { randomUUID } from 'node:crypto';
import { expectProblem, expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import type { WorkflowRun, WorkflowRunResult, WorkflowRunRetry } from '@rotamer/test-support/resources.ts';
import { alpha, ubiquitin } from '@rotamer/test-support/testData.ts';
import {
  type Definition,
  describedProteins,
  publish,
  startRun,
  textOf,
  waitForRun,
} from '@rotamer/test-support/workflows.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, it } from 'vitest';

/** A branch that works, and a branch whose tool gets too large an input. */
const twoBranches: Definition = {
  nodes: [
    { id: 'proteins', type: 'input', kind: 'protein' },
    { id: 'broken', type: 'input', kind: 'protein' },
    { id: 'good', type: 'tool', tool: 'protein-properties' },
    { id: 'bad', type: 'tool', tool: 'protein-properties' },
    { id: 'result', type: 'output' },
  ],
  edges: [
    { source: 'proteins', target: 'good' },
    { source: 'broken', target: 'bad' },
    { source: 'good', source_port: 'properties', target: 'result' },
    { source: 'bad', source_port: 'properties', target: 'result' },
  ],
};

let workspace: Workspace;
let workflow: string;

beforeAll(async () => {
  workspace = await newWorkspace({ limits: { 'requests-per-minute': 6_000 } });
  workflow = (await publish(workspace, twoBranches)).workflow_id;
});

/** Starts a run, and waits until one of its nodes has failed. */
async function failed(): Promise<WorkflowRun> {
  const input_data = {
    proteins: { method: 'text', textContent: `${alpha}\n${ubiquitin}` },
    broken: { method: 'text', textContent: '>bad\nM1O\n' },
  };
  const { body } = await startRun(workspace.client, workflow, { input_data });
  return waitForRun(workspace.client, body.id);
}

const retry = ({ id }: { id: string }, body: object, key: string = randomUUID()) =>
  workspace.client.post<WorkflowRunRetry>(`/workflow-runs/${id}/retry`, body, { 'idempotency-key': key });

const fromFailed = { mode: 'from_failed_node', node_id: 'bad' };

describe('a retry', () => {
  it('from the failed node reuses results, and gives the reason for each node', async () => {
    const { client } = workspace;
    const run = await failed();
    expect(run.nodes.map(({ id, status }) => [id, status])).toContainEqual(['bad', 'FAILED']);
    expect(run.actual_credits).toBe(1);
    const before = await workspace.available();
    const key = randomUUID();
    const begun = await retry(run, fromFailed, key);
    expect(begun.status).toBe(202);
    const verdicts = Object.fromEntries(begun.body.reuse.map(({ node_id, verdict }) => [node_id, verdict]));
    expect(verdicts).toEqual({
      proteins: 'reused',
      broken: 'reused',
      good: 'reused',
      bad: 'runs_again',
      result: 'runs_again',
    });
    const replay = await retry(run, fromFailed, key);
    expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(replay.body.run.attempts).toHaveLength(2);

    const done = await waitForRun(client, run.id);
    expect(done.attempts.map(({ number, mode }) => [number, mode])).toEqual([
      [1, 'from_start'],
      [2, 'from_failed_node'],
    ]);
    expect(done.nodes.find(({ id }) => id === 'good')!.reused_attempt_id).toBe(run.attempt_id);
    // The second attempt has charged nothing.
    expect(await workspace.available()).toBe(before);
    const [first, second] = await Promise.all(
      done.attempts.map(
        async ({ id }) =>
          (await client.get<WorkflowRunResult>(`/workflow-runs/${run.id}/results?attempt_id=${id}`)).body,
      ),
    );
    const items = (results: WorkflowRunResult) =>
      results.nodes.find(({ node_id }) => node_id === 'result')!.items.map(({ label }) => label);
    expect(items(second!)).toEqual(items(first!));
    expect(items(second!)).toHaveLength(2);
  });

  it('from a node with failed items runs all its items again, and keeps earlier results', async () => {
    const { client } = workspace;
    const { workflow_id } = await publish(workspace, describedProteins);
    const input_data = textOf('proteins', `${ubiquitin}\n>bad\nM1O\n`);
    const run = await waitForRun(client, (await startRun(client, workflow_id, { input_data })).body.id);
    expect(run).toMatchObject({ status: 'COMPLETED_WITH_ERRORS', actual_credits: 1 });
    const begun = await retry(run, { mode: 'from_failed_node', node_id: 'properties' });
    expect(begun.status).toBe(202);
    expect(begun.body.reuse.map(({ node_id, verdict }) => [node_id, verdict])).toEqual([
      ['proteins', 'reused'],
      ['properties', 'runs_again'],
      ['result', 'runs_again'],
    ]);
    for (const { reason } of begun.body.reuse) expect(reason).toMatch(/^[A-Z].+\.$/);
    const done = await waitForRun(client, run.id);
    expect(done).toMatchObject({ status: 'COMPLETED_WITH_ERRORS', actual_credits: 2 });
    expect(done.attempts.map(({ actual_credits }) => actual_credits)).toEqual([1, 1]);
    expect(done.nodes.find(({ id }) => id === 'properties')!.job_counts).toMatchObject({ completed: 1, failed: 1 });
  });

  it('from the start runs everything again, as a new attempt', async () => {
    const run = await failed();
    const { body } = await retry(run, { mode: 'from_start' });
    expect(body.reuse.filter(({ reused }) => reused)).toEqual([]);
    const done = await waitForRun(workspace.client, run.id);
    expect(done.attempts).toHaveLength(2);
    expect(done.actual_credits).toBe(2);
  });

  it('is refused without a key, for an unknown or successful node, and for an active run', async () => {
    const run = await failed();
    const { client } = workspace;
    expectProblem(await client.post(`/workflow-runs/${run.id}/retry`, { mode: 'from_start' }), 'Idempotency-Key');
    expectProblem(await retry(run, { mode: 'from_failed_node' }), 'node_id');
    expectProblem(await retry(run, { mode: 'from_start', node_id: 'bad' }), 'node_id');
    const good = await retry(run, { mode: 'from_failed_node', node_id: 'good' });
    expect(good.status).toBeOneOf([400, 409]);
    const key = randomUUID();
    await retry(run, { mode: 'from_start' }, key);
    expectRefusal(await retry(run, fromFailed, key), 409, 'conflict');
    await waitForRun(client, run.id);
  });
});
