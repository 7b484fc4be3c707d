// @module-tag pipelines

import { long } from '@rotamer/kit/testing/long.ts';
import { followJob } from '@rotamer/test-support/events.ts';
import { type Job, type JobResult, milli } from '@rotamer/test-support/resources.ts';
import { waitForSettled } from '@rotamer/test-support/waitForSettled.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { peptide } from '@rotamer/tools/testing/testProteins.ts';
import { beforeAll, describe, expect, it } from 'vitest';

/** Returns a simulation of this many picoseconds, each of which takes 2 s or more, at 10 credits a minute. */
const simulation = (picoseconds: number, credits: number) => ({
  tool: 'gromacs-md',
  name: `${picoseconds} ps`,
  input: { inputs: [{ ...peptide(), text: undefined, content: peptide().text, source: { type: 'text' } }] },
  settings: { time_ps: picoseconds, frame_interval_ps: 0.2 },
  billing: { max_reserved_credits: credits },
});

let workspace: Workspace;

beforeAll(async () => {
  workspace = await newWorkspace({ credits: 100 });
});

async function settle(request: ReturnType<typeof simulation>) {
  const { client } = workspace;
  const { id } = (await client.post<Job>('/jobs', request)).body;
  const { job, events } = await followJob(client, id);
  const [settled] = (await waitForSettled(client, [id])) as [Job];
  const { body: result } = await client.get<JobResult>(`/results/${id}`);
  return { job, events, billing: settled.billing!, result, ports: result.files.map((file) => file.output_port_id) };
}

describe.concurrent('a simulation', () => {
  // It computes for 30 s. In `longJob` a tool that only waits ends at its budget, and the known answers of gromacs-md have a stopped simulation.
  it.runIf(long)('ends at its budget with partial results, and costs exactly the budget', async () => {
    // A busy machine takes half of the 30 s to fill the box with water.
    const { job, billing, result, ports } = await settle(simulation(500, 5));
    expect(job).toMatchObject({ status: 'BUDGET_EXCEEDED', error: expect.stringContaining('budget') });
    expect(billing).toMatchObject({ final_credits: 5, billable_runtime_seconds: 30, outcome: 'charged' });
    expect(result.status).toBe('BUDGET_EXCEEDED');
    expect(ports).toEqual(expect.arrayContaining(['checkpoint', 'run_input', 'trajectory']));
    for (const file of result.files) expect(file.size).toBeGreaterThan(0);
  });

  it('runs to its end within the budget, and costs its run time', async () => {
    const { job, events, billing, result, ports } = await settle(simulation(1, 60));
    expect(job).toMatchObject({ status: 'COMPLETED', progress: 100, error: null });
    expect(new Set(events.map(({ data }) => data.progress)).size).toBeGreaterThan(2);
    const { final_credits, billable_runtime_seconds } = billing;
    expect(milli(final_credits)).toBeCloseTo((billable_runtime_seconds! * 10_000) / 60, -2);
    expect(milli(final_credits)).toBeGreaterThan(0);
    expect(ports.sort()).toEqual(['checkpoint', 'final', 'models', 'run_input', 'trajectory']);
    expect(result.results).toHaveLength(6);
  });
});
