// @module-tag stacks

import { createClient } from '@rotamer/test-support/client.ts';
import { loadContract } from '@rotamer/test-support/contract.ts';
import { waitForJob } from '@rotamer/test-support/events.ts';
import { waitForNoProcess } from '@rotamer/test-support/globalStack.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import { type Job, milli } from '@rotamer/test-support/resources.ts';
import { newHome, type RunningStack, removeHome, startStack } from '@rotamer/test-support/stack.ts';
import { lysozyme, ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitForSettled } from '@rotamer/test-support/waitForSettled.ts';
import { newWorkspaceOn } from '@rotamer/test-support/workspace.ts';
import { afterAll, expect, it } from 'vitest';
import { previousRelease } from './previousRelease.ts';

const home = newHome();
afterAll(() => void removeHome(home));

const previous = previousRelease();

it('starts on the data folder of the previous release, with its jobs, key and credits', async ({ skip }) => {
  if (!previous) {
    expect(process.env.CI, 'git does not have the previous release').toBeUndefined();
    skip('git does not have the previous release');
    return;
  }
  const old = await startStack({ home, checkout: previous });
  const earlier = await submitAndFollow(old);
  const pending = await submitAndFollow(old);
  await old.interrupt();
  await waitForNoProcess(home.folder);

  const stack = await startStack({ home });
  expect(stack.apiKey).toBe(old.apiKey);
  const contract = await loadContract(stack.baseUrl);
  const client = createClient({ baseUrl: stack.baseUrl, contract, key: stack.apiKey });
  for (const { id } of [earlier, pending]) {
    expect((await client.get<Job>(`/jobs/${id}`)).body).toMatchObject({ id, status: 'COMPLETED' });
  }
  expect((await client.get(`/results/${earlier.id}`)).status).toBe(200);

  const place = { baseUrl: stack.baseUrl, dataDir: home.dataDir };
  const { client: newcomer, admin, available } = await newWorkspaceOn(place, contract, { credits: 100 });
  const { id } = (await newcomer.post<Job>('/jobs', propertiesOf(lysozyme))).body;
  expect((await waitForJob(newcomer, id)).status).toBe('COMPLETED');
  const [settled] = await waitForSettled(newcomer, [id]);
  expect(await available()).toBe(100_000 - milli(settled!.billing!.final_credits));
  expect(await admin.command('ledger check')).toMatchObject({ balanced: true, open_holds: 0 });
  expect(await stack.interrupt()).toBe(0);
}, 900_000);

/** Submits a job to a stack with an older API, and waits for its end, using only fetch. */
async function submitAndFollow({ baseUrl, apiKey }: RunningStack): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify(propertiesOf(ubiquitin));
  const submitted = await fetch(`${baseUrl}/api/v1/jobs`, { method: 'POST', headers, body });
  expect(submitted.status).toBe(202);
  const { id } = (await submitted.json()) as { id: string };
  const events = await fetch(`${baseUrl}/api/v1/jobs/${id}/events`, { headers });
  expect(await events.text()).toContain('"status":"COMPLETED"');
  return { id };
}
