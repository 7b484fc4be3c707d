// @module-tag chaos

import { randomUUID } from 'node:crypto';
import { type Client, createClient } from '@rotamer/test-support/client.ts';
import { loadContract } from '@rotamer/test-support/contract.ts';
import { kill } from '@rotamer/test-support/processes.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { ErrorBody, Job } from '@rotamer/test-support/resources.ts';
import { lysozyme } from '@rotamer/test-support/testData.ts';
import { newWorkspaceOn } from '@rotamer/test-support/workspace.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, WITHOUT_PAGES, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ workspaces: 0, args: ['--gateways', '2', '--jobs', '2', ...WITHOUT_PAGES] });
  // Runners are stopped, so that no job ends while accepted jobs are counted.
  for (const pid of world.pidsOf('runner')) kill(pid, 'SIGSTOP');
});
afterAll(() => world.end());

/** Creates a workspace, and one client of it for each gateway. */
async function crowdOf(options: { credits: number; limits?: { 'concurrent-jobs'?: number } }) {
  const { baseUrl, home } = world.stack;
  const contract = await loadContract(baseUrl);
  const limits = { 'requests-per-minute': 100_000, 'concurrent-jobs': 10_000, ...options.limits };
  const workspace = await newWorkspaceOn({ baseUrl, dataDir: home.dataDir }, contract, { ...options, limits });
  const clients = world.stack
    .file()
    .urls.map((url) => createClient({ baseUrl: url, contract, key: workspace.key.key, patient: true }));
  return { workspace, clients };
}

async function submitTogether(clients: Client[], count: number, keyOf: (n: number) => string) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, n) => {
      const headers = { 'idempotency-key': keyOf(n) };
      return clients[n % clients.length]!.post<Job & ErrorBody>('/jobs', propertiesOf(lysozyme), headers);
    }),
  );
  return answers.map(({ status, body }) => ({ status, body, word: status < 300 ? 'accepted' : body.error.code }));
}

const count = (words: string[]) =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, same]) => [word, same.length]));

describe('concurrent submissions at two gateways', { timeout: 300_000 }, () => {
  it('makes one job and one hold of 1,000 requests with the same idempotency key', async () => {
    const { workspace, clients } = await crowdOf({ credits: 2_000 });
    const key = randomUUID();
    const answers = await submitTogether(clients, 1_000, () => key);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(count(answers.map(({ status }) => String(status)))).toEqual({ 200: 999, 202: 1 });
    expect(answers.filter(({ body }) => body.message).length).toBe(999);
    expect(await workspace.available()).toBe(1_999_000);
  });

  it('accepts exactly 40 of 200 concurrent jobs when the credits are enough for 40', async () => {
    const { workspace, clients } = await crowdOf({ credits: 40 });
    const answers = await submitTogether(clients, 200, () => randomUUID());
    expect(count(answers.map(({ word }) => word))).toEqual({ accepted: 40, insufficient_credits: 160 });
    expect(await workspace.available()).toBe(0);
  });

  it('accepts exactly 5 of 200 concurrent jobs under a limit of 5 active jobs', async () => {
    const { workspace, clients } = await crowdOf({ credits: 1_000, limits: { 'concurrent-jobs': 5 } });
    const answers = await submitTogether(clients, 200, () => randomUUID());
    expect(count(answers.map(({ word }) => word))).toEqual({ accepted: 5, concurrent_job_limit_exceeded: 195 });
    expect(await workspace.available()).toBe(995_000);
  });
});
