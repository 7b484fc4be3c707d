import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Job, List } from '@rotamer/test-support/resources.ts';
import { lysozyme } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { waitForSettled } from '@rotamer/test-support/waitForSettled.ts';
import { newWorkspace } from '@rotamer/test-support/workspace.ts';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';

interface Endpoint {
  id: string;
  secret: string;
  enabled: boolean;
  disabled_reason: string | null;
}

interface Delivery {
  id: string;
  event_id: string;
  status: string;
  attempts: { response_status: number | null; error: string | null; response_body: string | null }[];
}

interface Event {
  id: string;
  type: string;
  resource: { type: string; id: string };
  data: { status?: string };
}

/** A receiver on this machine. Its answers have the status in `answer`. */
async function startReceiver() {
  const received: { headers: IncomingHttpHeaders; body: string; event: Event }[] = [];
  const receiver = { received, url: '', answer: 204 };
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    received.push({ headers: request.headers, body, event: JSON.parse(body) });
    response.writeHead(receiver.answer, { location: 'http://127.0.0.1:1/' }).end(receiver.answer === 204 ? '' : 'no');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rotamer`;
  return receiver;
}

it('the life of a job reaches an endpoint, signed and in order', async () => {
  const { client } = await newWorkspace({ credits: 20 });
  const receiver = await startReceiver();
  const { body: endpoint } = await client.post<Endpoint>('/webhook-endpoints', { url: receiver.url });
  const { id } = (await client.post<Job>('/jobs', propertiesOf(lysozyme))).body;
  await waitForSettled(client, [id]);
  const types = () => receiver.received.filter(({ event }) => event.resource.id === id).map(({ event }) => event.type);
  await waitFor('the last event of the job', () => types().includes('job.settled'));
  expect(types()).toEqual(['job.created', 'job.started', 'job.completed', 'job.settled']);
  for (const { headers, body, event } of receiver.received) {
    new Webhook(endpoint.secret).verify(body, headers as Record<string, string>);
    expect(headers['webhook-id']).toBe(event.id);
  }

  const completed = receiver.received.find(({ event }) => event.type === 'job.completed')!.event;
  expect(completed.data.status).toBe('COMPLETED');
  const found = await client.get<List<Delivery>>(`/webhook-deliveries?event_id=${completed.id}`);
  expect(found.body.data).toMatchObject([{ event_id: completed.id, status: 'delivered' }]);
  const [{ id: deliveryId }] = found.body.data as [Delivery];
  expect((await client.post(`/webhook-deliveries/${deliveryId}/replay`)).status).toBe(202);
  const seen = () => receiver.received.filter(({ event }) => event.id === completed.id);
  await waitFor('the replay', () => seen().length === 2);
  expect(seen()[0]!.body).toBe(seen()[1]!.body);
});

it('an endpoint that answers 301 and then 410 is shown, disabled, and enabled again', async () => {
  const { client } = await newWorkspace();
  const receiver = await startReceiver();
  receiver.answer = 301;
  const { body: endpoint } = await client.post<Endpoint>('/webhook-endpoints', { url: receiver.url });
  const { body: test } = await client.post<Delivery>(`/webhook-endpoints/${endpoint.id}/test`);
  const show = async () => (await client.get<Delivery>(`/webhook-deliveries/${test.id}`)).body;
  await waitFor('an attempt', async () => (await show()).attempts.length > 0);
  expect((await show()).attempts[0]).toMatchObject({ response_status: 301, error: null, response_body: 'no' });
  receiver.answer = 410;
  await waitFor('the end of the delivery', async () => (await show()).status === 'failed');
  const { body: gone } = await client.get<Endpoint>(`/webhook-endpoints/${endpoint.id}`);
  expect(gone).toMatchObject({ enabled: false, disabled_reason: 'gone' });
  const changed = await client.patch<Endpoint>(`/webhook-endpoints/${endpoint.id}`, { enabled: true });
  expect(changed.body).toMatchObject({ enabled: true, disabled_reason: null });
});

it('an endpoint inside the network is refused when it is created, and when its name leads there', async () => {
  const { client } = await newWorkspace();
  for (const url of ['http://169.254.169.254/latest', 'http://10.0.0.1/', 'http://[::1]/', 'http://2130706434/']) {
    const { status, body } = await client.post<{ error: { code: string } }>('/webhook-endpoints', { url });
    expect([status, body.error.code]).toEqual([400, 'validation_error']);
  }
  // This name has an address of this machine that is not in the allow list, or no address at all.
  const { body: endpoint } = await client.post<Endpoint>('/webhook-endpoints', { url: 'http://ip6-localhost:8099/' });
  const { body: test } = await client.post<Delivery>(`/webhook-endpoints/${endpoint.id}/test`);
  const show = async () => (await client.get<Delivery>(`/webhook-deliveries/${test.id}`)).body;
  await waitFor('an attempt', async () => (await show()).attempts.length > 0);
  expect((await show()).attempts[0]!.error).toBeOneOf(['address_refused', 'host_not_found']);
});
