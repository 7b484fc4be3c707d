import type { Client } from '@rotamer/test-support/client.ts';
import { expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Job, List, Quote } from '@rotamer/test-support/resources.ts';
import { lysozyme } from '@rotamer/test-support/testData.ts';
import { waitForSettled } from '@rotamer/test-support/waitForSettled.ts';
import { newWorkspace } from '@rotamer/test-support/workspace.ts';
import { expect, it } from 'vitest';

interface ApiKey {
  id: string;
  prefix: string;
  secret: string;
  budget: { day: number | null; month: number | null; total: number | null } | null;
}

interface Usage {
  total: { credits: number; charges: number };
  data: { key: { id: string } | null; credits: number; charges: number }[];
}

interface Transfer {
  kind: string;
  job_id: string;
  key_id: string;
  balance_change: number;
}

/** A job that costs 1 credit. */
const job = propertiesOf(lysozyme);

async function submit(client: Client): Promise<string> {
  const { status, body } = await client.post<Job>('/jobs', job);
  expect(status).toBe(202);
  return body.id;
}

async function put(client: Client, body: object) {
  const headers = { 'content-type': 'application/json' };
  return client.send('PUT', '/budgets', { headers, body: JSON.stringify(body) });
}

it('a key spends its budget and no more, and usage and ledger agree with what was charged', async () => {
  const { client, clientWith, available } = await newWorkspace({ credits: 20 });
  const scopes = ['jobs:read', 'jobs:write'];
  const create = async (budget?: object) =>
    (await client.post<ApiKey>('/api-keys', { name: 'Nightly', scopes, budget })).body;
  const [bounded, other] = [await create({ day: 2 }), await create()];
  expect([bounded.budget, other.budget]).toEqual([{ day: 2, month: null, total: null }, null]);
  const program = clientWith(bounded.secret);
  const keyId = bounded.prefix.slice('rot_live_'.length);
  const quoted = async () => {
    const { tool, input } = job;
    return (await program.post<Quote & { budgets: object[] }>('/jobs/quote', { tool, input })).body;
  };

  expect((await quoted()).budgets).toMatchObject([
    { scope: 'key', subject_id: keyId, period: 'day', cap_credits: 2, left_credits: 2, refuses: false },
  ]);
  const ids = [await submit(program), await submit(program)];
  const refused = expectRefusal(await program.post('/jobs', job), 402, 'budget_exceeded');
  expect(refused).toMatchObject({ budget: { scope: 'key', subject_id: keyId, period: 'day', cap: 2 }, needed: 1 });
  const { spent, held } = (refused as unknown as { budget: { spent: number; held: number } }).budget;
  expect(spent + held).toBe(2);
  const blocked = await quoted();
  expect(blocked.blocking_errors.map(({ code }) => code)).toEqual(['budget_exceeded']);
  expect(blocked.budgets).toMatchObject([{ left_credits: 0, refuses: true }]);
  const ofOther = await submit(clientWith(other.secret));

  const writer = (await client.post<ApiKey>('/api-keys', { name: 'Writer', scopes: ['workspace:write'] })).body;
  const unknown = { scope: 'key', subject_id: 'unknown1', period: 'day', cap_credits: 9 };
  expectRefusal(await put(client, unknown), 400, 'validation_error');
  expect((await clientWith(writer.secret).patch(`/api-keys/${bounded.id}`, { budget: { day: 9 } })).status).toBe(403);
  const patched = await client.patch<ApiKey>(`/api-keys/${bounded.id}`, { budget: { day: 3 } });
  expect([patched.status, patched.body.budget]).toEqual([200, { day: 3, month: null, total: null }]);
  ids.push(await submit(program));
  expectRefusal(await program.post('/jobs', job), 402, 'budget_exceeded');

  const settled = await waitForSettled(client, [...ids, ofOther]);
  expect(settled.map(({ status }) => status)).toEqual(Array(4).fill('COMPLETED'));
  const usage = (await client.get<Usage>('/usage?group_by=key')).body;
  expect(usage.total).toMatchObject({ credits: 4, charges: 4 });
  expect(usage.data.find(({ key }) => key?.id === keyId)).toMatchObject({ credits: 3, charges: 3 });
  const { data: posts } = (await client.get<List<Transfer>>('/ledger?kind=post&limit=100')).body;
  const ofKey = posts.filter(({ key_id }) => key_id === keyId);
  expect(ofKey.map(({ job_id }) => job_id).toSorted()).toEqual(ids.toSorted());
  expect(ofKey.reduce((sum, { balance_change }) => sum + balance_change, 0)).toBe(-3);
  const csv = (await client.get('/usage?group_by=key&format=csv')).bytes.toString();
  const [header = '', ...rows] = csv.trim().split(/\r?\n/);
  const of = (line: string) => line.replaceAll('"', '').split(',');
  const row = rows.map(of).find(([id]) => id === keyId);
  expect(row?.[of(header).indexOf('credits')]).toBe('3');
  expect(await available()).toBe(16_000);
});
