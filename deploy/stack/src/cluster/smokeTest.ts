// node smokeTest.ts: submits a job to BASE_URL with API_KEY and waits until it is COMPLETED; `helm test` runs it.

import { setTimeout as sleep } from 'node:timers/promises';

const { BASE_URL = 'http://127.0.0.1:8080', API_KEY = '' } = process.env;
const PATIENCE_MS = 120_000;
const POLL_MS = 5_000;

async function call(path: string, body?: object): Promise<{ id: string; status: string; error: unknown }> {
  const response = await fetch(`${BASE_URL}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json() as never;
}

const sequence = { id: 'b', slotId: 'sequences', kind: 'protein', format: 'TEXT', source: { type: 'text' } };
const inputs = [{ ...sequence, content: 'FVNQHLCGSHLVEALYLVCGERGFFYTPKT' }];
const { id } = await call('/jobs', { tool: 'protein-properties', name: 'helm test', input: { inputs } });
const deadline = Date.now() + PATIENCE_MS;
for (;;) {
  await sleep(POLL_MS);
  const { status, error } = await call(`/jobs/${id}/status`);
  console.log(JSON.stringify({ id, status }));
  if (status === 'COMPLETED') break;
  const active = ['PENDING', 'QUEUED', 'PROCESSING', 'RETRY'].includes(status);
  if (!active || Date.now() > deadline) throw new Error(`${id} is ${status}: ${JSON.stringify(error)}`);
}
