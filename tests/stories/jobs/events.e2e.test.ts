import { followJob, type StreamEvent } from '@rotamer/test-support/events.ts';
import { expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import { propertiesOf, waitingJob } from '@rotamer/test-support/requests.ts';
import { isTerminal, type Job } from '@rotamer/test-support/resources.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, it } from 'vitest';

/** Returns how far a job has come, for comparing two states of a stream. */
function stageOf({ status, started_at, progress, completed_at }: Job): number[] {
  const stage = completed_at ? 3 : started_at ? 2 : status === 'PROCESSING' ? 1 : 0;
  return [stage, progress ?? -1];
}

function expectOrder(events: StreamEvent[]): void {
  const stages = events.filter(({ event }) => event === 'status').map(({ data }) => stageOf(data));
  const sorted = [...stages].sort(([a, p], [b, q]) => a! - b! || p! - q!);
  expect(stages).toEqual(sorted);
}

let workspace: Workspace;

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe.concurrent('the event stream of a job', () => {
  it('shows the present state, then every change in order, then the end, and closes', async () => {
    const { client } = workspace;
    const { id } = (await client.post<Job>('/jobs', waitingJob(2))).body;
    const watchers = await Promise.all([1, 2, 3].map(() => followJob(client, id)));
    for (const { events, job } of watchers) {
      expect(events[0]!.event).toBe('status');
      expect(events.filter(({ event }) => event === 'terminal')).toHaveLength(1);
      expect(events.at(-1)!.event).toBe('terminal');
      expect(events.at(-2)!.data).toEqual(job);
      expect(job).toMatchObject({ id, status: 'COMPLETED' });
      // The end is published immediately. The `terminal` event follows once the final charge is known.
      const firstEnd = events.findIndex(({ data }) => isTerminal(data));
      expect(events.slice(firstEnd).every(({ data }) => data.status === job.status)).toBe(true);
      expect(job.billing!.finalized_at).not.toBeNull();
      expect(job.credits_used).toBe(job.billing!.final_credits);
      expectOrder(events);
    }
  });

  it('is not needed for a small job whose submission prefers to wait', async () => {
    const { client } = workspace;
    const answer = await client.post<Job>('/jobs', propertiesOf(ubiquitin), { prefer: 'wait=60' });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([202, 'wait=60']);
    expect(answer.body).toMatchObject({ status: 'COMPLETED' });
    expect(answer.body.billing!.finalized_at).not.toBeNull();
  });

  it('sends the state and end of an ended job immediately', async () => {
    const { client } = workspace;
    const { id } = (await client.post<Job>('/jobs', propertiesOf(ubiquitin))).body;
    await followJob(client, id);
    const { events } = await followJob(client, id);
    expect(events.map(({ event }) => event)).toEqual(['status', 'terminal']);
    expect(events[0]!.data).toEqual(events[1]!.data);
  });

  it('delivers changes through the bus, not by polling', async () => {
    const { client } = workspace;
    const delays: number[] = [];
    for (let i = 0; i < 3; i++) {
      const { id } = (await client.post<Job>('/jobs', propertiesOf(ubiquitin))).body;
      const { job } = await followJob(client, id);
      delays.push(Date.now() - Date.parse(job.completed_at!));
    }
    // The gateway also polls every 5 s. Without the bus, three delays under 2.5 s are very unlikely.
    expect(Math.max(...delays)).toBeLessThan(2_500);
  });

  it('is plain server-sent events without caching', async () => {
    const { client } = workspace;
    const { id } = (await client.post<Job>('/jobs', propertiesOf(ubiquitin))).body;
    const response = await client.open(`/jobs/${id}/events`);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('private, no-cache, no-transform');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(await response.text()).toMatch(/^retry: 3000\n\nevent: status\ndata: \{.*\}\n\n(.*\n\n)?event: terminal\n/s);
  });

  it('is refused like any other request before it opens', async () => {
    const { client, clientWith } = workspace;
    const { id } = (await client.post<Job>('/jobs', propertiesOf(ubiquitin))).body;
    expectRefusal(await clientWith(undefined).get(`/jobs/${id}/events`), 401, 'unauthorized');
    expectRefusal(await client.get('/jobs/job_00000000000000000000000000/events'), 404, 'not_found');
    const stranger = await newWorkspace();
    expectRefusal(await stranger.client.get(`/jobs/${id}/events`), 404, 'not_found');
  });
});
