// @module-tag stacks

import { freePort } from '@rotamer/neighbours/freePort.ts';
import { newHome, removeHome, startStack } from '@rotamer/test-support/stack.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { expect, it, onTestFinished } from 'vitest';

/**
 * Returns every environment variable from which some library reads a proxy, with an address on which nothing listens.
 */
async function deadProxies(): Promise<Record<string, string>> {
  const dead = `http://127.0.0.1:${await freePort()}`;
  const names = ['grpc_proxy', 'http_proxy', 'https_proxy', 'all_proxy'];
  return Object.fromEntries([...names, ...names.map((name) => name.toUpperCase())].map((name) => [name, dead]));
}

it('a stack completes a job, and --traces shows its trace, when every proxy variable names a dead proxy', async () => {
  const home = newHome({ sample: true });
  onTestFinished(() => void removeHome(home));
  // With NODE_USE_ENV_PROXY, Node's own fetch also uses these variables.
  const env = { ...(await deadProxies()), no_proxy: '', NO_PROXY: '', no_grpc_proxy: '', NODE_USE_ENV_PROXY: '1' };
  const stack = await startStack({ home, env, args: ['--traces'] });
  await waitFor('a finished job', () => stack.output().includes('A finished job'));
  expect(stack.output()).not.toContain('has no sample');

  // The sample is submitted through the API.
  await waitFor('the trace to be shown', () => /POST \/api\/v1\/jobs in .* ms/.test(stack.output()));
  const shown = stack.output().slice(stack.output().indexOf('POST /api/v1/jobs in'));
  expect(shown).toMatch(/ 0 ms +[\d.]+ ms {2}gateway +POST \/api\/v1\/jobs +█+/);
  expect(shown).toMatch(/ [\d.]+ ms {2}jobs +select accept_jobs +█+/);
  expect(await stack.interrupt()).toBe(0);
});
