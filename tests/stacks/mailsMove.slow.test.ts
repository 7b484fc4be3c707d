// @module-tag stacks

import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import { waitForNoProcess } from '@rotamer/test-support/globalStack.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import { mailsTo } from '@rotamer/test-support/sharing.ts';
import { newHome, type RunningStack, removeHome, startStack } from '@rotamer/test-support/stack.ts';
import { stackDatabase } from '@rotamer/test-support/stackDatabase.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { afterAll, expect, it } from 'vitest';
import { checkoutOf } from './previousRelease.ts';

/** The last commit in which the gateway sent the mails about events (docs/decisions/0033). */
const MAILS_IN_GATEWAY = 'a93c39f1937414a77bef0e964050499306d4d2ba';

const OWNER = 'demo@rotamer.example';

const home = newHome();
afterAll(() => void removeHome(home));

// It installs the packages of an earlier commit, so it runs in the long form only.
it.runIf(long)('sends once what the gateway had queued before the upgrade', { timeout: 1_200_000 }, async () => {
  const checkout = checkoutOf(MAILS_IN_GATEWAY);
  expect(checkout, 'a clone with the history').toBeDefined();
  const old = await startStack({ home, checkout: checkout! });
  const folder = join(home.dataDir, 'mail');
  // No mail can be written, so the first one stays in the queue of the gateway.
  renameSync(folder, `${folder}.away`);
  writeFileSync(folder, 'a file in the place of the folder');

  const queued = await submitAndFollow(old);
  const gateway = stackDatabase(old, 'rotamer_gateway');
  const rows = async (text: string) => (await gateway.query(text)).rows;
  await waitFor('the notice', async () => (await rows('select from pending_notices')).length === 1);
  await rows(`update pending_notices set recorded_at = recorded_at - interval '10 minutes'`);
  const isQueued = `select from mails where template = 'notice' and attempts > 0`;
  await waitFor('a mail that could not be sent', async () => (await rows(isQueued)).length === 1, {
    timeoutMs: 300_000,
  });

  const collected = await submitAndFollow(old);
  await waitFor('the second notice', async () => (await rows('select from pending_notices')).length === 1);
  await gateway.end();
  await old.interrupt();
  await waitForNoProcess(home.folder);
  renameSync(folder, `${folder}.file`);
  renameSync(`${folder}.away`, folder);
  expect(mailsTo(home.dataDir, OWNER)).toEqual([]);

  const stack = await startStack({ home });
  const mails = () => mailsTo(home.dataDir, OWNER);
  await waitFor('both mails', () => mails().length >= 2, { timeoutMs: 600_000 });
  for (const id of [queued, collected]) expect(mails().filter((mail) => mail.includes(id))).toHaveLength(1);
  expect(mails()).toHaveLength(2);

  const left = async (database: string, text: string) => {
    const db = stackDatabase(stack, database);
    const { rowCount } = await db.query(text);
    await db.end();
    return rowCount;
  };
  expect(await left('rotamer_gateway', `select from mails where template = 'notice'`)).toBe(0);
  expect(await left('rotamer_gateway', 'select from pending_notices')).toBe(0);
  expect(await left('rotamer_notifications', 'select from pending_notices')).toBe(0);
  expect(await left('rotamer_notifications', 'select from mails')).toBe(0);
  expect(await stack.interrupt()).toBe(0);
});

/** Submits a job about whose end a mail is wanted, and waits for its end. Returns its id. */
async function submitAndFollow({ baseUrl, apiKey }: RunningStack): Promise<string> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', prefer: 'notify=mail' };
  const body = JSON.stringify(propertiesOf(ubiquitin));
  const submitted = await fetch(`${baseUrl}/api/v1/jobs`, { method: 'POST', headers, body });
  expect(submitted.headers.get('preference-applied')).toBe('notify=mail');
  const { id } = (await submitted.json()) as { id: string };
  const events = await fetch(`${baseUrl}/api/v1/jobs/${id}/events`, { headers });
  expect(await events.text()).toContain('"status":"COMPLETED"');
  return id;
}
