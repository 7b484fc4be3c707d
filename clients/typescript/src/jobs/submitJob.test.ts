import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { Rotamer } from '../client.ts';
import { API_KEY } from '../testing/fakeApi.ts';

it('gives the response as much longer as the submission asks the service to wait', async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests++;
    const body = JSON.stringify({ object: 'job', id: 'job_1', status: 'COMPLETED' });
    setTimeout(() => response.writeHead(202, { 'content-type': 'application/json' }).end(body), 300);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new Rotamer({ apiKey: API_KEY, baseUrl, timeoutMs: 100, retryForMs: 0 });
  const body = { tool: 'a-tool', name: 'A job', input: { inputs: [] } };
  expect((await client.jobs.submit(body, { waitSeconds: 5 })).ended).toBe(true);
  expect(requests).toBe(1);
  await expect(client.jobs.submit(body)).rejects.toThrow('no answer in 100 ms');
});
