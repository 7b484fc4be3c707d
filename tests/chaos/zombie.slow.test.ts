// @module-tag kills

import { readEvents } from '@rotamer/test-support/events.ts';
import { kill } from '@rotamer/test-support/processes.ts';
import { waitingJob } from '@rotamer/test-support/requests.ts';
import type { Job } from '@rotamer/test-support/resources.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from './facts.ts';
import { openWorld, type World } from './world.ts';

interface Entries {
  data: { action: string; outcome: string; resource: { id: string | null } }[];
}

const FILE = 'file_01kjmma2g0e9dtsezyywpss2bm';

let world: World;

beforeAll(async () => {
  world = await openWorld({ workspaces: 1 });
});
afterAll(() => world?.end());

describe('a runner that was paused and resumes', () => {
  it('writes nothing with its old token; the job is retried once and billed once', { timeout: 300_000 }, async () => {
    const [workspace] = world.workspaces;
    const { client } = workspace!;
    // Its tool ends while the runner is paused, so the runner has a result to report when it resumes.
    const { body: job } = await client.post<Job>('/jobs', waitingJob(2), { 'idempotency-key': 'zombie' });
    const [runner] = world.pidsOf('runner');
    const stream = await client.open(`/jobs/${job.id}/events`);
    for await (const { data } of readEvents(client, stream)) {
      if (data.status === 'PROCESSING' && data.started_at) kill(runner!, 'SIGSTOP');
      // Three missed heartbeats lose the lease.
      if (data.status === 'RETRY') break;
    }
    kill(runner!, 'SIGCONT');

    const submission = {
      key: 'zombie',
      workspaceId: workspace!.id,
      maxCharge: 90_000,
      accepted: [job.id],
      refused: [],
    };
    const { violations, facts } = await world.settle({ submissions: [submission], cancellations: [] });
    expect(violations).toEqual([]);
    expect(facts.jobs).toMatchObject([{ status: 'COMPLETED', attempt: 2, failures: 1, outcome: 'charged' }]);
    expect(facts.events.filter(({ status }) => status === 'COMPLETED').length).toBeGreaterThan(0);
    expect(facts.holds.filter(({ charged }) => charged > 0)).toHaveLength(1);
  });
});

it('records an action as unknown when its gateway is killed before the outcome is known', {
  timeout: 300_000,
}, async () => {
  const { client, admin, key } = world.workspaces[0]!;
  const ask = (statement: string) => query(world.url('rotamer_gateway'), [statement]).then(([rows]) => rows);
  const intents = `select from audit_intents where intent like '%${FILE}%'`;

  // While files stands still, the gateway waits between the intent and the entry.
  const [files] = world.pidsOf('files');
  const gateways = world.pidsOf('gateway');
  kill(files!, 'SIGSTOP');
  try {
    const url = `${client.baseUrl}/api/v1/files/${FILE}`;
    const cut = fetch(url, { method: 'DELETE', headers: { authorization: `Bearer ${key.key}` } }).catch(
      () => undefined,
    );
    await waitFor('the intent', async () => (await ask(intents)).length === 1, { everyMs: 20 });
    kill(gateways[0]!, 'SIGKILL');
    expect(await cut).toBe(undefined);
  } finally {
    kill(files!, 'SIGCONT');
  }
  await waitFor('the new gateway', () => {
    const now = world.pidsOf('gateway');
    return now.length === gateways.length && now[0] !== gateways[0];
  });

  // In place of the two minutes after which an outcome counts as unknown.
  await ask('update audit_intents set due_at = now()');
  const { data } = await waitFor('the entry', async () => {
    const { body } = await client.get<Entries>(`/audit?action=file.deleted`);
    return body.data.length > 0 && body;
  });
  expect(data).toMatchObject([{ outcome: 'unknown', resource: { id: FILE } }]);
  expect(await ask(intents)).toEqual([]);
  expect(await admin.command('audit verify')).toMatchObject({ intact: true });
});
