import { setTimeout as sleep } from 'node:timers/promises';
import { long } from '@rotamer/kit/testing/long.ts';
import type { Client } from '@rotamer/test-support/client.ts';
import type { Job, List, WorkflowRunCancellation } from '@rotamer/test-support/resources.ts';
import { describedProteins, publish, startRun, textOf, waitForRun } from '@rotamer/test-support/workflows.ts';
import { newWorkspace } from '@rotamer/test-support/workspace.ts';
import { expect, it } from 'vitest';

/**
 * Times between the start of a run and its cancellation, in ms. Its jobs are submitted, accepted, started and ended
 * meanwhile.
 */
const DELAYS = Array.from({ length: 13 }, (_, i) => i * 20);

const ROUNDS = long ? 10 : 2;

const proteins = Array.from({ length: 12 }, (_, i) => `>p${i}\nMKTAYIAKQRQISFVKSHFSRQ${'GLY'.repeat(i + 1)}`).join(
  '\n',
);

it('starts and charges no job after a cancel returns, 0 to 240 ms after the start', {
  timeout: 600_000,
}, async () => {
  const workspace = await newWorkspace({ credits: 10_000, limits: { 'requests-per-minute': 100_000 } });
  const { client } = workspace;
  const { workflow_id } = await publish(workspace, describedProteins);
  const wrong: string[] = [];
  let charged = 0;
  let jobs = 0;
  for (let round = 0; round < ROUNDS; round++)
    for (const delay of DELAYS) {
      const name = `run ${round}-${delay}`;
      const { body: run } = await startRun(client, workflow_id, { name, input_data: textOf('proteins', proteins) });
      await sleep(delay);
      const { status, body } = await client.post<WorkflowRunCancellation>(`/workflow-runs/${run.id}/cancel`, undefined);
      const answeredAt = Date.now();
      // The run ended before its cancellation.
      if (status === 409) continue;
      expect(status).toBe(200);
      const end = await waitForRun(client, run.id);
      const own = await jobsOf(client, name);
      const late = own.filter(({ created_at, started_at }) =>
        [created_at, started_at].some((time) => time && Date.parse(time) > answeredAt),
      );
      const above = end.actual_credits - body.charged_credits;
      charged += end.actual_credits;
      jobs += own.length;
      if (end.status !== 'CANCELLED' || body.unsettled_jobs > 0 || above !== 0 || late.length > 0)
        wrong.push(`${delay} ms: ${end.status}, ${body.unsettled_jobs} unsettled, ${above} above, ${late.length} late`);
    }
  console.log(`${ROUNDS * DELAYS.length} runs, ${jobs} jobs, ${charged} credits charged`);
  expect(wrong).toEqual([]);
  expect(jobs).toBeGreaterThan(0);
});

/** Returns all jobs made for a run, including jobs that the run does not list. */
async function jobsOf(client: Client, run: string): Promise<Job[]> {
  const { body } = await client.get<List<Job>>('/jobs?limit=100');
  return body.data.filter(({ name }) => name?.startsWith(`${run} · `));
}
