import { describe, expect, it } from 'vitest';
import { followJob, readEvents, type StreamEvent } from '../src/events.ts';
import { expectRefusal } from '../src/expectRefusal.ts';
import { longJob, propertiesOf, shortMeteredJob } from '../src/requests.ts';
import { isTerminal, type Job } from '../src/resources.ts';
import { ubiquitin } from '../src/testData.ts';
import { newWorkspace } from '../src/workspace.ts';

/** How far a job has come, for comparing what a stream showed before and after. */
function stageOf({ status, started_at, progress, completed_at }: Job): number[] {
  const stage = completed_at ? 3 : started_at ? 2 : status === 'PROCESSING' ? 1 : 0;
  return [stage, progress ?? -1];
}

function expectOrder(events: StreamEvent[]): void {
  const stages = events.filter(({ event }) => event === 'status').map(({ data }) => stageOf(data));
  const sorted = [...stages].sort(([a, p], [b, q]) => a! - b! || p! - q!);
  expect(stages).toEqual(sorted);
}

describe.concurrent('the event stream of a job', () => {
  it('shows the job as it is, then every change in order, then its end, and closes', async () => {
    const { client } = await newWorkspace();
    const { id } = (await client.post<Job>('/jobs', shortMeteredJob())).body;
    const watchers = await Promise.all([1, 2, 3].map(() => followJob(client, id)));
    for (const { events, job } of watchers) {
      expect(events[0]!.event).toBe('status');
      expect(events.filter(({ event }) => event === 'terminal')).toHaveLength(1);
      expect(events.at(-1)!.event).toBe('terminal');
      expect(events.at(-2)!.data).toEqual(job);
      expect(job).toMatchObject({ id, status: 'COMPLETED' });
      expect(events.slice(0, -2).some(({ data }) => isTerminal(data))).toBe(false);
      expectOrder(events);
    }
  });

  it('gives an ended job’s state and end at once', async () => {
    const { client } = await newWorkspace();
    const { id } = (await client.post<Job>('/jobs', propertiesOf(ubiquitin))).body;
    await followJob(client, id);
    const { events } = await followJob(client, id);
    expect(events.map(({ event }) => event)).toEqual(['status', 'terminal']);
    expect(events[0]!.data).toEqual(events[1]!.data);
  });

  it('hears of changes as they happen, not when it happens to look', async () => {
    const { client } = await newWorkspace();
    const delays: number[] = [];
    for (let i = 0; i < 3; i++) {
      const { id } = (await client.post<Job>('/jobs', propertiesOf(ubiquitin))).body;
      const { job } = await followJob(client, id);
      delays.push(Date.now() - Date.parse(job.completed_at!));
    }
    // The gateway looks by itself every 5 s: three times under 2 s is luck once in 15 runs, not in all.
    expect(Math.max(...delays)).toBeLessThan(2_000);
  });

  it('is plain server-sent events: retry, no cache, a sign of life within 16 s', async () => {
    const { client } = await newWorkspace({ credits: 10 });
    const { id } = (await client.post<Job>('/jobs', longJob({ billing: { max_reserved_credits: 1 } }))).body;
    const opened = performance.now();
    const response = await client.open(`/jobs/${id}/events`);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('private, no-cache, no-transform');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const [raw, parsed] = response.body!.tee();
    const reader = raw.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toMatch(/^retry: 3000\n\n/);
    await reader.cancel();
    for await (const { event, data } of readEvents(client, new Response(parsed))) {
      if (event !== 'ping') continue;
      expect(new Date(data.timestamp!).toISOString()).toBe(data.timestamp);
      break;
    }
    expect(performance.now() - opened).toBeLessThan(17_000);
  });

  it('is refused like any other request before it opens', async () => {
    const { client, clientWith } = await newWorkspace();
    const { id } = (await client.post<Job>('/jobs', propertiesOf(ubiquitin))).body;
    expectRefusal(await clientWith(undefined).get(`/jobs/${id}/events`), 401, 'unauthorized');
    expectRefusal(await client.get('/jobs/job_00000000000000000000000000/events'), 404, 'not_found');
    const stranger = await newWorkspace();
    expectRefusal(await stranger.client.get(`/jobs/${id}/events`), 404, 'not_found');
  });
});
