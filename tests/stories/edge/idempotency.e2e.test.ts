import { expectProblem, expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Job, List } from '@rotamer/test-support/resources.ts';
import { lysozyme, ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitForSettled } from '@rotamer/test-support/waitForSettled.ts';
import { newWorkspace } from '@rotamer/test-support/workspace.ts';
import { describe, expect, it } from 'vitest';

const request = propertiesOf(ubiquitin);

describe.concurrent('an idempotency key', () => {
  it('returns the existing job in its current state for a repeated request', async () => {
    const { client } = await newWorkspace();
    const key = { 'idempotency-key': 'a-key' };
    const first = await client.post<Job>('/jobs', request, key);
    expect(first.status).toBe(202);
    expect(first.body).not.toHaveProperty('message');
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    await waitForSettled(client, [first.body.id]);

    const reordered = Object.fromEntries(Object.entries(request).reverse());
    const again = await client.post<Job>('/jobs', reordered, { 'x-idempotency-key': 'a-key' });
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toMatchObject({ id: first.body.id, status: 'COMPLETED', message: expect.stringMatching(/\w/) });
    const listed = (await client.get<List<Job>>('/jobs')).body.data;
    expect(listed).toHaveLength(1);
    expect(listed[0]).not.toHaveProperty('message');
  });

  it('belongs to one body: a body with any difference is refused', async () => {
    const { client, available } = await newWorkspace({ credits: 10 });
    const key = { 'idempotency-key': 'a-key' };
    expect((await client.post<Job>('/jobs', request, key)).status).toBe(202);
    const others = [
      propertiesOf(lysozyme),
      { ...request, settings: { charge_ph: 5 } },
      { ...request, max_quoted_credits: 5 },
      { ...request, name: 'Another' },
    ];
    for (const other of others) {
      const refused = await client.post('/jobs', other, key);
      expect(expectRefusal(refused, 409, 'conflict')).toEqual({ reason: 'idempotency_key_reused' });
    }
    expect(await available()).toBe(9_000);
  });

  it('belongs to one workspace', async () => {
    const [one, other] = await Promise.all([newWorkspace(), newWorkspace()]);
    const key = { 'idempotency-key': 'the-same' };
    const [a, b] = await Promise.all([one, other].map(({ client }) => client.post<Job>('/jobs', request, key)));
    expect([a!.status, b!.status]).toEqual([202, 202]);
    expect(a!.body.id).not.toBe(b!.body.id);
  });

  it('is refused when the two headers differ or when it is not visible ASCII', async () => {
    const { client, available } = await newWorkspace({ credits: 10 });
    const two = await client.post('/jobs', request, { 'idempotency-key': 'one', 'x-idempotency-key': 'two' });
    expectProblem(two, 'X-Idempotency-Key', /differs/);
    expectProblem(await client.post('/jobs', request, { 'idempotency-key': 'a b' }), 'Idempotency-Key');
    expectProblem(await client.post('/jobs', request, { 'idempotency-key': 'x'.repeat(256) }), 'Idempotency-Key');
    expectProblem(await client.post('/jobs', request, { 'x-idempotency-key': '' }), 'X-Idempotency-Key');
    expect(await available()).toBe(10_000);

    const same = await client.post('/jobs', request, { 'idempotency-key': 'one', 'x-idempotency-key': 'one' });
    expect(same.status).toBe(202);
  });

  it('makes one job and one charge of 200 concurrent requests', async () => {
    const { client, available } = await newWorkspace({ credits: 10, limits: { 'requests-per-minute': 6_000 } });
    const key = { 'idempotency-key': 'crowd' };
    const answers = await Promise.all(Array.from({ length: 200 }, () => client.post<Job>('/jobs', request, key)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(199);
    const ids = [...new Set(answers.map(({ body }) => body.id))];
    expect(ids).toHaveLength(1);
    await waitForSettled(client, ids);
    expect(await available()).toBe(9_000);
    expect((await client.get<List<Job>>('/jobs')).body.data).toHaveLength(1);
  });
});
