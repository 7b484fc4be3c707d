// @module-tag stacks

import { existsSync } from 'node:fs';
import { long } from '@rotamer/kit/testing/long.ts';
import { loadContract } from '@rotamer/test-support/contract.ts';
import { readEvents, waitForJob } from '@rotamer/test-support/events.ts';
import { waitForNoProcess } from '@rotamer/test-support/globalStack.ts';
import { propertiesOf, waitingJob, waitingTool } from '@rotamer/test-support/requests.ts';
import { type Job, milli } from '@rotamer/test-support/resources.ts';
import { newHome, type RunningStack, removeHome, startStack } from '@rotamer/test-support/stack.ts';
import { lysozyme, ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitForSettled } from '@rotamer/test-support/waitForSettled.ts';
import { newWorkspaceOn, openWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { afterAll, expect, it } from 'vitest';

const home = newHome();
afterAll(() => void removeHome(home));

/** Starts a stack as a user does, and opens the workspace of an earlier start if given. */
async function start(earlier?: Workspace): Promise<{ stack: RunningStack; workspace: Workspace }> {
  const stack = await startStack({ home, npm: true, env: waitingTool });
  const contract = await loadContract(stack.baseUrl);
  const place = { baseUrl: stack.baseUrl, dataDir: home.dataDir };
  const workspace = earlier
    ? openWorkspace(place, contract, earlier)
    : await newWorkspaceOn(place, contract, { credits: 100 });
  return { stack, workspace };
}

/** Submits some jobs. Resolves once the first one runs. */
async function submitSome({ client }: Workspace): Promise<string[]> {
  const ids: string[] = [];
  for (const request of [waitingJob(5), waitingJob(5), propertiesOf(lysozyme), propertiesOf(ubiquitin)]) {
    ids.push((await client.post<Job>('/jobs', request)).body.id);
  }
  const stream = await client.open(`/jobs/${ids[0]}/events`);
  for await (const { data } of readEvents(client, stream)) if (data.started_at) break;
  return ids;
}

async function expectAllDone({ client, available, admin }: Workspace, ids: string[], before: number): Promise<void> {
  const ended = await Promise.all(ids.map((id) => waitForJob(client, id)));
  expect(ended.map(({ status, error }) => ({ status, error }))).toEqual(
    ids.map(() => ({ status: 'COMPLETED', error: null })),
  );
  const settled = await waitForSettled(client, ids);
  const charged = settled.reduce((sum, { billing }) => sum + milli(billing!.final_credits), 0);
  expect(await available()).toBe(before - charged);
  expect(await admin.command('ledger check')).toMatchObject({ balanced: true, open_holds: 0 });
}

// On real Kafka and S3 in the long form only: a stack starts three times.
it.skipIf(process.env.ROTAMER_E2E_NEIGHBOURS === 'real' && !long)(
  'Ctrl-C drains and leaves no process; kill -9 of everything loses no job and no credit',
  async () => {
    const first = await start();
    const ids = await submitSome(first.workspace);
    expect(await first.stack.interrupt()).toBe(0);
    expect(first.stack.output()).toContain('Stopped.');
    await waitForNoProcess(home.folder);
    expect(existsSync(home.stackFile)).toBe(false);

    const second = await start(first.workspace);
    expect(second.stack.apiKey).toBe(first.stack.apiKey);
    await expectAllDone(second.workspace, ids, 100_000);

    const before = await second.workspace.available();
    const more = await submitSome(second.workspace);
    await second.stack.killEverything();
    expect(existsSync(home.stackFile)).toBe(true);

    const third = await start(first.workspace);
    await expectAllDone(third.workspace, more, before);
    expect(await third.stack.interrupt()).toBe(0);
    await waitForNoProcess(home.folder);
  },
  480_000,
);
