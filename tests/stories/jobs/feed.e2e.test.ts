import { Rotamer } from '@rotamer/client';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Job } from '@rotamer/test-support/resources.ts';
import { lysozyme, ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { waitForSettled } from '@rotamer/test-support/waitForSettled.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { describe, expect, it, onTestFinished } from 'vitest';

interface Event {
  id: string;
  type: string;
  resource: { type: string; id: string };
  project_id: string | null;
  data: { status?: string; billing?: object };
}

interface Page {
  data: Event[];
  has_more: boolean;
  next_cursor: string;
}

type Client = Workspace['client'];

/** A program that keeps the state of everything by reading the feed. It stores its cursor, and may be stopped for any time. */
function startConsumer(client: Client) {
  const states = new Map<string, Event>();
  const seen: string[] = [];
  let cursor = '';
  return {
    states,
    seen,
    /** Reads what has happened since the last time. */
    async catchUp(): Promise<void> {
      for (let more = true; more; ) {
        const { body } = await client.get<Page>(`/events?limit=3${cursor && `&after=${cursor}`}`);
        for (const event of body.data) {
          seen.push(event.id);
          states.set(event.resource.id, event);
        }
        cursor = body.next_cursor;
        more = body.has_more;
      }
    },
  };
}

async function submit(client: Client, sequence: string): Promise<string> {
  return (await client.post<Job>('/jobs', propertiesOf(sequence))).body.id;
}

function clientOf({ client, key }: Workspace): Rotamer {
  return new Rotamer({ baseUrl: client.baseUrl, apiKey: key.key });
}

describe.concurrent('the feed of a workspace', () => {
  it('lets a consumer rebuild its state exactly once after a pause', async () => {
    const workspace = await newWorkspace();
    const { client } = workspace;
    const consumer = startConsumer(client);
    const first = await submit(client, lysozyme);
    await waitForSettled(client, [first]);
    const isSettled = (id: string) => consumer.states.get(id)?.type === 'job.settled';
    await waitFor('the settlement of the first job', async () => {
      await consumer.catchUp();
      return isSettled(first);
    });
    // While the consumer is stopped:
    const away = [await submit(client, ubiquitin), await submit(client, lysozyme)];
    const uploaded = await client.upload<{ id: string }>('a.fasta', lysozyme);
    await client.send('DELETE', `/files/${uploaded.body.id}`);
    await waitForSettled(client, away);
    await waitFor('the settlement of the others', async () => {
      await consumer.catchUp();
      return away.every(isSettled) && consumer.states.get(uploaded.body.id)?.type === 'file.deleted';
    });
    expect(new Set(consumer.seen).size).toBe(consumer.seen.length);
    for (const id of [first, ...away]) {
      const { body } = await client.get<Job>(`/jobs/${id}`);
      expect(consumer.states.get(id)!.data).toMatchObject({ id, status: 'COMPLETED', billing: body.billing });
    }
    // A second consumer, which begins later, sees the same events in the same order.
    const later = startConsumer(client);
    await later.catchUp();
    expect(later.seen.slice(0, consumer.seen.length)).toEqual(consumer.seen);
  });

  it('shows the life of a job in order, and nothing to other workspaces', async () => {
    const [owner, stranger] = await Promise.all([newWorkspace(), newWorkspace()]);
    const id = await submit(owner.client, lysozyme);
    await waitForSettled(owner.client, [id]);
    const types = await waitFor('the settlement', async () => {
      const { body } = await owner.client.get<Page>(`/events?resource_id=${id}`);
      const found = body.data.map(({ type }) => type);
      return found.includes('job.settled') && found;
    });
    expect(types).toEqual(['job.created', 'job.started', 'job.completed', 'job.settled']);
    const { body } = await stranger.client.get<Page>('/events');
    expect(body.data).toEqual([]);
    const { body: page } = await owner.client.get<Page>('/events?limit=1');
    expect((await stranger.client.get(`/events?after=${page.next_cursor}`)).status).toBe(400);
    expect((await stranger.client.get(`/events?after=${page.data[0]!.id}`)).status).toBe(410);
  });

  it('serves many waiting jobs by one stream', async () => {
    const workspace = await newWorkspace({ limits: { 'concurrent-jobs': 20 } });
    const rotamer = clientOf(workspace);
    const ids = await Promise.all([1, 2, 3, 4, 5].map(() => submit(workspace.client, ubiquitin)));
    const jobs = await rotamer.jobs.waitAll(ids, { timeout: 60 });
    expect(jobs.map(({ status }) => status)).toEqual(ids.map(() => 'COMPLETED'));
    expect(jobs.every(({ data }) => data.billing?.finalized_at)).toBe(true);
  });

  it('streams what happens from now on, and goes on after the last event', async () => {
    const workspace = await newWorkspace();
    const rotamer = clientOf(workspace);
    const { next_cursor: after } = await rotamer.events.list({ after: 'now' }).page();
    const left = new AbortController();
    onTestFinished(() => left.abort());
    const id = await submit(workspace.client, lysozyme);
    const seen: string[] = [];
    for await (const event of rotamer.events.stream({ after, type: 'job.*', signal: left.signal })) {
      seen.push(event.type);
      expect(event.resource.id).toBe(id);
      if (event.type === 'job.settled') break;
    }
    expect(seen).toEqual(['job.created', 'job.started', 'job.completed', 'job.settled']);
  });
});
