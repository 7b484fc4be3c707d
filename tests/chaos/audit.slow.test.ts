// @module-tag chaos

import { kill } from '@rotamer/test-support/processes.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { expect, it, onTestFinished } from 'vitest';
import { query } from './facts.ts';
import { startWorld } from './world.ts';

interface Entries {
  data: { action: string; outcome: string; resource: { id: string | null } }[];
}

const FILE = 'file_01kjmma2g0e9dtsezyywpss2bm';

it('records an action as unknown when its gateway is killed before the outcome is known', {
  timeout: 300_000,
}, async () => {
  const world = await startWorld({ workspaces: 1 });
  onTestFinished(world.end);
  const { client, admin, key } = world.workspaces[0]!;
  const ask = (statement: string) => query(world.url('rotamer_gateway'), [statement]).then(([rows]) => rows);

  // While files stands still, the gateway waits between the intent and the entry.
  const [files] = world.pidsOf('files');
  const [gateway] = world.pidsOf('gateway');
  kill(files!, 'SIGSTOP');
  try {
    const url = `${client.baseUrl}/api/v1/files/${FILE}`;
    const cut = fetch(url, { method: 'DELETE', headers: { authorization: `Bearer ${key.key}` } }).catch(
      () => undefined,
    );
    await waitFor('the intent', async () => (await ask('select from audit_intents')).length === 1, { everyMs: 20 });
    kill(gateway!, 'SIGKILL');
    expect(await cut).toBe(undefined);
  } finally {
    kill(files!, 'SIGCONT');
  }
  await waitFor('the new gateway', () => ![undefined, gateway].includes(world.pidsOf('gateway')[0]));

  // In place of the two minutes after which an outcome counts as unknown.
  await ask('update audit_intents set due_at = now()');
  const { data } = await waitFor('the entry', async () => {
    const { body } = await client.get<Entries>(`/audit?action=file.deleted`);
    return body.data.length > 0 && body;
  });
  expect(data).toMatchObject([{ outcome: 'unknown', resource: { id: FILE } }]);
  expect(await ask('select from audit_intents')).toEqual([]);
  expect(await admin.command('audit verify')).toMatchObject({ intact: true });
});
