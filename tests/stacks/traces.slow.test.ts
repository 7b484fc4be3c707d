// @module-tag stacks

import { loadContract } from '@rotamer/test-support/contract.ts';
import { waitForJob } from '@rotamer/test-support/events.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Job } from '@rotamer/test-support/resources.ts';
import { newHome, removeHome, startStack } from '@rotamer/test-support/stack.ts';
import { lysozyme } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { newWorkspaceOn } from '@rotamer/test-support/workspace.ts';
import { expect, it, onTestFinished } from 'vitest';

it('--traces shows on the terminal how the milliseconds of a submission were spent', async () => {
  const home = newHome();
  onTestFinished(() => void removeHome(home));
  const stack = await startStack({ home, args: ['--traces'] });
  const place = { baseUrl: stack.baseUrl, dataDir: home.dataDir, patient: true };
  const { client } = await newWorkspaceOn(place, await loadContract(stack.baseUrl));
  await waitForJob(client, (await client.post<Job>('/jobs', propertiesOf(lysozyme))).body.id);
  await waitFor('the trace to be shown', () => /POST \/api\/v1\/jobs in .* ms/.test(stack.output()));
  const shown = stack.output().slice(stack.output().indexOf('POST /api/v1/jobs in'));
  expect(shown).toMatch(/ 0 ms +[\d.]+ ms {2}gateway +POST \/api\/v1\/jobs +█+/);
  expect(shown).toMatch(/ [\d.]+ ms {2}jobs +select accept_jobs +█+/);
  expect(await stack.interrupt()).toBe(0);
});
